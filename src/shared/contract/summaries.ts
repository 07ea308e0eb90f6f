import { z } from 'zod'
import { Id, Instant } from './common'
import { endpoint, member } from './endpoint'

/** Which logs a summary is made from: those of this day, week or month of whoever asks, or the newest of all. */
export const SummaryRange = z.enum(['day', 'week', 'month', 'all'])
export type SummaryRange = z.infer<typeof SummaryRange>

/** What the summary of a logbook or a recording was last made from by Mate [D18]. */
export const SummaryState = z.object({
  range: SummaryRange,
  /** The first and the last log that was read; null for recordings. */
  from: Instant.nullable(),
  to: Instant.nullable(),
  /** Logs that were read, or what was said in a recording in one go each. */
  log_count: z.int(),
  /** Logs that were written since, 100 at most. */
  newer_count: z.int(),
  /** Corrections since of the logs that were read, 100 at most [D19]. */
  corrected_count: z.int().default(0),
  /** When the text was written that stands there now, and by whom. */
  written_at: Instant,
  by: z.enum(['mate', 'person']),
  /** Whether a language model wrote it: `unused` where one is connected and said nothing that could be kept. */
  model: z.enum(['used', 'unused', 'none']),
})
export type SummaryState = z.infer<typeof SummaryState>

export const refreshSummary = endpoint({
  method: 'POST',
  path: '/diarization/refresh_summary',
  summary:
    'Lets Mate write the summary of a logbook or a recording anew, as its prompt wishes, for those who may change its name. Each sentence cites the logs or the seconds that it rests on. Without a range it is the one of the last time, or today; where there is nothing in that, the newest logs.',
  access: member(),
  perMinute: 30,
  body: z.object({ doc_id: Id, range: SummaryRange.optional() }),
  /** The new summary, markdown. */
  answer: z.string(),
})
