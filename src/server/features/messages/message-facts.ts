import { z } from 'zod'
import { Id, Instant } from '#shared/contract/common'
import type { Reference } from '#shared/contract/mate/endpoints'

/** What Mate looks for among messages. */
export const MessagesInput = z.object({
  words: z.string().max(200).optional(),
  user_ids: z.array(Id).max(20).optional(),
  chat_ids: z.array(Id).max(20).optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  limit: z.int().min(1).max(100).default(30),
})
export type MessagesInput = z.output<typeof MessagesInput>

export interface MessageFact {
  id: number
  chat_id: number
  chat: string
  by: string
  at: string
  text: string
  /** What a link to it says. */
  title: string
  address: string
}

export interface MessageFacts {
  messages: MessageFact[]
  total: number
  words: string
}

/** A time; without one, what is unread. */
export const MissedInput = z.object({ from: Instant.optional(), to: Instant.optional() })
export type MissedInput = z.output<typeof MissedInput>

export interface MissedFacts {
  /** The chat with the newest message first. */
  chats: { id: number; name: string; total: number; messages: MessageFact[] }[]
  total: number
  is_unread: boolean
}

export const messageReference = ({ id, chat_id, title, at }: MessageFact): Reference => ({
  ...{ kind: 'message', id, title },
  ...{ chat_id, at: new Date(at).toISOString() },
})
