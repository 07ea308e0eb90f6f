import { z } from 'zod'
import { log } from '../limits'
import { Id, Instant, Person, Revision } from './common'
import { endpoint, member } from './endpoint'
import { Log } from './logbooks'

/** What a log said before it was corrected, or says now. Revision 0 is what was written first. */
export const LogRevision = z.object({
  revision: Revision,
  title: z.string(),
  content: z.string(),
  written_at: Instant,
  written_by: Person.nullable(),
})
export type LogRevision = z.infer<typeof LogRevision>

/** Data of `log.stale` (409): what the log says now, and what was sent. */
export const StaleLog = z.object({
  current: LogRevision,
  sent: z.object({ title: z.string().nullable(), content: z.string(), revision: Revision }),
})
export type StaleLog = z.infer<typeof StaleLog>

export const correctLog = endpoint({
  method: 'PATCH',
  path: '/logs/{doc_id}/{log_id}',
  summary:
    'Corrects a log, by whoever wrote it; what it said before is kept and can be read. `revision` is the one that was corrected: when it is not the newest, 409 with both texts.',
  access: member(),
  body: z.object({
    doc_id: Id,
    log_id: Id,
    title: z.string().trim().max(log.titleLength).optional(),
    content: z.string().max(log.contentLength),
    revision: Revision,
  }),
  answer: Log,
})

export const readRevisions = endpoint({
  method: 'GET',
  path: '/logs/{doc_id}/{log_id}/revisions',
  summary: 'All that a log has said, newest first, for all who may read it.',
  access: member(),
  body: z.object({ doc_id: Id, log_id: Id }),
  answer: z.array(LogRevision),
})
