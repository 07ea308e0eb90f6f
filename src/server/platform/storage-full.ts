import { perApp } from './app-context'

/** How the system, PostgreSQL and S3 services say that there is no room left, or that a quota is used up. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])
const fullNames = new Set(['XMinioStorageFull', 'StorageFull', 'InsufficientStorage', 'QuotaExceeded'])

/** Causes are followed so far; one of them may be its own. */
const deepest = 10

/** True where a write failed because no room is left, whatever was made of that error on its way. */
export function isStorageFull(error: unknown): boolean {
  let at = error
  for (let step = 0; step < deepest && typeof at === 'object' && at !== null; step++) {
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

/** A server that met a full disk is not ready for so long; a write that meets it again begins that anew. */
const restsFor = 30_000

/** What this server knows of a full disk: it is said once in the log, and over by itself. */
export const storageState = perApp(({ clock, log }) => {
  let fullAt: number | undefined
  return {
    noteFull(error: unknown): void {
      if (fullAt === undefined)
        log.error({ err: error }, 'No room is left to write: calls that save something are refused with storage.full.')
      fullAt = clock.now()
    },
    /** False for a while after a write that found no room. */
    hasRoom(): boolean {
      if (fullAt !== undefined && clock.now() - fullAt >= restsFor) {
        fullAt = undefined
        log.info('No write found the disk full for a while: ready again.')
      }
      return fullAt === undefined
    },
  }
})
