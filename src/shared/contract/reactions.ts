import { z } from 'zod'
import { Id } from './common'

/** The emojis with which people react to comments and logs. */
export const ReactionEmoji = z.enum(['👍', '❤️', '🎉', '👀', '✅', '🙏'])
export type ReactionEmoji = z.infer<typeof ReactionEmoji>

/** Who reacted with what, the first reaction first. */
export const Reactions = z.array(z.object({ emoji: ReactionEmoji, user_ids: z.array(Id) }))
export type Reactions = z.infer<typeof Reactions>
