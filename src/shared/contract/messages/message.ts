import { z } from 'zod'
import { Id, Instant } from '../common'

/** An emoji, and who reacted with it, first reaction first. */
export const Reaction = z.object({ emoji: z.string(), user_ids: z.array(Id) })
export type Reaction = z.infer<typeof Reaction>

/**
 * A message between people [3.13a]. Its text is plain text: `message_text` and `message` are the same, because only the
 * text of a bot is JSON [3.13b]. Of a deleted message nothing but its place is left.
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
  /** The lists of [3.13c] that people can fill. */
  details: z.object({ user_ids: z.array(Id), message_ids: z.array(Id) }),
  /** Null for somebody who no longer has an account. */
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
