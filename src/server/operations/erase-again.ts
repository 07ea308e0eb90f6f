import { dirname } from 'node:path'
import { features } from '../features'
import { eraseAgain } from '../features/erasure/service'
import { type CompletedErasure, completedErasures } from '../platform/completed-erasures-sql'
import { queryBuilderOn } from '../platform/database/connection'
import { withClient } from '../platform/database/database'
import { keyOfErasure, readErasureList } from '../platform/erasure-list'
import { type BatchCleanup, runBatchCleanups } from '../platform/maintenance'
import type { Settings } from '../settings'
import type { Instance } from './instance'

/** How many people and organisations a restore erased again. */
export type ErasedAgain = Record<CompletedErasure['kind'], number>

/** Who was erased, by the lists beside the backup and in the folder for backups; null if there is no list. */
export async function listedErasures(
  file: string,
  { BACKUP_DIR }: Pick<Settings, 'BACKUP_DIR'>,
): Promise<CompletedErasure[] | null> {
  const lists = await Promise.all([...new Set([dirname(file), BACKUP_DIR])].map(readErasureList))
  const found = lists.filter(list => list !== null)
  return found.length > 0 ? found.flat() : null
}

/**
 * Erases from a restored server whoever was erased after its backup was made: every listed erasure that its database does
 * not know, organisations first. Each is one transaction; an interrupted call goes on with the next one. What an erasure
 * leaves to cleanups goes as well, but nothing that was not due when the backup was made.
 */
export async function eraseListed(
  { owner, objects, clock, settings }: Instance,
  { listed, made_at }: { listed: readonly CompletedErasure[]; made_at: string },
): Promise<ErasedAgain> {
  const asOwner = <T>(work: Parameters<typeof withClient<T>>[1]) => withClient(owner, work)
  const known = await asOwner(client => completedErasures(queryBuilderOn(client)))
  const keys = new Set(known.map(keyOfErasure))
  const erased: ErasedAgain = { organisation: 0, person: 0 }
  const now = clock.now()
  const erasing = listed
    .filter(erasure => !keys.has(keyOfErasure(erasure)))
    .sort((one, other) => one.kind.localeCompare(other.kind))
    .map(
      (erasure): BatchCleanup =>
        async tx => {
          if (await eraseAgain(tx, objects, { erasure, now })) erased[erasure.kind] += 1
          return false
        },
    )
  const cleanups = features.flatMap(feature => feature.cleanups?.(objects, settings) ?? [])
  await runBatchCleanups({ asOwner }, Date.parse(made_at), [...erasing, ...cleanups])
  return erased
}
