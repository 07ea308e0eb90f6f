import { type RawBuilder, sql } from 'kysely'
import type { ChatKind } from '#shared/contract/messages/endpoints'
import { messages as limits } from '#shared/contract/messages/limits'
import { limitOf } from '../../platform/cursor'
import type { PersonRow } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'
import type { MemberContext } from '../../platform/request-context'
import { chatName, isTheirs, theirChats } from './chats-sql'

export interface ChatRow {
  id: number
  kind: ChatKind
  name: string
  branch_id: number | null
  created_by: number | null
  last_at: string
  partner: PersonRow | null
  is_disabled: boolean
  last: { text: string; sender_id: number | null; at: string; files: number } | null
  last_id: number | null
  read_id: number | null
  unread: number
}

/** A position in the list of chats. */
export interface ChatPlace {
  at: string
  id: number
}

const partnerId = ({ caller }: MemberContext) =>
  sql`case when c.lower_user_id = ${caller.user_id} then c.higher_user_id else c.lower_user_id end`

/** Whether the other person of a direct chat `c` has left the organisation, or its bot was deleted. */
const isDisabled = (ctx: MemberContext) => sql<boolean>`(c.kind = 'direct' and not exists (
  select from memberships m where m.organization_id = c.organization_id and m.user_id = ${partnerId(ctx)}
) or c.kind = 'bot' and exists (
  select from bots b where b.organization_id = c.organization_id and b.id = c.bot_id and b.deleted_at is not null
))`

/**
 * The number of unread messages of a chat `c`. Messages from before the caller came to a group, or to the organisation,
 * are not counted.
 */
const unread = ({ caller, organization_id }: MemberContext) => sql<number>`(
  select count(*) from (
    select from messages m
    where m.organization_id = c.organization_id and m.chat_id = c.id
      and m.id > coalesce((
        select r.read_id from chat_reads r
        where r.organization_id = c.organization_id and r.chat_id = c.id and r.user_id = ${caller.user_id}
      ), 0)
      and m.deleted_at is null and m.sender_id is distinct from ${caller.user_id}
      and m.created_at >= coalesce(case c.kind
        when 'group' then (
          select cm.joined_at from chat_members cm
          where cm.organization_id = c.organization_id and cm.chat_id = c.id and cm.user_id = ${caller.user_id}
        )
        when 'space' then (
          select m.joined_at from memberships m
          where m.organization_id = ${organization_id} and m.user_id = ${caller.user_id}
        ) end, '-infinity')
    limit ${sql.lit(limits.unread)}
  ) unread
)`

const columns = (ctx: MemberContext) => sql`c.id, c.kind, c.branch_id, c.created_by, c.last_at,
  ${chatName(ctx)} as name, ${isDisabled(ctx)} as is_disabled, ${unread(ctx)} as unread,
  (select ${personJson('u')} from users u where c.kind = 'direct' and u.id = ${partnerId(ctx)}) as partner,
  (
    select json_build_object('text', left(m.text, 200), 'sender_id', m.sender_id, 'files', cardinality(m.file_ids),
      'at', to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from messages m
    where m.organization_id = c.organization_id and m.chat_id = c.id and m.deleted_at is null
    order by m.id desc limit 1
  ) as last,
  (
    select m.id from messages m where m.organization_id = c.organization_id and m.chat_id = c.id
    order by m.id desc limit 1
  ) as last_id,
  (
    select r.read_id from chat_reads r
    where r.organization_id = c.organization_id and r.chat_id = c.id and r.user_id = ${ctx.caller.user_id}
  ) as read_id`

/**
 * The caller's chats, the newest message first, after a position. A chat without messages is only listed for its
 * creator, unless it is a group.
 */
export async function listChats(ctx: MemberContext, after: ChatPlace | undefined, limit: number): Promise<ChatRow[]> {
  const { rows } = await sql<ChatRow>`
    select ${columns(ctx)} from (
      select c.* from ${theirChats(ctx)}
      where (c.has_messages or c.kind = 'group' or c.created_by = ${ctx.caller.user_id})
        and (c.last_at, c.id) < (${after?.at ?? 'infinity'}::timestamptz, ${after?.id ?? 0}::bigint)
      order by c.last_at desc, c.id desc limit ${limitOf(limit)}
    ) c order by c.last_at desc, c.id desc`.execute(ctx.tx)
  return rows.slice(0, limit)
}

export async function findChat(ctx: MemberContext, chat_id: number): Promise<ChatRow | undefined> {
  const { rows } = await sql<ChatRow>`
    select ${columns(ctx)} from chats c where c.id = ${chat_id} and ${isTheirs(ctx)}`.execute(ctx.tx)
  return rows[0]
}

export async function countUnread(ctx: MemberContext): Promise<{ unread_messages: number; unread_chats: number }> {
  const { rows } = await sql<{ unread_messages: number; unread_chats: number }>`
    select coalesce(sum(u.unread), 0)::bigint as unread_messages, count(*) as unread_chats
    from (select ${unread(ctx)} as unread from ${theirChats(ctx)} where c.has_messages) u where u.unread > 0`.execute(
    ctx.tx,
  )
  return rows[0] ?? { unread_messages: 0, unread_chats: 0 }
}

