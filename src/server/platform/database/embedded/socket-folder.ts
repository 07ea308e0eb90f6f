import { mkdtemp, realpath, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Account, canReach, changeOwner } from './account'
import { socketPort } from './settings'

const prefix = 'wheelhouse-pg-'
const socketName = `.s.PGSQL.${socketPort}`
// macOS limits the path of a socket to 103 bytes, Linux to 107.
const longestSocketPath = 103

const places = () => [...new Set([tmpdir(), '/tmp', '/var/tmp'])]

/** The length in bytes of a socket path in a new folder below `place`. */
const socketPathLength = (place: string) => Buffer.byteLength(join(place, `${prefix}XXXXXX`, socketName))

/** Creates a new folder for PostgreSQL's socket that only its account can enter. */
export async function makeSocketFolder(account: Account | undefined, candidates = places()): Promise<string> {
  for (const place of candidates) {
    if (socketPathLength(place) > longestSocketPath) continue
    const real = await realpath(place).catch(() => undefined)
    if (!real || (account && !(await canReach(real, account)))) continue
    const folder = await mkdtemp(join(place, prefix)).catch(() => undefined)
    if (!folder) continue
    await changeOwner(folder, account)
    return folder
  }
  throw new Error(
    `PostgreSQL needs a short path for its socket that user ${account?.uid ?? process.getuid?.()} may enter and write; ` +
      `none of ${candidates.join(', ')} is. Set TMPDIR to one.`,
  )
}

/**
 * Removes a socket folder that this server made, with the files of a killed PostgreSQL. Other folders are left alone.
 */
export async function removeSocketFolder(folder: string): Promise<void> {
  // The path may come from a file that PostgreSQL's account can write.
  if (!basename(folder).startsWith(prefix)) return
  for (const name of [socketName, `${socketName}.lock`]) await rm(join(folder, name), { force: true }).catch(() => {})
  await rmdir(folder).catch(() => {})
}
