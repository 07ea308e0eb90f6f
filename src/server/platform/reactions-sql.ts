import { sql } from 'kysely'

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
