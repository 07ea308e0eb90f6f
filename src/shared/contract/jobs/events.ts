import { z } from 'zod'
import { Id } from '../common'

/** Events about jobs, for everybody who may see the job or the logbook. Clients fetch what they show. */
export const JobEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('job.changed'), instruction_id: Id }),
  z.object({ kind: z.literal('job.deleted'), instruction_id: Id }),
  /** A run began or ended, or people judged its result. Events from before this was noted do not say whether it failed. */
  z.object({
    kind: z.literal('job.run_changed'),
    instruction_id: Id,
    run_id: Id,
    has_failed: z.boolean().optional(),
  }),
  /** A job began to write into a logbook, ended that, fell silent or works again. */
  z.object({ kind: z.literal('job.logbook_changed'), doc_id: Id }),
])
export type JobEvent = z.infer<typeof JobEvent>
