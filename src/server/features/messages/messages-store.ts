import { type RawBuilder, sql } from 'kysely'
import type { Card } from '#shared/contract/messages/card'
import type { Reaction } from '#shared/contract/messages/message'
import { limitOf } from '../../platform/cursor'
import type { MemberContext } from '../../platform/request-context'

export interface MessageRow {
  id: number
  chat_id: number
  sender_id: number | null
  bot_id: number | null
  card: Card | null
  sender_name: string
  client_id: string
  text: string
  reply: { id: number; sender_name: string; message_text: string; is_deleted: boolean } | null
  reply_count: number
  created_at: string
  edited_at: string | null
  deleted_at: string | null
  pinned_at: string | null
  pinned_by: number | null
  file_ids: string[]
  mentions: number[]
  reactions: Reaction[] | null
}

/** The name of who wrote a message of this table, a person or a bot. */
const nameOfSender = (of: RawBuilder<unknown>) => sql`coalesce(
  (select u.displayname from users u where u.id = ${of}.sender_id),
  (select b.name from bots b where b.organization_id = ${of}.organization_id and b.id = ${of}.bot_id),
  ''
)`

const columns = sql`m.id, m.chat_id, m.sender_id, m.bot_id, m.card, m.client_id, m.text, m.created_at, m.edited_at, m.deleted_at, m.pinned_at,
  m.pinned_by, m.file_ids, m.mentions,
  ${nameOfSender(sql`m`)} as sender_name,
  (
    select json_build_object('id', a.id, 'message_text', left(a.text, 200), 'is_deleted', a.deleted_at is not null,
      'sender_name', ${nameOfSender(sql`a`)})
    from messages a where a.organization_id = m.organization_id and a.id = m.reply_to
  ) as reply,
  (
    select count(*) from messages a
    where a.organization_id = m.organization_id and a.chat_id = m.chat_id and a.reply_to = m.id and a.deleted_at is null
  ) as reply_count,
  (
    select json_agg(json_build_object('emoji', r.emoji, 'user_ids', r.user_ids) order by r.first, r.emoji) from (
      select r.emoji, min(r.created_at) as first, json_agg(r.user_id order by r.created_at, r.user_id) as user_ids
      from message_reactions r where r.organization_id = m.organization_id and r.message_id = m.id group by r.emoji
    ) r
  ) as reactions`

/** A transaction that is limited to an organisation. */
type Tenant = Pick<MemberContext, 'tx' | 'organization_id'>

const ofChat = (ctx: Tenant, chat_id: number) =>
  sql`m.organization_id = ${ctx.organization_id} and m.chat_id = ${chat_id}`

/** Reads away from a position, and returns the messages newest first. Like all reads here, does not check access. */
async function beside(
  ctx: MemberContext,
  chat_id: number,
  where: RawBuilder<unknown>,
  direction: RawBuilder<unknown>,
  limit: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select ${columns} from (
      select m.* from messages m where ${ofChat(ctx, chat_id)} ${where} order by m.id ${direction} limit ${limitOf(limit)}
    ) m order by m.id ${direction}`.execute(ctx.tx)
  return rows.slice(0, limit)
}

/** The newest messages before an id, newest first. */
export const messagesBefore = (ctx: MemberContext, chat_id: number, last_id: number | undefined, limit: number) =>
  beside(ctx, chat_id, last_id === undefined ? sql`` : sql`and m.id < ${last_id}`, sql`desc`, limit)

/** The first messages after an id, newest first. */
export const messagesAfter = async (ctx: MemberContext, chat_id: number, after_id: number, limit: number) =>
  (await beside(ctx, chat_id, sql`and m.id > ${after_id}`, sql`asc`, limit)).reverse()

/** The messages that answer one, oldest first. */
export const repliesAfter = (
  ctx: MemberContext,
  { chat_id, message_id, after_id }: { chat_id: number; message_id: number; after_id: number },
  limit: number,
) => beside(ctx, chat_id, sql`and m.reply_to = ${message_id} and m.id > ${after_id}`, sql`asc`, limit)

export async function pinnedMessages(ctx: MemberContext, chat_id: number, limit: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select ${columns} from messages m
    where ${ofChat(ctx, chat_id)} and m.pinned_at is not null
    order by m.pinned_at desc, m.id desc limit ${sql.lit(limit)}`.execute(ctx.tx)
  return rows
}

