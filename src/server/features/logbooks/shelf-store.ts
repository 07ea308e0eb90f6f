import { sql } from 'kysely'
import type { MemberScene } from '../../platform/scene'

/** What the caller pinned and opened, to be joined as `s`. */
export const own = (at: MemberScene) => sql`(
  select * from shelf_items where organization_id = ${at.organization_id} and user_id = ${at.caller.user_id}
) s`

/** Whether the caller pinned the document `d`. */
export const pinned = (at: MemberScene) =>
  sql<boolean>`exists (select from ${own(at)} where s.doc_id = d.id and s.is_pinned)`

/** Notes something of a document for the caller alone. */
export async function putOnShelf(
  at: MemberScene,
  doc_id: number,
  noted: { is_pinned: boolean } | { opened_at: string },
): Promise<void> {
  const { organization_id, caller } = at
  await at.tx
    .insertInto('shelf_items')
    .values({ organization_id, user_id: caller.user_id, doc_id, ...noted })
    .onConflict(conflict => conflict.columns(['organization_id', 'user_id', 'doc_id']).doUpdateSet(noted))
    .execute()
}
