import { mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { userData } from './browser'

const lock = join(userData, 'instance.pid')
const arguments_ = join(userData, 'instance.args')

/**
 * Returns true for the first program on a folder of user data. A later one passes its arguments to the first and gets
 * false, as in Electron. The file left behind by a killed program is ignored.
 */
export function takeSingleInstance(onSecond: (args: string[]) => void): boolean {
  mkdirSync(userData, { recursive: true })
  if (isHeld()) {
    writeFileSync(arguments_, JSON.stringify(process.argv))
    return false
  }
  writeFileSync(lock, String(process.pid))
  process.once('exit', () => rmSync(lock, { force: true }))
  watch(userData, (_, file) => {
    if (file !== 'instance.args') return
    const args = readArguments()
    if (args) onSecond(args)
  }).unref()
  return true
}

function isHeld(): boolean {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return true
  } catch {
    return false
  }
}

/** Returns null while the file is being written, or if it was read already. */
function readArguments(): string[] | null {
  try {
    const args = JSON.parse(readFileSync(arguments_, 'utf8'))
    rmSync(arguments_)
    return args
  } catch {
    return null
  }
}
