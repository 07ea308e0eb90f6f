import type { Body } from '#shared/contract/endpoint'
import type {
  deleteMessage,
  editMessage,
  getMessages,
  listPins,
  pinMessage,
  reactToMessage,
  readThread,
  sendMessage,
} from '#shared/contract/messages/endpoints'
import type { MessageEvent } from '#shared/contract/messages/events'
import { messages as limits } from '#shared/contract/messages/limits'
import type { ChatMessage } from '#shared/contract/messages/message'
import { apiError } from '#shared/errors'
import { withoutLinkNames } from '#shared/page/references'
import type { Repeating } from '../../platform/http/route'
import type { MemberContext } from '../../platform/request-context'
import { attachToMessage, detachFromMessage } from '../attachments/service'
import { noteDocumentLinks } from '../documents/service'
import { audienceOf, peopleOf, requireChat, requireSelf } from './chats-service'
import type { ChatRights } from './chats-store'
import * as store from './messages-store'
import { type ChatPeople, peopleAmong } from './people-store'

export function messageFrom(row: store.MessageRow): ChatMessage {
  const details = { user_ids: row.mentions, message_ids: row.reply ? [row.reply.id] : [], card: row.card }
  return {
    id: row.id,
    chat_id: row.chat_id,
    is_from_ai: false,
    message_text: row.bot_id === null ? row.text : JSON.stringify({ message: row.text, details }),
    message: row.text,
    chat_created: row.created_at,
    user_selected_suggestion: null,
    frames_urls: [],
    details,
    bot_id: row.bot_id,
    sender_id: row.sender_id,
    sender_name: row.sender_name,
    client_id: row.client_id,
    reply_to: row.reply,
    reply_count: row.reply_count,
    edited_at: row.edited_at,
    deleted_at: row.deleted_at,
    reactions: row.reactions ?? [],
    pinned: row.pinned_at === null ? null : { by: row.pinned_by, at: row.pinned_at },
    file_ids: row.file_ids,
    mentions: row.mentions,
    is_cut: false,
  }
}

/** A message for its event, without what is long: everybody in the chat receives the event, and few show the message. */
export const forEvent = (message: ChatMessage): ChatMessage =>
  message.message_text.length > limits.inEvent
    ? { ...message, message: '', message_text: '', details: { ...message.details, card: null }, is_cut: true }
    : message

async function requireMessage(ctx: MemberContext, chat_id: number, message_id: number): Promise<store.MessageRow> {
  const row = await store.findMessage(ctx, chat_id, message_id)
  if (!row) throw apiError('message.not_found')
  return row
}

function requireEnabled({ is_disabled }: ChatRights): void {
  if (is_disabled) throw apiError('chat.disabled')
}

function requireSomething(text: string, files: number): void {
  if (text.trim() || files > 0) return
  throw apiError('request.invalid', { issues: [{ path: 'chat_message', message: 'Write something, or add a file.' }] })
}

/** The messages of a chat, newest first [5.6b]; how far back is not limited. */
export async function get(ctx: MemberContext, body: Body<typeof getMessages>): Promise<ChatMessage[]> {
  const { self_id, chat_id, last_id, after_id, limit } = body
  requireSelf(ctx, self_id)
  await requireChat(ctx, chat_id)
  const rows =
    after_id === undefined
      ? await store.messagesBefore(ctx, chat_id, last_id, limit)
      : await store.messagesAfter(ctx, chat_id, after_id, limit)
  return rows.map(messageFrom)
}

/**
 * Sends a message as the caller. A known `client_id` answers the message of the first call, whatever has happened to the
 * chat since.
 */
export async function send(ctx: MemberContext, body: Body<typeof sendMessage>): Promise<ChatMessage> {
  const { sender_id, chat_id, client_id, reply_to = null } = body
  const text = withoutLinkNames(body.chat_message)
  requireSelf(ctx, sender_id)
  const [chat, known] = await Promise.all([requireChat(ctx, chat_id), store.findSent(ctx, chat_id, client_id)])
  if (known) return messageFrom(known)
  if (chat.kind === 'bot') throw apiError('chat.of_bot')
  const file_ids = [...new Set(body.file_ids)]
  requireSomething(text, file_ids.length)
  requireEnabled(chat)
  if (reply_to !== null) await requireMessage(ctx, chat_id, reply_to)
  const people = await peopleOf(ctx, chat)
  const mentions = await peopleAmong(ctx, people, [...new Set(body.mentions)])
  const message_id = await store.insertMessage(ctx, { chat_id, client_id, text, reply_to, file_ids, mentions })
  if (message_id === undefined) return messageFrom(await requireSent(ctx, chat_id, client_id))
  await attachToMessage(ctx, { chat_id, message_id, file_ids })
  await noteDocumentLinks(ctx, { message_id }, { content: text })
  return announce(ctx, 'message.sent', people, await requireMessage(ctx, chat_id, message_id))
}

async function requireSent(ctx: MemberContext, chat_id: number, client_id: string): Promise<store.MessageRow> {
  const sent = await store.findSent(ctx, chat_id, client_id)
  if (!sent) throw apiError('message.not_found')
  return sent
}

/** A repeated call answers the message as it is by then. */
export const sentBefore: Repeating<typeof sendMessage, number> = {
  keeps: message => message.id,
  async answer(ctx, { chat_id }, id) {
    await requireChat(ctx, chat_id)
    return messageFrom(await requireMessage(ctx, chat_id, id))
  },
}

