import type { StorageUse } from '#shared/contract/attachments/storage'
import type { MemberContext } from '../../platform/request-context'
import { quotaOf } from './quota'
import * as store from './storage-store'

/** Counts exactly what `requireRoom` counts, so that the shown figures match those that refuse uploads. */
export async function readUse(ctx: MemberContext): Promise<StorageUse> {
  const [kinds, people] = await Promise.all([store.bytesByKind(ctx), store.bytesByPerson(ctx)])
  return {
    used_bytes: kinds.reduce((sum, { bytes }) => sum + bytes, 0),
    quota_bytes: quotaOf(ctx) ?? null,
    kinds,
    people,
  }
}
