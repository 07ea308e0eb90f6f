import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** What an `Exec` key may hold without quotes, by the Desktop Entry Specification. */
const plain = /^[A-Za-z0-9_@%+=:,./-]+$/

/** A program's path as the `Exec` key of a desktop entry wants it. */
export function quoteForExec(path: string): string {
  const escaped = path.replaceAll('%', '%%')
  return plain.test(path) ? escaped : `"${escaped.replace(/(["`$\\])/g, '\\$1')}"`
}

/** Where auto-launch writes the entry of a program. */
export function entryFile(home: string, path: string): string {
  return join(home, '.config', 'autostart', `${basename(path)}.desktop`)
}

/** Quotes the program in the entry that auto-launch wrote: it does not, and a path with a space would start another program. */
export async function mendEntry(file: string, path: string): Promise<void> {
  const entry = await readFile(file, 'utf8')
  await writeFile(
    file,
    entry.replace(`Exec=${path}`, () => `Exec=${quoteForExec(path)}`),
  )
}
