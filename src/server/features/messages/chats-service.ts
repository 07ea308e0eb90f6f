import { z } from 'zod'
import type { Person } from '#shared/contract/common'
import { Instant } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import type {
  ChatListItem,
  countUnread,
  initiateChat,
  listChatPeople,
  listChats,
  listSeen,
  markRead,
  openSpaceChat,
  SeenMark,
  sendTyping,
} from '#shared/contract/messages/endpoints'
import { apiError } from '#shared/errors'
import { createCursor } from '../../platform/cursor'
import type { Audience } from '../../platform/events'
import { personFrom } from '../../platform/people/person'
import type { MemberContext } from '../../platform/request-context'
import { branchesFor, requireMembers, whoSeesBranch } from '../organisations/service'
import * as store from './chats-store'
import * as people from './people-store'

const places = createCursor<store.ChatPlace>(z.object({ at: Instant, id: z.int() }))

async function itemFrom(ctx: MemberContext, row: store.ChatRow): Promise<ChatListItem> {
  const partner = row.partner && (await personFrom(ctx, row.partner))
  return {
    chat_id: row.id,
    kind: row.kind,
    participant_id: partner?.user_id ?? null,
    participant_name: row.name,
    participant_image: partner?.user_image ?? null,
    branch_id: row.branch_id,
    ...(row.last && { last_message: row.last.text, last_message_timestamp: row.last.at }),
    last_sender_id: row.last?.sender_id ?? null,
    last_file_count: row.last?.files ?? 0,
    last_id: row.last_id,
    read_id: row.read_id,
    unread_messages: row.unread,
    is_disabled: row.is_disabled,
    is_bot: row.kind === 'bot',
  }
}

/** The caller's chats [3.12], or one of them. */
export async function list(
  ctx: MemberContext,
  { chat_id, cursor, limit }: Body<typeof listChats>,
): Promise<Page<ChatListItem>> {
  if (chat_id !== undefined) {
    const row = await store.findChat(ctx, chat_id)
    return { items: row ? [await itemFrom(ctx, row)] : [], next_cursor: null }
  }
  const rows = await store.listChats(ctx, places.read(cursor), limit + 1)
  const { shown, next_cursor } = places.cut(rows, limit, row => ({ at: row.last_at, id: row.id }))
  return { items: await Promise.all(shown.map(row => itemFrom(ctx, row))), next_cursor }
}

export const unread = (ctx: MemberContext, _body: Body<typeof countUnread>) => store.countUnread(ctx)

/** A chat as its list shows it; for somebody who is not in it, it does not exist [D6]. */
export async function requireItem(ctx: MemberContext, chat_id: number): Promise<ChatListItem> {
  const row = await store.findChat(ctx, chat_id)
  if (!row) throw apiError('chat.not_found')
  return itemFrom(ctx, row)
}

export async function requireChat(ctx: MemberContext, chat_id: number): Promise<store.ChatRights> {
  const chat = await store.rightsOn(ctx, chat_id)
  if (!chat) throw apiError('chat.not_found')
  return chat
}

/** Refuses ids of somebody else, as with `user_id` [D6]. */
export function requireSelf({ caller }: MemberContext, self_id: number | undefined): void {
  if (self_id !== undefined && self_id !== caller.user_id) throw apiError('request.identity_mismatch')
}

/** The people of a chat. */
export async function peopleOf(
  ctx: MemberContext,
  { id, branch_id }: Pick<store.ChatRights, 'id' | 'branch_id'>,
): Promise<people.ChatPeople> {
  return branch_id === null
    ? { everyone: false, user_ids: await store.membersOf(ctx, id) }
    : whoSeesBranch(ctx, branch_id)
}

/** Only the people of a chat hear of it. */
export const audienceOf = ({ everyone, user_ids }: people.ChatPeople): Audience =>
  everyone ? { to: 'organisation' } : { to: 'users', user_ids: [...user_ids] }

/** Opens the chat of the caller with another person; of both together, there is one [7.8]. */
export async function initiate(
  ctx: MemberContext,
  { self_id, connection_id }: Body<typeof initiateChat>,
): Promise<ChatListItem> {
  requireSelf(ctx, self_id)
  if (connection_id === ctx.caller.user_id) {
    throw apiError('request.invalid', { issues: [{ path: 'connection_id', message: 'Choose somebody else.' }] })
  }
  const known = await store.findPair(ctx, connection_id)
  if (known !== undefined) return requireItem(ctx, known)
  await requireMembers(ctx, [connection_id])
  const made = await store.insertPair(ctx, connection_id)
  const chat_id = made ?? (await store.findPair(ctx, connection_id))
  if (chat_id === undefined) throw apiError('chat.not_found')
  // The other person hears of the chat with its first message.
  if (made !== undefined) ctx.record({ kind: 'chat.changed', chat_id }, { to: 'users', user_ids: [ctx.caller.user_id] })
  return requireItem(ctx, chat_id)
}

/** Opens the chat of a space. */
export async function openSpace(ctx: MemberContext, { branch_id }: Body<typeof openSpaceChat>): Promise<ChatListItem> {
  const branches = await branchesFor(ctx)
  if (!branches.some(branch => branch.id === branch_id)) throw apiError('branch.not_found')
  const chat_id =
    (await store.findSpace(ctx, branch_id)) ??
    (await store.insertSpace(ctx, branch_id)) ??
    (await store.findSpace(ctx, branch_id))
  if (chat_id === undefined) throw apiError('chat.not_found')
  return requireItem(ctx, chat_id)
}

export async function listPeople(
  ctx: MemberContext,
  { chat_id }: Body<typeof listChatPeople>,
): Promise<{ people: Person[]; created_by: number | null }> {
  const chat = await requireChat(ctx, chat_id)
  const rows = await people.peopleRows(ctx, await peopleOf(ctx, chat))
  return { people: await Promise.all(rows.map(row => personFrom(ctx, row))), created_by: chat.created_by }
}

/** Marks a chat as read. In a space, only the caller's other devices hear of it, because a space may be everybody. */
export async function read(ctx: MemberContext, { chat_id, last_id }: Body<typeof markRead>): Promise<null> {
  const chat = await requireChat(ctx, chat_id)
  const read_id = await people.markRead(ctx, chat_id, last_id)
  if (read_id === undefined) return null
  const { user_id } = ctx.caller
  const audience: Audience =
    chat.kind === 'space' ? { to: 'users', user_ids: [user_id] } : audienceOf(await peopleOf(ctx, chat))
  ctx.record({ kind: 'chat.read', chat_id, user_id, read_id }, audience)
  return null
}

/** Tells the others in a chat that the caller is writing. */
export async function typing(ctx: MemberContext, { chat_id }: Body<typeof sendTyping>): Promise<null> {
  const chat = await requireChat(ctx, chat_id)
  if (chat.kind === 'bot') throw apiError('chat.of_bot')
  const { user_id } = ctx.caller
  ctx.app.bus.publish({
    ...{ topic: 'momentary', organization_id: ctx.organization_id, by_user_id: user_id },
    audience: audienceOf(await peopleOf(ctx, chat)),
    frame: { event: 'typing', chat_id, user_id },
  })
  return null
}

export async function seen(ctx: MemberContext, { chat_id }: Body<typeof listSeen>): Promise<SeenMark[]> {
  const chat = await requireChat(ctx, chat_id)
  return people.seenMarks(ctx, chat_id, await peopleOf(ctx, chat))
}
