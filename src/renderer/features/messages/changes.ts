import { z } from 'zod'
import { deleteMessage, editMessage, markRead, pinMessage, reactToMessage } from '#shared/contract/messages/endpoints'
import type { ChatMessage, Reaction } from '#shared/contract/messages/message'
import { call } from '../../platform/api'
import type { MutationKind } from '../../platform/mutation-queue/mutation'
import { mutationQueue, useMutations } from '../../platform/mutation-queue/store'
import { useSession } from '../../platform/session'
import { sendWithUndo } from '../undo/store'
import { useChats } from './chats'
import { useConversations } from './conversations'

const Change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('edit'), text: z.string(), mentions: z.array(z.int()) }),
  z.object({ kind: z.literal('delete') }),
  z.object({ kind: z.literal('react'), emoji: z.string(), is_on: z.boolean() }),
  z.object({ kind: z.literal('pin'), is_pinned: z.boolean() }),
])
export type Change = z.infer<typeof Change>

export const ChangeInput = z.object({ chat_id: z.int(), message_id: z.int(), change: Change })
export type ChangeInput = z.infer<typeof ChangeInput>

/** All writes to a chat are sent one after the other, so that a change never overtakes its message. */
export const laneOf = (chat_id: number) => `chat.${chat_id}`

function sendChange({ chat_id, message_id, change }: ChangeInput, idempotencyKey: string) {
  const message = { chat_id, message_id }
  const options = { idempotencyKey }
  switch (change.kind) {
    case 'edit':
      return call(editMessage, { ...message, chat_message: change.text, mentions: change.mentions }, options)
    case 'delete':
      return call(deleteMessage, message, options)
    case 'react':
      return call(reactToMessage, { ...message, emoji: change.emoji, is_on: change.is_on }, options)
    case 'pin':
      return call(pinMessage, { ...message, is_pinned: change.is_pinned }, options)
  }
}

/** A change of a message. One that is refused stays until the person tries again or discards it. */
export const changeMutation: MutationKind<ChangeInput, ChatMessage> = {
  name: 'message.change',
  input: ChangeInput,
  // Others do not wait for a deletion that can still be undone.
  lane: ({ chat_id, message_id, change }) =>
    change.kind === 'delete' ? `${laneOf(chat_id)}.delete.${message_id}` : laneOf(chat_id),
  // Each says how the message shall be, so a second one changes nothing.
  isRepeatable: true,
  send: sendChange,
  settle: message => changed(message),
}

export const changeMessage = (input: ChangeInput): string => mutationQueue().send(changeMutation, input)

/** Deletes a message, which can be undone for a moment; `done` is what the person is told. */
export function deleteMessageWithUndo(message: Pick<ChangeInput, 'chat_id' | 'message_id'>, done: string): void {
  sendWithUndo({
    kind: changeMutation,
    input: { ...message, change: { kind: 'delete' } },
    done,
    leave: idempotencyKey => call(deleteMessage, message, { idempotencyKey, keepalive: true }),
  })
}

/** Shows a changed message in the conversations, and in the list of chats if it is the newest one. */
export function changed(message: ChatMessage): void {
  useConversations.getState().put(message, false)
  const { items, find } = useChats.getState()
  if (items.some(chat => chat.chat_id === message.chat_id && chat.last_id === message.id)) void find(message.chat_id)
}

/** A message as it will be once a change has arrived. */
export function withChange(message: ChatMessage, change: Change, user_id: number): ChatMessage {
  const now = new Date().toISOString()
  switch (change.kind) {
    case 'edit':
      return { ...message, message: change.text, message_text: change.text, mentions: change.mentions, edited_at: now }
    case 'delete':
      return { ...message, message: '', message_text: '', deleted_at: now, reactions: [], file_ids: [], pinned: null }
    case 'react':
      return { ...message, reactions: withReaction(message.reactions, change, user_id) }
    case 'pin':
      return { ...message, pinned: change.is_pinned ? { by: user_id, at: now } : null }
  }
}

function withReaction(
  reactions: readonly Reaction[],
  { emoji, is_on }: Extract<Change, { kind: 'react' }>,
  user_id: number,
): Reaction[] {
  const known = reactions.some(reaction => reaction.emoji === emoji)
  const all = known ? reactions : [...reactions, { emoji, user_ids: [] }]
  return all
    .map(reaction => {
      if (reaction.emoji !== emoji) return reaction
      const others = reaction.user_ids.filter(id => id !== user_id)
      return { emoji, user_ids: is_on ? [...others, user_id] : others }
    })
    .filter(reaction => reaction.user_ids.length > 0)
}

const ReadInput = z.object({ chat_id: z.int(), last_id: z.int() })
type ReadInput = z.infer<typeof ReadInput>

/** How far a chat was read. It is of no use to anybody once it was refused. */
export const readMutation: MutationKind<ReadInput, null> = {
  name: 'chat.read',
  input: ReadInput,
  lane: ({ chat_id }) => `chat.read.${chat_id}`,
  isRepeatable: true,
  send: (input, idempotencyKey) => call(markRead, input, { idempotencyKey }),
  settle: () => undefined,
  refuse: () => undefined,
}

/** Marks a chat as read up to a message, here at once. A mark that still waits is moved instead of joined by another. */
export function readUpTo(chat_id: number, last_id: number): void {
  const { items, read } = useChats.getState()
  const chat = items.find(item => item.chat_id === chat_id)
  if (useSession.getState().userId === null || (chat?.read_id ?? 0) >= last_id) return
  read(chat_id, last_id)
  const input = { chat_id, last_id }
  const waits = useMutations
    .getState()
    .mutations.find(
      ({ kind, lane, state }) =>
        kind === readMutation.name && lane === readMutation.lane(input, '') && state === 'waiting',
    )
  if (waits) void mutationQueue().change(waits.id, input)
  else mutationQueue().send(readMutation, input)
}
