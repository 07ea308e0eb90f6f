import { sql } from 'kysely'
import type { ChatKind } from '#shared/contract/messages/endpoints'
import { messages as limits } from '#shared/contract/messages/limits'
import type { SystemContext } from '../../platform/run-as'

/** What notifications need to know of chats. None of these checks who is in a chat. */
type Context = Pick<SystemContext, 'tx' | 'organization_id'>

/** The kind of a chat, and its name unless it is direct. */
export async function chatNotice(
  { tx, organization_id }: Context,
  chat_id: number,
): Promise<{ kind: ChatKind; title: string } | undefined> {
  const { rows } = await sql<{ kind: ChatKind; title: string }>`
    select c.kind, coalesce(case c.kind
      when 'space' then (select b.name from branches b where b.organization_id = c.organization_id and b.id = c.branch_id)
      when 'bot' then (select t.name from bots t where t.organization_id = c.organization_id and t.id = c.bot_id)
      when 'group' then c.name end, '') as title
    from chats c where c.organization_id = ${organization_id} and c.id = ${chat_id}`.execute(tx)
  return rows[0]
}

export interface UnreadNotice {
  user_id: number
  message_id: number
  sender_id: number | null
  count: number
}

/**
 * The people of a direct chat, a group or a chat with a bot, with unread messages from `from_id` on that were sent until an instant: how many,
 * and the newest one. Messages that mention them are not counted, because they hear of those by themselves.
 */
export async function unreadSince(
  { tx, organization_id }: Context,
  { chat_id, from_id, until }: { chat_id: number; from_id: number; until: string },
): Promise<UnreadNotice[]> {
  const { rows } = await sql<UnreadNotice>`
    select cm.user_id, u.message_id, u.sender_id, u.count
    from chat_members cm
    join chats c on c.organization_id = cm.organization_id and c.id = cm.chat_id and c.kind <> 'space'
    cross join lateral (
      select max(m.id) as message_id, (array_agg(m.sender_id order by m.id desc))[1] as sender_id, count(*)::int as count
      from (
        select m.id, m.sender_id from messages m
        where m.organization_id = cm.organization_id and m.chat_id = cm.chat_id
          and m.id > coalesce((
            select r.read_id from chat_reads r
            where r.organization_id = cm.organization_id and r.chat_id = cm.chat_id and r.user_id = cm.user_id
          ), 0)
          and m.created_at >= case c.kind when 'group' then cm.joined_at else '-infinity' end
          and m.created_at <= ${until}::timestamptz and m.deleted_at is null
          and m.sender_id is distinct from cm.user_id and not m.mentions @> array[cm.user_id]
        order by m.id desc limit ${sql.lit(limits.unread)}
      ) m
    ) u
    where cm.organization_id = ${organization_id} and cm.chat_id = ${chat_id} and u.message_id >= ${from_id}`.execute(
    tx,
  )
  return rows
}

/** The first message of a chat that was sent after an instant; undefined if there is none. */
export async function firstAfter(
  { tx, organization_id }: Context,
  chat_id: number,
  after: string,
): Promise<{ id: number; created_at: string } | undefined> {
  const { rows } = await sql<{ id: number; created_at: string }>`
    select m.id, m.created_at from messages m
    where m.organization_id = ${organization_id} and m.chat_id = ${chat_id} and m.created_at > ${after}::timestamptz
    order by m.id limit 1`.execute(tx)
  return rows[0]
}
