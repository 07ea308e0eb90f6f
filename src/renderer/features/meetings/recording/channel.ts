import { z } from 'zod'
import { meetingStates } from './transitions'

/** What a tab that records tells the others, and what it shows itself. */
export const Shown = z.object({
  state: z.enum(meetingStates),
  account: z.string(),
  name: z.string(),
  /** Recorded before `runs_since`. */
  seconds: z.number(),
  /** Milliseconds of the epoch; null while nothing is being recorded. */
  runs_since: z.number().nullable(),
  /** Milliseconds of the epoch. */
  started_at: z.number(),
  trouble: z.enum(['denied', 'missing', 'busy', 'unsupported', 'elsewhere', 'lost']).nullable(),
  /** False where this device has no room left. */
  isKept: z.boolean(),
  /** The server was heard the last time. */
  isReached: z.boolean(),
  /** Of what was recorded, 0–1. */
  sent: z.number(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  doc_id: z.number().nullable(),
})
export type Shown = z.infer<typeof Shown>

/** Between the tabs of one browser; any of them may be of an older version. */
export const TabMessage = z.discriminatedUnion('say', [
  z.object({ say: z.literal('where') }),
  z.object({ say: z.literal('here'), shown: Shown }),
  z.object({ say: z.literal('do'), what: z.enum(['pause', 'resume', 'stop']) }),
])
export type TabMessage = z.infer<typeof TabMessage>
