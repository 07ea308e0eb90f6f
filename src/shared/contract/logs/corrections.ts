import { z } from 'zod'
import { Id, Instant, Person, Revision } from '../common'
import { endpoint, member } from '../endpoint'
import { log } from './limits'

/** One revision of a log. Revision 0 is the text as first written. */
export const LogRevision = z.object({
  revision: Revision,
  title: z.string(),
  content: z.string(),
  written_at: Instant,
  written_by: Person.nullable(),
})
export type LogRevision = z.infer<typeof LogRevision>

/** Data of `log.stale` (409): the current text of the log, and the text that was sent. */
export const StaleLog = z.object({
  current: LogRevision,
  sent: z.object({ title: z.string().nullable(), content: z.string(), revision: Revision }),
})
export type StaleLog = z.infer<typeof StaleLog>

/** What a correction changed besides the text that was sent: the title may be made from it. */
export const CorrectedLog = z.object({
  id: Id,
  title: z.string(),
  revision: Revision,
  corrected_at: Instant.nullable(),
})
export type CorrectedLog = z.infer<typeof CorrectedLog>

export const correctLog = endpoint({
  method: 'PATCH',
  path: '/logs/{doc_id}/{log_id}',
  summary:
    'Corrects a log; only its writer may. Earlier revisions are kept and can be read. `revision` is the revision that the writer corrected: if it is not the newest, the answer is 409 with both texts.',
  access: member(),
  body: z.object({
    doc_id: Id,
    log_id: Id,
    title: z.string().trim().max(log.titleLength).optional(),
    content: z.string().max(log.contentLength),
    revision: Revision,
  }),
  answer: CorrectedLog,
})

export const readRevisions = endpoint({
  method: 'GET',
  path: '/logs/{doc_id}/{log_id}/revisions',
  summary: 'Lists all revisions of a log, newest first, for everybody who may read it.',
  access: member(),
  body: z.object({ doc_id: Id, log_id: Id }),
  answer: z.array(LogRevision),
})
