import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../platform/startup-error'

/** Lies in the data folder while a restore is not finished. It names the backup, so that the same one may go on. */
const markerOf = (folder: string) => join(folder, 'restore-unfinished')

/** The data folder holds a part of a backup. The message says how to go on. */
class RestoreInterrupted extends StartupError {
  override name = 'RestoreInterrupted'
}

/** Where the database is made anew for another version of PostgreSQL, until it takes the place of the old one. */
export const upgradingFolder = (folder: string): string => join(folder, 'postgres-upgrading')

/** Which backup is being restored into this folder, as the moment at which it was made; null if none is. */
export function unfinishedRestore(folder: string): string | null {
  const file = markerOf(folder)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

/** Throws if a restore or an upgrade of this folder was interrupted, because a server must not show a part of the data. */
export function requireNoUnfinishedRestore(folder: string): void {
  if (existsSync(upgradingFolder(folder)) && !existsSync(join(folder, 'postgres')))
    throw new RestoreInterrupted(
      `The upgrade of the database in ${folder} was interrupted at its end.\n  Run: wheelhouse upgrade-database`,
    )
  const made_at = unfinishedRestore(folder)
  if (made_at === null) return
  throw new RestoreInterrupted(
    `The restore of the backup of ${made_at} into ${folder} was interrupted.\n  Run the same wheelhouse restore again: it goes on, and ends complete.`,
  )
}

export async function markUnfinished(folder: string, made_at: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(markerOf(folder), made_at, { mode: 0o600, flush: true })
}

export const markFinished = (folder: string): Promise<void> => rm(markerOf(folder), { force: true })
