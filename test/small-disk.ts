import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Mounts the disk, and becomes the program. */
const script = 'mount -t tmpfs -o $0,mode=755 none "$1" && shift && exec "$@"'

const isRoot = process.getuid?.() === 0

/**
 * The command that gives one program a disk of its own in a folder: in memory, of a size in megabytes, and seen by nobody
 * else, with room for so many files if that is given. Without the rights of root, the program keeps the user that it has
 * outside.
 */
export function withSmallDisk(folder: string, megabytes: number, files?: number): string[] {
  const size = `size=${megabytes}m${files === undefined ? '' : `,nr_inodes=${files}`}`
  const [uid = 0, gid = 0] = [process.getuid?.(), process.getgid?.()]
  const own = isRoot ? [] : ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`]
  return [
    ...['unshare', '--mount', '--propagation', 'private', ...(isRoot ? [] : ['--user', '--map-root-user'])],
    ...['sh', '-c', script, size, folder, ...own],
  ]
}

/** Why this machine gives no program a disk of its own; null if it does. */
export function whyNoSmallDisk(folder: string): string | null {
  const [command = '', ...args] = [...withSmallDisk(folder, 1), 'true']
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  return status === 0 ? null : (error?.message ?? stderr.trim())
}

/**
 * The command that starts another program beside one with a disk of its own, so that it sees that disk. Only root may do
 * that; null for others.
 */
export const besideProgram = (pid: number): string[] | null =>
  isRoot ? ['nsenter', '--target', String(pid), '--mount'] : null

/** Keeps a disk for programs that are started beside it one after the other, until it is ended. */
export function keepSmallDisk(folder: string, megabytes: number): { pid: number; end(): void } {
  const [command = '', ...args] = [...withSmallDisk(folder, megabytes), 'sleep', 'infinity']
  const keeper = spawn(command, args, { stdio: 'ignore' })
  return { pid: keeper.pid ?? 0, end: () => void keeper.kill('SIGKILL') }
}

/** The disk of a running program, which others see through the system’s own folder of processes. */
export class SmallDisk {
  readonly path: string
  readonly #filler: string

  /** `folder` is where the program sees it. */
  constructor(pid: number, folder: string) {
    this.path = join(`/proc/${pid}/root`, folder)
    this.#filler = join(this.path, 'filler')
  }

  /** Takes all the room that is left. */
  fill(): void {
    const file = openSync(this.#filler, 'a')
    try {
      for (let size = 2 ** 20; size >= 1; ) {
        try {
          writeSync(file, Buffer.alloc(size))
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
          size = Math.floor(size / 2)
        }
      }
    } finally {
      closeSync(file)
    }
  }

  /** Gives all of it back. */
  free(): void {
    rmSync(this.#filler)
  }
}
