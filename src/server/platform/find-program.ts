import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The full path of a program, searched in PATH; null if this machine has none of that name. */
export function findProgram(name: string, path = process.env.PATH ?? ''): string | null {
  const program = process.platform === 'win32' ? `${name}.exe` : name
  const files = path
    .split(delimiter)
    .filter(Boolean)
    .map(folder => join(folder, program))
  return files.find(canRun) ?? null
}

export function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
