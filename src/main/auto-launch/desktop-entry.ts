import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** Characters that the `Exec` key can hold unquoted, by the Desktop Entry Specification. */
const plain = /^[A-Za-z0-9_@%+=:,./-]+$/

/** Quotes a program's path for the `Exec` key of a desktop entry. */
export function quoteForExec(path: string): string {
  const escaped = path.replaceAll('%', '%%')
  return plain.test(path) ? escaped : `"${escaped.replace(/(["`$\\])/g, '\\$1')}"`
}

/** The path where auto-launch writes the entry of a program. */
export function entryFile(home: string, path: string): string {
  return join(home, '.config', 'autostart', `${basename(path)}.desktop`)
}

/** Quotes the program in the entry that auto-launch wrote unquoted; a path with a space would start another program. */
export async function quoteProgramInEntry(file: string, path: string): Promise<void> {
  const entry = await readFile(file, 'utf8')
  await writeFile(
    file,
    entry.replace(`Exec=${path}`, () => `Exec=${quoteForExec(path)}`),
  )
}
