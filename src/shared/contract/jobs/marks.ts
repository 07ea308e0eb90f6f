import { z } from 'zod'
import { Id, Instant } from '../common'
import { endpoint, member } from '../endpoint'
import { Source } from '../sources/endpoints'
import { RunReason, RunStatus } from './job'

/**
 * Runs of one job that lie close together and ended alike: at the time of the last of them. `log` is what that one
 * wrote.
 */
export const RunMark = z.object({
  instruction_id: Id,
  name: z.string(),
  at: Instant,
  status: RunStatus.extract(['succeeded', 'failed']),
  reason: RunReason.nullable(),
  runs: z.int(),
  log: z.object({ doc_id: Id, log_id: Id }).nullable(),
})
export type RunMark = z.infer<typeof RunMark>

export const listRunMarks = endpoint({
  method: 'POST',
  reads: true,
  path: '/future_instructions/marks',
  summary:
    'Lists when jobs that the caller may see, and that look at a source, wrote something or failed in a range of time. Runs that are too close together for a timeline are counted as one.',
  access: member(),
  body: z.object({ source: Source, from: Instant, to: Instant }),
  answer: z.array(RunMark),
})
