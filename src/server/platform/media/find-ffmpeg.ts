import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const program = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'

/** The full path of ffmpeg, searched in PATH; null if this machine has none [D35]. */
export function findFfmpeg(path = process.env.PATH ?? ''): string | null {
  const files = path
    .split(delimiter)
    .filter(Boolean)
    .map(folder => join(folder, program))
  return files.find(canRun) ?? null
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
