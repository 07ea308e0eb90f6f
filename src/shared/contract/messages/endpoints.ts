import { z } from 'zod'
import { Id, Instant, Nothing, Person, text } from '../common'
import { endpoint, member, pagedList } from '../endpoint'
import { messages as limits } from './limits'
import { ChatMessage } from './message'

/** `direct`: two people; `group`: invited people; `space`: everybody who may see a branch; `bot`: a bot and one person. */
export const ChatKind = z.enum(['direct', 'group', 'space', 'bot'])
export type ChatKind = z.infer<typeof ChatKind>

/** A chat as its list shows it [3.12]. */
export const ChatListItem = z.object({
  chat_id: Id,
  kind: ChatKind,
  /** The other person of a direct chat; null for groups, spaces and bots. */
  participant_id: Id.nullable(),
  /** Their name, or that of the group, space or bot; empty for a group without a name. */
  participant_name: z.string(),
  participant_image: z.string().nullable(),
  branch_id: Id.nullable(),
  /** The newest message that is not deleted. */
  last_message: z.string().optional(),
  last_message_timestamp: Instant.optional(),
  last_sender_id: Id.nullable(),
  last_file_count: z.int(),
  /** The newest message, deleted or not. */
  last_id: Id.nullable(),
  /** The newest message that the caller has read. */
  read_id: Id.nullable(),
  /** Counted up to a thousand. */
  unread_messages: z.int(),
  /** True if the other person has left the organisation, or the bot was deleted: nothing can be written, and what was written stays. */
  is_disabled: z.boolean(),
  is_bot: z.boolean(),
})
export type ChatListItem = z.infer<typeof ChatListItem>

export const listChats = pagedList({
  method: 'POST',
  reads: true,
  path: '/chat/list',
  summary: 'Lists the caller’s chats, the one with the newest message first.',
  access: member(),
  /** With `chat_id`, only that chat, if it is one of the caller’s. */
  body: z.object({ chat_id: Id.optional() }),
  item: ChatListItem,
})

export const countUnread = endpoint({
  method: 'POST',
  reads: true,
  path: '/chat/unread',
  summary: 'Counts the messages that the caller has not read, and the chats with any.',
  access: member(),
  body: z.object({}),
  answer: z.object({ unread_messages: z.int(), unread_chats: z.int() }),
})

export const initiateChat = endpoint({
  method: 'POST',
  path: '/chat/initiate',
  summary: 'Opens the chat of the caller with another person. There is exactly one; it is made if necessary.',
  access: member(),
  body: z.object({ self_id: Id.optional(), connection_id: Id }),
  answer: ChatListItem,
})

export const openSpaceChat = endpoint({
  method: 'POST',
  path: '/chat/open_space',
  summary: 'Opens the chat of a space, for those who may see its branch. It is made if necessary.',
  access: member(),
  body: z.object({ branch_id: Id }),
  answer: ChatListItem,
})

const People = z.array(Id).max(limits.groupPeople)

export const createGroup = endpoint({
  method: 'POST',
  path: '/chat/create_group',
  summary: 'Creates a group of the caller and others. A `client_id` is accepted once.',
  access: member(),
  body: z.object({
    name: text(limits.groupName),
    user_ids: People.min(1),
    client_id: z.string().min(1).max(64).optional(),
  }),
  answer: ChatListItem,
})

export const editGroup = endpoint({
  method: 'POST',
  path: '/chat/edit_group',
  summary:
    'Renames a group, and adds or removes people. Everybody in it may rename it, add people and leave; its creator, and owners and admins in it, may remove others. Answers null to those who left.',
  access: member(),
  body: z.object({
    chat_id: Id,
    name: text(limits.groupName).optional(),
    users_to_be_added: People.default([]),
    users_to_be_removed: People.default([]),
  }),
  answer: ChatListItem.nullable(),
})

export const listChatPeople = endpoint({
  method: 'POST',
  reads: true,
  path: '/chat/people',
  summary: 'Lists the people of a chat by name. `created_by` may remove others from a group.',
  access: member(),
  body: z.object({ chat_id: Id }),
  answer: z.object({ people: z.array(Person), created_by: Id.nullable() }),
})

