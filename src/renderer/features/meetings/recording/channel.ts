import { z } from 'zod'
import { meetingStates } from './transitions'

/** The state that a recording tab sends to the others and shows itself. */
export const RecordingStatus = z.object({
  state: z.enum(meetingStates),
  account: z.string(),
  name: z.string(),
  /** Seconds recorded before `runs_since`. */
  seconds: z.number(),
  /** Milliseconds since the epoch; null while nothing is being recorded. */
  runs_since: z.number().nullable(),
  /** Milliseconds since the epoch. */
  started_at: z.number(),
  trouble: z.enum(['denied', 'missing', 'busy', 'unsupported', 'elsewhere', 'lost']).nullable(),
  /** The sound of a tab beside the microphone. An older version of the app says nothing about it. */
  tab: z.enum(['none', 'shared', 'ended']).default('none'),
  /** Null where there are no live captions; an older version of the app says nothing about them. */
  captions: z
    .object({ isOn: z.boolean(), isFailing: z.boolean(), lines: z.array(z.string()).readonly() })
    .nullable()
    .default(null),
  /** False when this device has no room left. */
  isKept: z.boolean(),
  /** Whether the server answered last time. */
  isReached: z.boolean(),
  /** The share of the recording that has been sent, from 0 to 1. */
  sent: z.number(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  doc_id: z.number().nullable(),
})
export type RecordingStatus = z.infer<typeof RecordingStatus>

/** Messages between the tabs of one browser; another tab may run an older version. */
export const TabMessage = z.discriminatedUnion('say', [
  z.object({ say: z.literal('where') }),
  z.object({ say: z.literal('here'), shown: RecordingStatus }),
  z.object({ say: z.literal('do'), what: z.enum(['pause', 'resume', 'stop']) }),
])
export type TabMessage = z.infer<typeof TabMessage>
