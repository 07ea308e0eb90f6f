import { join } from 'node:path'
import type pg from 'pg'
import { frames } from '#shared/contract/sources/limits'
import { pictureCleanups } from '../../src/server/features/sources/retention'
import { systemClock } from '../../src/server/platform/clock'
import { runBatchCleanups } from '../../src/server/platform/maintenance'
import { fileObjects } from '../../src/server/platform/objects/files'
import { addressSigner } from '../../src/server/platform/objects/signed'
import { asOwner } from '../product'

const minute = 60_000
/** Pictures are kept this long here instead of two weeks. */
const kept = 3 * minute
/** Upload permissions are deleted this long after they ended, instead of ten minutes. */
const grantsKept = minute
const grantsUsuallyKept = 10 * minute

/** One round of the server's own cleanup of pictures, on the same database and store, as if it were later. */
export async function runPictureCleanup(dataDir: string): Promise<void> {
  // Nothing is signed here.
  const objects = fileObjects(join(dataDir, 'objects'), addressSigner(Buffer.alloc(32), systemClock))
  const [oldPictures, oldGrants] = pictureCleanups(objects, { BILLING: 'off' })
  if (!oldPictures || !oldGrants) throw new Error('The cleanup of pictures has changed.')
  const database = { asOwner: <T>(work: (client: pg.Client) => Promise<T>) => asOwner(dataDir, work) }
  const later = (milliseconds: number) => Date.now() + milliseconds
  await runBatchCleanups(database, later(frames.retentionDays * 24 * 60 * minute - kept), [oldPictures])
  await runBatchCleanups(database, later(grantsUsuallyKept - grantsKept), [oldGrants])
}
