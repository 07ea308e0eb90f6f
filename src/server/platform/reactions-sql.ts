import { sql } from 'kysely'
import type { ReactionEmoji } from '#shared/contract/reactions'
import type { MemberContext } from './request-context'

/**
 * The reactions `r` to something as JSON, the first emoji first. `to` is the condition that picks its rows of a table
 * with the columns `emoji`, `user_id` and `reacted_at`.
 */
export const reactionsJson = (table: 'comment_reactions' | 'log_reactions', to: ReturnType<typeof sql>) => sql`(
    select coalesce(json_agg(json_build_object('emoji', r.emoji, 'user_ids', r.user_ids) order by r.first, r.emoji), '[]')
    from (
      select r.emoji, json_agg(r.user_id order by r.reacted_at, r.user_id) as user_ids, min(r.reacted_at) as first
      from ${sql.table(table)} r where ${to} group by r.emoji
    ) r
  )`

/** Adds or removes a reaction of the caller to the comment or log `id`, which the column `of` names. */
export async function setReactionIn(
  { tx, organization_id, caller, now }: MemberContext,
  {
    table,
    of,
    id,
  }:
    | { table: 'comment_reactions'; of: 'comment_id'; id: number }
    | { table: 'log_reactions'; of: 'log_id'; id: number },
  { emoji, is_on }: { emoji: ReactionEmoji; is_on: boolean },
): Promise<void> {
  if (is_on)
    await sql`
      insert into ${sql.table(table)} (organization_id, ${sql.ref(of)}, emoji, user_id, reacted_at)
      values (${organization_id}, ${id}, ${emoji}, ${caller.user_id}, ${now}) on conflict do nothing`.execute(tx)
  else
    await sql`
      delete from ${sql.table(table)}
      where organization_id = ${organization_id} and ${sql.ref(of)} = ${id} and emoji = ${emoji}
        and user_id = ${caller.user_id}`.execute(tx)
}
