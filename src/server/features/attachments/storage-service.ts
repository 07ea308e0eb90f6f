import type { StorageUse } from '#shared/contract/storage'
import type { MemberScene } from '../../platform/scene'
import { quotaOf } from './guest-room'
import * as store from './storage-store'

/** Counts what `requireRoom` counts, so that what is shown is what uploads are refused by. */
export async function readUse(at: MemberScene): Promise<StorageUse> {
  const [kinds, people] = await Promise.all([store.bytesByKind(at), store.bytesByPerson(at)])
  return {
    used_bytes: kinds.reduce((sum, { bytes }) => sum + bytes, 0),
    quota_bytes: quotaOf(at) ?? null,
    kinds,
    people,
  }
}
