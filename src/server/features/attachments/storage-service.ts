import type { StorageUse } from '#shared/contract/storage'
import type { MemberContext } from '../../platform/request-context'
import { quotaOf } from './guest-room'
import * as store from './storage-store'

/** Counts what `requireRoom` counts, so that what is shown is what uploads are refused by. */
export async function readUse(ctx: MemberContext): Promise<StorageUse> {
  const [kinds, people] = await Promise.all([store.bytesByKind(ctx), store.bytesByPerson(ctx)])
  return {
    used_bytes: kinds.reduce((sum, { bytes }) => sum + bytes, 0),
    quota_bytes: quotaOf(ctx) ?? null,
    kinds,
    people,
  }
}