export const getMessages = endpoint({
  method: 'POST',
  reads: true,
  path: '/chat/get',
  summary:
    'Returns messages of a chat, newest first: the newest ones, those before `last_id`, or the next ones after `after_id`.',
  access: member(),
  body: z.object({
    self_id: Id.optional(),
    chat_id: Id,
    last_id: Id.optional(),
    after_id: z.int().min(0).optional(),
    limit: z.int().min(1).max(100).default(limits.page),
  }),
  answer: z.array(ChatMessage),
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/chat/send',
  summary:
    'Sends a message, with a text or files. A `client_id` is accepted once in a chat: sending it again answers the same message. Mentions of people outside the chat are left out.',
  access: member(),
  body: z.object({
    chat_id: Id,
    sender_id: Id.optional(),
    chat_message: z.string().max(limits.textLength).default(''),
    client_id: z.string().min(1).max(64),
    reply_to: Id.optional(),
    file_ids: z.array(z.uuid()).max(limits.files).default([]),
    mentions: z.array(Id).max(limits.mentions).default([]),
  }),
  answer: ChatMessage,
  perMinute: 300,
})

const OneMessage = z.object({ chat_id: Id, message_id: Id })

export const editMessage = endpoint({
  method: 'POST',
  path: '/chat/edit',
  summary: 'Changes the text of a message of the caller.',
  access: member(),
  body: OneMessage.extend({
    chat_message: z.string().max(limits.textLength),
    mentions: z.array(Id).max(limits.mentions).default([]),
  }),
  answer: ChatMessage,
})

export const deleteMessage = endpoint({
  method: 'POST',
  path: '/chat/delete',
  summary: 'Deletes a message of the caller with its files. Its place in the chat stays.',
  access: member(),
  body: OneMessage,
  answer: ChatMessage,
})

// biome-ignore lint/complexity/useRegexLiterals: TypeScript’s target has no literals with this flag, which whole emojis need.
const isEmoji = new RegExp('^\\p{RGI_Emoji}$', 'v')

const Emoji = z
  .string()
  .max(limits.emojiLength)
  .refine(value => isEmoji.test(value), 'Not an emoji.')

export const reactToMessage = endpoint({
  method: 'POST',
  path: '/chat/react',
  summary: 'Adds a reaction of the caller to a message, or takes it back.',
  access: member(),
  body: OneMessage.extend({ emoji: Emoji, is_on: z.boolean().default(true) }),
  answer: ChatMessage,
})

export const pinMessage = endpoint({
  method: 'POST',
  path: '/chat/pin',
  summary: 'Pins a message for everybody in the chat, or unpins it.',
  access: member(),
  body: OneMessage.extend({ is_pinned: z.boolean().default(true) }),
  answer: ChatMessage,
})

export const listPins = endpoint({
  method: 'POST',
  reads: true,
  path: '/chat/pins',
  summary: 'Lists the pinned messages of a chat, last pinned first.',
  access: member(),
  body: z.object({ chat_id: Id }),
  answer: z.array(ChatMessage),
})

export const readThread = endpoint({
  method: 'POST',
  reads: true,
  path: '/chat/thread',
  summary: 'Returns a message, and the messages that answer it, oldest first; the next ones after `after_id`.',
  access: member(),
  body: OneMessage.extend({ after_id: z.int().min(0).default(0), limit: z.int().min(1).max(100).default(limits.page) }),
  answer: z.object({ message: ChatMessage, replies: z.array(ChatMessage) }),
})

export const markRead = endpoint({
  method: 'POST',
  path: '/chat/read',
  summary: 'Marks a chat as read up to a message. It never goes back.',
  access: member({ overLimit: 'too' }),
  body: z.object({ chat_id: Id, last_id: Id }),
  answer: Nothing,
})

export const sendTyping = endpoint({
  method: 'POST',
  // Nothing is stored.
  reads: true,
  path: '/chat/typing',
  summary: 'Tells the others in a chat that the caller is writing, over the socket.',
  access: member(),
  body: z.object({ chat_id: Id }),
  answer: Nothing,
  perMinute: 60,
})

export const SeenMark = z.object({ user_id: Id, read_id: Id, read_at: Instant })
export type SeenMark = z.infer<typeof SeenMark>

export const listSeen = endpoint({
  method: 'POST',
  reads: true,
  path: '/chat/seen',
  summary: 'Lists up to which message the people of a chat have read it.',
  access: member({ overLimit: 'too' }),
  body: z.object({ chat_id: Id }),
  answer: z.array(SeenMark),
})
