import { sql } from 'kysely'
import { search as limits } from '#shared/contract/search/limits'
import type { MemberContext } from '../../platform/request-context'
import type { Place, SearchParams } from '../../platform/searchable'
import { bestOf, isSomething, scopes, textScore, tsquery, within, wordQuery } from '../../platform/words/sql'
import { seen } from './task-sql'

export interface FoundTask extends Place {
  title: string
  /** The description, or the newest matching comment if only comments match. */
  text: string
  branch_id: number
  branch_name: string
  by: string | null
}

const atMost = sql`limit ${sql.lit(limits.ranked + 1)}`

/** The best of the newest matching tasks that the caller may see, by title, description and comments. */
export async function findTasks(ctx: MemberContext, params: SearchParams) {
  const { organization_id } = ctx
  const query = tsquery(ctx, params.query)
  const matches = (words: ReturnType<typeof sql>) =>
    sql`${isSomething(params.query)} and ${words} @@ (${query} && ${scopes.organisation(ctx)})`
  return bestOf<FoundTask>(
    ctx,
    sql`
      select f.id, f.at, max(f.score) as score from (
        (select t.id, t.updated_at as at, ${textScore(ctx, sql`t.words`, params.query)} as score from tasks t
        where t.organization_id = ${organization_id} and ${matches(sql`t.words`)} and ${seen(ctx)}
          ${within(sql`t.updated_at`, params)}
        order by t.updated_at desc, t.id desc ${atMost})
        union all
        (select t.id, t.updated_at, ${textScore(ctx, sql`c.words`, params.query)} from task_comments c
        join tasks t on t.organization_id = c.organization_id and t.id = c.task_id
        where c.organization_id = ${organization_id} and ${matches(sql`c.words`)} and ${seen(ctx)}
          ${within(sql`t.updated_at`, params)}
        order by c.id desc ${atMost})
      ) f group by f.id, f.at`,
    params,
    {
      columns: sql`t.title, t.branch_id, b.name as branch_name, u.displayname as by,
        case when ts_match_vq(t.words, ${query}) then t.description else coalesce((
          select c.comment from task_comments c
          where c.organization_id = ${organization_id} and c.task_id = t.id and ts_match_vq(c.words, ${query})
          order by c.id desc limit 1
        ), t.description) end as text`,
      joins: sql`join tasks t on t.organization_id = ${organization_id} and t.id = h.id
        join branches b on b.organization_id = t.organization_id and b.id = t.branch_id
        left join users u on u.id = t.reporter_id`,
    },
  )
}

/** The words that occur in tasks that the caller may see, or in their comments. */
export async function wordsInTasks(ctx: MemberContext, words: readonly string[]): Promise<string[]> {
  const { organization_id } = ctx
  const word = sql`(${wordQuery(ctx, sql`w.word`)} && ${scopes.organisation(ctx)})`
  const { rows } = await sql<{ word: string }>`
    select w.word from unnest(${words}::text[]) w (word)
    where exists (
      select from tasks t where t.organization_id = ${organization_id} and t.words @@ ${word} and ${seen(ctx)}
    ) or exists (
      select from task_comments c join tasks t on t.organization_id = c.organization_id and t.id = c.task_id
      where c.organization_id = ${organization_id} and c.words @@ ${word} and ${seen(ctx)}
    )`.execute(ctx.tx)
  return rows.map(row => row.word)
}
