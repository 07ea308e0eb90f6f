import type { Audience } from '../../platform/events'
import type { MemberScene } from '../../platform/scene'
import { readersOf } from './access-store'

/**
 * Those who may read a document at this point of the call, by name. An event that ends somebody's right must go to them like
 * this: by the time it is handed out they could no longer be found.
 */
export async function audienceOf(at: MemberScene, doc_id: number): Promise<Audience> {
  const { everyone, user_ids } = await readersOf(at.tx, at.organization_id, doc_id, at.now)
  return everyone ? { to: 'organisation' } : { to: 'users', user_ids: [...user_ids] }
}

/** Changes who may read a document and tells everybody who could before or can now. */
export async function tellAccessChange(at: MemberScene, doc_id: number, change: () => Promise<unknown>): Promise<void> {
  const before = await audienceOf(at, doc_id)
  await change()
  at.record({ kind: 'document.access_changed', doc_id }, both(before, await audienceOf(at, doc_id)))
}

function both(one: Audience, other: Audience): Audience {
  if (one.to !== 'users' || other.to !== 'users') return { to: 'organisation' }
  return { to: 'users', user_ids: [...new Set([...one.user_ids, ...other.user_ids])] }
}
