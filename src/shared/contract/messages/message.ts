import { z } from 'zod'
import { Id, Instant } from '../common'
import { Card } from './card'

/** An emoji, and who reacted with it, first reaction first. */
export const Reaction = z.object({ emoji: z.string(), user_ids: z.array(Id) })
export type Reaction = z.infer<typeof Reaction>

/**
 * A message of a person or a bot [3.13a]. `message` is its text, as Markdown. `message_text` is the same for a person; for a
 * bot it is the JSON of message and details [3.13b]. Of a deleted message nothing but its place is left.
 */
export const ChatMessage = z.object({
  id: Id,
  chat_id: Id,
  is_from_ai: z.boolean(),
  message_text: z.string(),
  message: z.string(),
  chat_created: Instant,
  user_selected_suggestion: z.string().nullable(),
  frames_urls: z.array(z.string()),
  /** Lists of [3.13c], and the card of a bot. */
  details: z.object({ user_ids: z.array(Id), message_ids: z.array(Id), card: Card.nullable().default(null) }),
  /** The bot that wrote it. */
  bot_id: Id.nullable(),
  /** Null for bots, and for somebody who no longer has an account. */
  sender_id: Id.nullable(),
  sender_name: z.string(),
  client_id: z.string().nullable(),
  /** The message that this one answers. */
  reply_to: z.object({ id: Id, sender_name: z.string(), message_text: z.string(), is_deleted: z.boolean() }).nullable(),
  reply_count: z.int(),
  edited_at: Instant.nullable(),
  deleted_at: Instant.nullable(),
  reactions: z.array(Reaction),
  pinned: z.object({ by: Id.nullable(), at: Instant }).nullable(),
  /** The files come from /attachments/download. */
  file_ids: z.array(z.uuid()),
  /** People of the chat that it names. */
  mentions: z.array(Id),
  /** True in events about a text that is too long for them. */
  is_cut: z.boolean().default(false),
})
export type ChatMessage = z.infer<typeof ChatMessage>
