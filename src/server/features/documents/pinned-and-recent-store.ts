import { sql } from 'kysely'
import type { MemberContext } from '../../platform/request-context'

/** What the caller pinned and opened, to be joined as `s`. */
export const own = (ctx: MemberContext) => sql`(
  select * from document_shortcuts where organization_id = ${ctx.organization_id} and user_id = ${ctx.caller.user_id}
) s`

/** Whether the caller pinned the document `d`. */
export const pinned = (ctx: MemberContext) =>
  sql<boolean>`exists (select from ${own(ctx)} where s.doc_id = d.id and s.is_pinned)`

/** Stores a person's own data about a document. */
export async function savePinnedOrOpened(
  ctx: MemberContext,
  doc_id: number,
  noted: { is_pinned: boolean } | { opened_at: string },
): Promise<void> {
  const { organization_id, caller } = ctx
  await ctx.tx
    .insertInto('document_shortcuts')
    .values({ organization_id, user_id: caller.user_id, doc_id, ...noted })
    .onConflict(conflict => conflict.columns(['organization_id', 'user_id', 'doc_id']).doUpdateSet(noted))
    .execute()
}
