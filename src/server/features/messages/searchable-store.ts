import { sql } from 'kysely'
import { search as limits } from '#shared/contract/search/limits'
import type { MemberContext } from '../../platform/request-context'
import type { Place, SearchParams } from '../../platform/searchable'
import { bestOf, isSomething, scopes, textScore, tsquery, within, wordQuery } from '../../platform/words/sql'
import { chatName, theirChats } from './chats-sql'

export interface FoundMessage extends Place {
  chat_id: number
  chat_name: string
  text: string
  by: string | null
}

/** The chats that are searched; of more, those with the newest messages. */
const chatsSearched = 1_000

/** A limit that PostgreSQL does not know when it plans. For a known one, it would scan the table from its beginning. */
const atMost = (count: number) => sql`limit (select ${sql.lit(count)})`

/** The chats of the caller. They are read before the words, so that other chats cost nothing. */
async function chatsToSearch(ctx: MemberContext): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from ${theirChats(ctx)} where c.has_messages
    order by c.last_at desc, c.id desc limit ${sql.lit(chatsSearched)}`.execute(ctx.tx)
  return rows.map(row => row.id)
}

/** Messages of the caller's chats: the best of the newest matches. */
export async function findMessages(
  ctx: MemberContext,
  params: SearchParams,
): Promise<{ rows: (FoundMessage & Place)[]; total: number }> {
  const chats = await chatsToSearch(ctx)
  if (chats.length === 0) return { rows: [], total: 0 }
  return bestOf<FoundMessage>(
    ctx,
    sql`
      select m.id, m.created_at as at, ${textScore(ctx, sql`m.words`, params.query)} as score from (
        select m.id, m.created_at, m.words from messages m
        where m.organization_id = ${ctx.organization_id} and m.chat_id = any(${chats}::bigint[])
          and ${isSomething(params.query)} and m.words @@ (${tsquery(ctx, params.query)} && ${scopes.chats(chats)})
          and m.created_at <= ${params.until}::timestamptz ${within(sql`m.created_at`, params)}
        order by m.id desc ${atMost(limits.ranked + 1)}
      ) m`,
    params,
    {
      columns: sql`m.chat_id, m.text, ${chatName(ctx)} as chat_name,
        coalesce(u.displayname, (select b.name from bots b where b.organization_id = m.organization_id and b.id = m.bot_id)) as by`,
      joins: sql`join messages m on m.organization_id = ${ctx.organization_id} and m.id = h.id
        join chats c on c.organization_id = m.organization_id and c.id = m.chat_id
        left join users u on u.id = m.sender_id`,
    },
  )
}

/** The words that occur in the caller's chats. */
export async function wordsInMessages(ctx: MemberContext, words: readonly string[]): Promise<string[]> {
  const chats = await chatsToSearch(ctx)
  if (chats.length === 0 || words.length === 0) return []
  const { rows } = await sql<{ word: string }>`
    select w.word from unnest(${words}::text[]) w (word)
    where exists (
      select from messages m
      where m.organization_id = ${ctx.organization_id}
        and m.words @@ (${wordQuery(ctx, sql`w.word`)} && ${scopes.chats(chats)}) ${atMost(1)}
    )`.execute(ctx.tx)
  return rows.map(row => row.word)
}
