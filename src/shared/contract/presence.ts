import { z } from 'zod'
import { Id, Instant } from './common'

/**
 * Whether somebody is there: `away` once they have not touched any of their devices for some time. `seen_at` says coarsely
 * when somebody who is offline was last there: to a quarter of an hour, and to the day if that is longer ago. It is null
 * if nothing is known.
 */
export const PersonPresence = z.object({
  user_id: Id,
  state: z.enum(['online', 'away', 'offline']),
  seen_at: Instant.nullable(),
})
export type PersonPresence = z.infer<typeof PersonPresence>

/** Limits of presence; times in milliseconds. `chats` and `people`: of how many a client is told. */
export const presenceLimits = { awayAfter: 300_000, chats: 100, people: 500 } as const