async function findMessageBy(
  ctx: Tenant,
  chat_id: number,
  where: RawBuilder<unknown>,
): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    select ${columns} from messages m where ${ofChat(ctx, chat_id)} and ${where}`.execute(ctx.tx)
  return rows[0]
}

export const findMessage = (ctx: Tenant, chat_id: number, message_id: number) =>
  findMessageBy(ctx, chat_id, sql`m.id = ${message_id}`)

/** The message that the caller sent with a `client_id`. */
export const findSent = (ctx: MemberContext, chat_id: number, client_id: string) =>
  findMessageBy(ctx, chat_id, sql`m.sender_id = ${ctx.caller.user_id} and m.client_id = ${client_id}`)

/** Locks a message until the call ends, so that changes of it happen one after the other. */
export async function lockMessage(ctx: MemberContext, chat_id: number, message_id: number): Promise<void> {
  await sql`select from messages m where ${ofChat(ctx, chat_id)} and m.id = ${message_id} for update`.execute(ctx.tx)
}

export interface NewMessage {
  chat_id: number
  client_id: string
  text: string
  reply_to: number | null
  file_ids: readonly string[]
  mentions: readonly number[]
}

/**
 * Writes a message as the caller, moves the chat to the top of the lists, and marks it as read by the caller. The chat
 * is locked first, so that the order of the ids is the order of the commits. Undefined if the `client_id` is known.
 */
export async function insertMessage(ctx: MemberContext, message: NewMessage): Promise<number | undefined> {
  const { organization_id, caller, now } = ctx
  const { rows } = await sql<{ id: number }>`
    with chat as (
      update chats c set last_at = greatest(c.last_at, ${now}::timestamptz), has_messages = true
      where c.organization_id = ${organization_id} and c.id = ${message.chat_id} returning c.id
    ), written as (
      insert into messages (organization_id, chat_id, sender_id, client_id, text, reply_to, file_ids, mentions, created_at)
      select ${organization_id}::bigint, chat.id, ${caller.user_id}::bigint, ${message.client_id}::text,
        ${message.text}::text, ${message.reply_to}::bigint, ${message.file_ids}::uuid[], ${message.mentions}::bigint[],
        ${now}::timestamptz
      from chat
      on conflict do nothing returning id, chat_id
    ), marked as (
      insert into chat_reads as r (organization_id, chat_id, user_id, read_id, read_at)
      select ${organization_id}::bigint, written.chat_id, ${caller.user_id}::bigint, written.id, ${now}::timestamptz
      from written
      on conflict (organization_id, chat_id, user_id)
        do update set read_id = greatest(r.read_id, excluded.read_id), read_at = excluded.read_at
    )
    select id from written`.execute(ctx.tx)
  return rows[0]?.id
}

interface Changes {
  text?: string
  mentions?: number[]
  file_ids?: string[]
  edited_at?: string
  deleted_at?: string
  pinned_at?: string | null
  pinned_by?: number | null
}

export async function updateMessage(ctx: MemberContext, message_id: number, changes: Changes): Promise<void> {
  await ctx.tx
    .updateTable('messages')
    .set(changes)
    .where('organization_id', '=', ctx.organization_id)
    .where('id', '=', message_id)
    .execute()
}

export async function countPins(ctx: MemberContext, chat_id: number): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from messages m where ${ofChat(ctx, chat_id)} and m.pinned_at is not null`.execute(ctx.tx)
  return rows[0]?.found ?? 0
}

export async function insertReaction(ctx: MemberContext, message_id: number, emoji: string): Promise<void> {
  await sql`
    insert into message_reactions (organization_id, message_id, emoji, user_id, created_at)
    values (${ctx.organization_id}, ${message_id}, ${emoji}, ${ctx.caller.user_id}, ${ctx.now}::timestamptz)
    on conflict do nothing`.execute(ctx.tx)
}

/** Deletes the caller's reaction, or all reactions to the message. */
export async function deleteReactions(ctx: MemberContext, message_id: number, emoji?: string): Promise<void> {
  const own = emoji === undefined ? sql`` : sql`and emoji = ${emoji} and user_id = ${ctx.caller.user_id}`
  await sql`
    delete from message_reactions
    where organization_id = ${ctx.organization_id} and message_id = ${message_id} ${own}`.execute(ctx.tx)
}