/** What decides whether the caller may write in one of their chats. */
export interface ChatRights {
  id: number
  kind: ChatKind
  branch_id: number | null
  created_by: number | null
  is_disabled: boolean
}

const rights = (ctx: MemberContext) => sql`c.id, c.kind, c.branch_id, c.created_by, ${isDisabled(ctx)} as is_disabled`

export async function rightsOn(ctx: MemberContext, chat_id: number): Promise<ChatRights | undefined> {
  const { rows } = await sql<ChatRights>`
    select ${rights(ctx)} from chats c where c.id = ${chat_id} and ${isTheirs(ctx)}`.execute(ctx.tx)
  return rows[0]
}

/** The same, locked until the call ends, so that changes of its people happen one after the other. */
export async function lockChat(ctx: MemberContext, chat_id: number): Promise<ChatRights | undefined> {
  const { rows } = await sql<ChatRights>`
    select ${rights(ctx)} from chats c where c.id = ${chat_id} and ${isTheirs(ctx)} for no key update`.execute(ctx.tx)
  return rows[0]
}

/** Of these chats, those of the caller. */
export async function chatsAmong(ctx: MemberContext, chat_ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select c.id from chats c where c.id = any(${chat_ids}::bigint[]) and ${isTheirs(ctx)}`.execute(ctx.tx)
  return new Set(rows.map(row => row.id))
}

const ordered = (one: number, other: number) => [Math.min(one, other), Math.max(one, other)] as const

export async function findPair(ctx: MemberContext, user_id: number): Promise<number | undefined> {
  const [lower, higher] = ordered(ctx.caller.user_id, user_id)
  const { rows } = await sql<{ id: number }>`
    select c.id from chats c
    where c.organization_id = ${ctx.organization_id} and c.kind = 'direct'
      and c.lower_user_id = ${lower} and c.higher_user_id = ${higher}`.execute(ctx.tx)
  return rows[0]?.id
}

/**
 * Makes the chat of the caller with another person. Undefined if it exists: of two calls at the same time the second
 * waits for the first and makes none.
 */
export async function insertPair(ctx: MemberContext, user_id: number): Promise<number | undefined> {
  const [lower, higher] = ordered(ctx.caller.user_id, user_id)
  const id = await insertChat(ctx, sql`'direct', null, null, ${lower}::bigint, ${higher}::bigint, null`)
  if (id !== undefined) await addMembers(ctx, id, [ctx.caller.user_id, user_id])
  return id
}

/** Makes the chat of a branch that the caller may see. Undefined if it exists. */
export const insertSpace = (ctx: MemberContext, branch_id: number) =>
  insertChat(ctx, sql`'space', null, ${branch_id}::bigint, null, null, null`)

/** Creates a group without people. Undefined if the caller created one with this `client_id`. */
export const insertGroup = (ctx: MemberContext, name: string, client_id: string | null) =>
  insertChat(ctx, sql`'group', ${name}::text, null, null, null, ${client_id}::text`)

async function insertChat(ctx: MemberContext, values: RawBuilder<unknown>): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into chats (organization_id, created_by, created_at, last_at, kind, name, branch_id, lower_user_id, higher_user_id,
      client_id)
    select ${ctx.organization_id}::bigint, ${ctx.caller.user_id}::bigint, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz, ${values}
    on conflict do nothing returning id`.execute(ctx.tx)
  return rows[0]?.id
}

export async function findSpace(ctx: MemberContext, branch_id: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select c.id from chats c
    where c.organization_id = ${ctx.organization_id} and c.kind = 'space' and c.branch_id = ${branch_id}`.execute(
    ctx.tx,
  )
  return rows[0]?.id
}

export async function findGroupOfClient(ctx: MemberContext, client_id: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select c.id from chats c
    where c.organization_id = ${ctx.organization_id} and c.created_by = ${ctx.caller.user_id}
      and c.client_id = ${client_id}`.execute(ctx.tx)
  return rows[0]?.id
}

/** The people of a direct chat or group, those who came first in front. */
export async function membersOf(ctx: MemberContext, chat_id: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select cm.user_id from chat_members cm
    where cm.organization_id = ${ctx.organization_id} and cm.chat_id = ${chat_id}
    order by cm.joined_at, cm.user_id`.execute(ctx.tx)
  return rows.map(row => row.user_id)
}

export async function addMembers(ctx: MemberContext, chat_id: number, user_ids: readonly number[]): Promise<void> {
  await sql`
    insert into chat_members (organization_id, chat_id, user_id, joined_at)
    select ${ctx.organization_id}::bigint, ${chat_id}::bigint, unnest(${user_ids}::bigint[]), ${ctx.now}::timestamptz
    on conflict do nothing`.execute(ctx.tx)
}

export async function removeMembers(ctx: MemberContext, chat_id: number, user_ids: readonly number[]): Promise<void> {
  await sql`
    delete from chat_members
    where organization_id = ${ctx.organization_id} and chat_id = ${chat_id} and user_id = any(${user_ids}::bigint[])`.execute(
    ctx.tx,
  )
}

export async function updateGroup(
  ctx: MemberContext,
  chat_id: number,
  changes: { name?: string; created_by?: number | null },
): Promise<void> {
  await ctx.tx
    .updateTable('chats')
    .set(changes)
    .where('organization_id', '=', ctx.organization_id)
    .where('id', '=', chat_id)
    .execute()
}
