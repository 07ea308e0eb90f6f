import { z } from 'zod'
import { Id } from '../common'

/** Events about jobs, for everybody who may see the job. Clients fetch what they show. */
export const JobEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('job.changed'), instruction_id: Id }),
  z.object({ kind: z.literal('job.deleted'), instruction_id: Id }),
  /** A run began or ended. */
  z.object({ kind: z.literal('job.run_changed'), instruction_id: Id, run_id: Id }),
])
export type JobEvent = z.infer<typeof JobEvent>
