import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readlink, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether a process runs. A zombie, which has ended but whose parent has not noticed, does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs as another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  if (process.platform !== 'linux') return true
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The state follows the name, which is in brackets and may itself contain brackets.
    return !'ZX'.includes(status.charAt(status.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}

/** Waits until the process has ended; false if it still runs after `milliseconds`. */
export async function waitForEnd(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false
    await delay(5)
  }
  return true
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform !== 'win32') return (await run('ps', ['-o', 'command=', '-p', String(pid)])).stdout
  const query = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`
  return (await run('powershell', ['-NoProfile', '-NonInteractive', '-Command', query], { windowsHide: true })).stdout
}

async function runsIn(pid: number, dataDir: string): Promise<boolean> {
  const [cwd, folder, binary] = await Promise.all([
    stat(`/proc/${pid}/cwd`, { bigint: true }),
    stat(dataDir, { bigint: true }),
    readlink(`/proc/${pid}/exe`),
  ])
  // An update may have deleted the binary, which Linux notes after its name.
  return cwd.ino === folder.ino && cwd.dev === folder.dev && basename(binary).split(' ')[0] === 'postgres'
}

/** Whether that process is a PostgreSQL on this data folder, and not another process with a reused id. */
export async function isPostgresOn(dataDir: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false
  try {
    if (process.platform === 'linux') return await runsIn(pid, dataDir)
    const command = await commandLine(pid)
    return command.includes('postgres') && command.includes(dataDir)
  } catch {
    // It ended in the meantime, or belongs to another user.
    return false
  }
}
