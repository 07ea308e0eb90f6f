import { sql } from 'kysely'
import type { MemberContext } from '../../platform/request-context'
import { parseQuery } from '../../platform/words/query'
import { isSomething, scopes, tsquery, within } from '../../platform/words/sql'
import { chatName, isTheirs, theirChats } from './chats-sql'

export interface FoundMessage {
  id: number
  chat_id: number
  chat: string
  text: string
  sender_id: number | null
  by: string
  at: string
}

const columns = (ctx: MemberContext) => sql`m.id, m.chat_id, ${chatName(ctx)} as chat, m.text, m.sender_id,
  coalesce((select u.displayname from users u where u.id = m.sender_id), '') as by, m.created_at as at`

/** The chats that are looked at; of more, those with the newest messages. */
const chatsRead = 200

const newestChats = (ctx: MemberContext) => sql`(
  select c.* from ${theirChats(ctx)} where c.has_messages order by c.last_at desc, c.id desc limit ${sql.lit(chatsRead)}
) c`

export interface MessageFilter {
  words?: string | undefined
  user_ids?: readonly number[] | undefined
  chat_ids?: readonly number[] | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The newest matching messages of the caller's chats, and how many match. */
export async function findMessagesBy(
  ctx: MemberContext,
  { words, user_ids, chat_ids, from, to }: MessageFilter,
  limit: number,
): Promise<{ rows: FoundMessage[]; total: number }> {
  const { rows: chats } = await sql<{ id: number }>`select c.id from ${newestChats(ctx)}`.execute(ctx.tx)
  const ids = chats.map(({ id }) => id).filter(id => !chat_ids || chat_ids.includes(id))
  if (ids.length === 0) return { rows: [], total: 0 }
  const query = parseQuery(words ?? '')
  const conditions = [
    sql`m.organization_id = ${ctx.organization_id} and m.chat_id = any(${ids}::bigint[]) and m.deleted_at is null`,
    words && sql`${isSomething(query)} and m.words @@ (${tsquery(ctx, query)} && ${scopes.chats(ids)})`,
    user_ids && sql`m.sender_id = any(${user_ids}::bigint[])`,
    sql`true ${within(sql`m.created_at`, { from, to })}`,
  ].filter(condition => typeof condition === 'object')
  const { rows } = await sql<FoundMessage & { total: number }>`
    with among as materialized (
      select m.id from messages m where ${sql.join(conditions, sql` and `)}
    )
    select ${columns(ctx)}, (select count(*)::int from among) as total
    from (select id from among order by id desc limit ${sql.lit(limit)}) f
    join messages m on m.organization_id = ${ctx.organization_id} and m.id = f.id
    join chats c on c.organization_id = m.organization_id and c.id = m.chat_id
    order by m.id desc`.execute(ctx.tx)
  return { rows, total: rows[0]?.total ?? 0 }
}

export interface MissedMessage extends FoundMessage {
  /** How many were missed in its chat. */
  total: number
}

/**
 * The newest messages of others in each of the caller's chats: since an instant, or those that they have not read. Messages
 * from before they came to a group, or to the organisation, are left out.
 */
export async function missedMessages(
  ctx: MemberContext,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  limit: number,
): Promise<MissedMessage[]> {
  const { organization_id, caller } = ctx
  const since = from
    ? sql`true ${within(sql`m.created_at`, { from, to })}`
    : sql`m.id > coalesce((
        select r.read_id from chat_reads r
        where r.organization_id = c.organization_id and r.chat_id = c.id and r.user_id = ${caller.user_id}
      ), 0)`
  const { rows } = await sql<MissedMessage>`
    select ${columns(ctx)}, f.total from (
      select m.id, row_number() over (partition by m.chat_id order by m.id desc) as nr,
        count(*) over (partition by m.chat_id) as total
      from ${newestChats(ctx)}
      join messages m on m.organization_id = c.organization_id and m.chat_id = c.id
      where ${since} and m.deleted_at is null and m.sender_id is distinct from ${caller.user_id}
        and m.created_at >= coalesce(case c.kind
          when 'group' then (
            select cm.joined_at from chat_members cm
            where cm.organization_id = c.organization_id and cm.chat_id = c.id and cm.user_id = ${caller.user_id}
          )
          when 'space' then (
            select me.joined_at from memberships me
            where me.organization_id = ${organization_id} and me.user_id = ${caller.user_id}
          ) end, '-infinity')
    ) f
    join messages m on m.organization_id = ${organization_id} and m.id = f.id
    join chats c on c.organization_id = m.organization_id and c.id = m.chat_id
    where f.nr <= ${sql.lit(limit)}
    order by m.id desc`.execute(ctx.tx)
  return rows
}

/** The caller's chats whose names occur in a text; a person's name means the chat with them. */
export async function chatsNamedIn(ctx: MemberContext, text: string): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select n.id, n.name from (
      select c.id, c.kind, ${chatName(ctx)} as name from ${newestChats(ctx)}
    ) n
    where n.kind <> 'direct' and btrim(n.name) <> '' and strpos(lower(${text}::text), lower(n.name)) > 0
    order by length(n.name) desc, n.id`.execute(ctx.tx)
  return rows
}

/** The texts of these messages, of those in the caller's chats. */
export async function textsOf(ctx: MemberContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; text: string }>`
    select m.id, left(m.text, 500) as text from messages m
    join chats c on c.organization_id = m.organization_id and c.id = m.chat_id
    where m.organization_id = ${ctx.organization_id} and m.id = any(${ids}::bigint[]) and m.deleted_at is null
      and ${isTheirs(ctx)}`.execute(ctx.tx)
  return new Map(rows.map(row => [row.id, row.text]))
}
