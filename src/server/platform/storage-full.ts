import { statfs } from 'node:fs/promises'
import { perApp } from './app-context'

/** Error codes of the system, PostgreSQL and S3 services for a full disk or an exhausted quota. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])
const fullNames = new Set(['XMinioStorageFull', 'StorageFull', 'InsufficientStorage', 'QuotaExceeded'])

/** How many causes are followed, because a cause may refer to itself. */
const maximumCauses = 10

/** True if a write failed because no space is left, however the error was wrapped. */
export function isStorageFull(error: unknown): boolean {
  let at = error
  for (let step = 0; step < maximumCauses && typeof at === 'object' && at !== null; step++) {
    const { code, name, cause, $metadata } = at as FullError
    if (fullCodes.has(String(code)) || fullNames.has(String(name)) || $metadata?.httpStatusCode === 507) return true
    at = cause
  }
  return false
}

interface FullError {
  code?: unknown
  name?: unknown
  cause?: unknown
  $metadata?: { httpStatusCode?: number }
}

/** What PostgreSQL needs to start, and to go on for a while, in bytes: two files of its log. */
const leastRoom = 2 * 16 * 2 ** 20

/** Whether the disk of a folder has room for PostgreSQL. The quota of a user may be exhausted nevertheless. */
export async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= leastRoom
}

/** What an operator is told where PostgreSQL finds no room. */
export const noRoomIn = (folder: string): string =>
  `There is no room for PostgreSQL on the disk of ${folder}: make at least ${leastRoom / 2 ** 20} MB free.`

/** A server that met a full disk is not ready for this many milliseconds; every failed write restarts the time. */
const notReadyFor = 30_000

/** Whether this server recently met a full disk. It is logged once and ends by itself. */
export const storageState = perApp(({ clock, log }) => {
  let fullAt: number | undefined
  return {
    recordFull(error: unknown): void {
      if (fullAt === undefined)
        log.error(
          { err: error },
          'No space is left for writing: calls that save something are refused with storage.full.',
        )
      fullAt = clock.now()
    },
    /** False for a while after a write that found no space. */
    hasSpace(): boolean {
      if (fullAt !== undefined && clock.now() - fullAt >= notReadyFor) {
        fullAt = undefined
        log.info('No write found the disk full for a while: ready again.')
      }
      return fullAt === undefined
    },
  }
})
