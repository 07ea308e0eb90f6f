import { z } from 'zod'
import { Id } from '../common'

/**
 * Events about chats, for the people of the chat. `message` is a `ChatMessage`, without its text if that is long. It is
 * parsed by the feature, because every page loads this file.
 */
export const MessageEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['message.sent', 'message.changed']), chat_id: Id, message: z.unknown() }),
  z.object({ kind: z.literal('chat.read'), chat_id: Id, user_id: Id, read_id: Id }),
  /** A chat began, has another name or other people; or its messages were deleted. */
  z.object({ kind: z.enum(['chat.changed', 'chat.cleared']), chat_id: Id }),
])
export type MessageEvent = z.infer<typeof MessageEvent>