function announce(
  ctx: MemberContext,
  kind: 'message.sent' | 'message.changed',
  people: ChatPeople,
  row: store.MessageRow,
): ChatMessage {
  const message = messageFrom(row)
  const event: MessageEvent = { kind, chat_id: row.chat_id, message: forEvent(message) }
  ctx.record(event, audienceOf(people))
  return message
}

interface Change {
  chat: ChatRights
  message: store.MessageRow
}

/** A message of a chat of the caller, locked until the call ends. */
async function lockMessage(
  ctx: MemberContext,
  { chat_id, message_id }: { chat_id: number; message_id: number },
): Promise<Change> {
  const chat = await requireChat(ctx, chat_id)
  await store.lockMessage(ctx, chat_id, message_id)
  return { chat, message: await requireMessage(ctx, chat_id, message_id) }
}

function requireOwn(ctx: MemberContext, { sender_id }: store.MessageRow): void {
  if (sender_id !== ctx.caller.user_id) throw apiError('message.not_yours')
}

function requireThere({ deleted_at }: store.MessageRow): void {
  if (deleted_at !== null) throw apiError('message.deleted')
}

async function announceChange(ctx: MemberContext, { chat, message }: Change): Promise<ChatMessage> {
  const [people, row] = await Promise.all([peopleOf(ctx, chat), requireMessage(ctx, chat.id, message.id)])
  return announce(ctx, 'message.changed', people, row)
}

/** Changes the text of a message; only its author may. */
export async function edit(ctx: MemberContext, body: Body<typeof editMessage>): Promise<ChatMessage> {
  const change = await lockMessage(ctx, body)
  const { chat, message } = change
  requireOwn(ctx, message)
  requireThere(message)
  requireEnabled(chat)
  const text = withoutLinkNames(body.chat_message)
  requireSomething(text, message.file_ids.length)
  if (message.text === text) return messageFrom(message)
  const mentions = await peopleAmong(ctx, await peopleOf(ctx, chat), [...new Set(body.mentions)])
  await store.updateMessage(ctx, message.id, { text, mentions, edited_at: ctx.now })
  await noteDocumentLinks(ctx, { message_id: message.id }, { content: text, before: message.text })
  return announceChange(ctx, change)
}

/** Deletes what a message says, also after the other person left; only its author may. Its place stays. */
export async function remove(ctx: MemberContext, body: Body<typeof deleteMessage>): Promise<ChatMessage> {
  const change = await lockMessage(ctx, body)
  const { chat, message } = change
  requireOwn(ctx, message)
  if (message.deleted_at !== null) return messageFrom(message)
  const gone = { text: '', mentions: [], file_ids: [], deleted_at: ctx.now, pinned_at: null, pinned_by: null }
  await store.updateMessage(ctx, message.id, gone)
  await store.deleteReactions(ctx, message.id)
  await noteDocumentLinks(ctx, { message_id: message.id }, { content: '', before: message.text })
  await detachFromMessage(ctx, chat.id, message.id)
  return announceChange(ctx, change)
}

/** Adds a reaction of the caller, or takes it back. */
export async function react(
  ctx: MemberContext,
  { emoji, is_on, ...body }: Body<typeof reactToMessage>,
): Promise<ChatMessage> {
  const change = await lockMessage(ctx, body)
  const { chat, message } = change
  requireThere(message)
  requireEnabled(chat)
  const reactions = message.reactions ?? []
  const known = reactions.find(reaction => reaction.emoji === emoji)
  if ((known?.user_ids.includes(ctx.caller.user_id) ?? false) === is_on) return messageFrom(message)
  if (!is_on) await store.deleteReactions(ctx, message.id, emoji)
  else if (!known && reactions.length >= limits.emojis) throw apiError('message.too_many_reactions')
  else await store.insertReaction(ctx, message.id, emoji)
  return announceChange(ctx, change)
}

/** Pins a message for everybody in the chat, or unpins it. */
export async function pin(ctx: MemberContext, { is_pinned, ...body }: Body<typeof pinMessage>): Promise<ChatMessage> {
  const change = await lockMessage(ctx, body)
  const { chat, message } = change
  requireThere(message)
  requireEnabled(chat)
  if ((message.pinned_at !== null) === is_pinned) return messageFrom(message)
  if (is_pinned && (await store.countPins(ctx, chat.id)) >= limits.pins) throw apiError('message.too_many_pins')
  const by = ctx.caller.user_id
  const pinned = is_pinned ? { pinned_at: ctx.now, pinned_by: by } : { pinned_at: null, pinned_by: null }
  await store.updateMessage(ctx, message.id, pinned)
  return announceChange(ctx, change)
}

export async function pins(ctx: MemberContext, { chat_id }: Body<typeof listPins>): Promise<ChatMessage[]> {
  await requireChat(ctx, chat_id)
  return (await store.pinnedMessages(ctx, chat_id, limits.pins)).map(messageFrom)
}

/** A message with the messages that answer it. */
export async function thread(
  ctx: MemberContext,
  { chat_id, message_id, after_id, limit }: Body<typeof readThread>,
): Promise<{ message: ChatMessage; replies: ChatMessage[] }> {
  await requireChat(ctx, chat_id)
  const [message, replies] = await Promise.all([
    requireMessage(ctx, chat_id, message_id),
    store.repliesAfter(ctx, { chat_id, message_id, after_id }, limit),
  ])
  return { message: messageFrom(message), replies: replies.map(messageFrom) }
}
