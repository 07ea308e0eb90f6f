import { z } from 'zod'
import { Id, Instant } from '../common'
import { endpoint, member } from '../endpoint'

/** Which logs a summary covers: those of the caller's current day, week or month, or the newest of all. */
export const SummaryRange = z.enum(['day', 'week', 'month', 'all'])
export type SummaryRange = z.infer<typeof SummaryRange>

/** What Mate last made the summary of a logbook or recording from [D18]. */
export const SummaryState = z.object({
  range: SummaryRange,
  /** The first and the last log of the summary; null for recordings. */
  from: Instant.nullable(),
  to: Instant.nullable(),
  /** Number of logs read, or of transcript segments for a recording. */
  log_count: z.int(),
  /** Logs written since, at most 100. */
  newer_count: z.int(),
  /** Corrections since of the logs that were read, at most 100 [D19]. */
  corrected_count: z.int().default(0),
  /** When the current text was written, and by whom. */
  written_at: Instant,
  by: z.enum(['mate', 'person']),
  /** Whether a language model wrote it. `unused`: a model is connected, but its answer could not be used. */
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
  /** The new summary in markdown. */
  answer: z.string(),
})
