import { z } from 'zod'
import { Day, Id, Instant, Person } from '../common'
import { endpoint, member } from '../endpoint'
import { LogLabel } from '../graphs/label'

/** Labels and writers of the logs of one day in the reader's time zone, independent of the timeline's filters. */
export const LogDay = z.object({
  on: Day,
  log_count: z.int(),
  /**
   * How many logs carry each label: pinned graphs first, then by graph name, then by index. Labels that no log carries
   * are left out.
   */
  labels: z.array(LogLabel.extend({ count: z.int() })),
  /** How many logs each person wrote, busiest first; `person` is null for logs without a writer. */
  writers: z.array(z.object({ person: Person.nullable(), count: z.int() })),
})
export type LogDay = z.infer<typeof LogDay>

/** A file of a document or of one of its logs. `POST /attachments/download` returns its URLs. */
export const DocumentFile = z.object({
  file_id: z.uuid(),
  file_name: z.string(),
  mime_type: z.string(),
  /** Null for a file of the document itself. */
  log_id: Id.nullable(),
  created_at: Instant,
})
export type DocumentFile = z.infer<typeof DocumentFile>

export const readSide = endpoint({
  method: 'GET',
  path: '/logs/{doc_id}/side',
  summary:
    'Returns what is shown beside a timeline: how many logs of a day carry each label, who wrote them, and the files of the document and its logs, newest first. `files` is the largest number of files, `files_after` the cursor to continue from.',
  access: member(),
  body: z.object({
    doc_id: Id,
    /** Nothing is counted without a day. */
    on: Day.optional(),
    files: z.int().min(0).max(100).default(0),
    files_after: z.string().max(500).optional(),
  }),
  answer: z.object({
    day: LogDay.nullable(),
    files: z.array(DocumentFile),
    /** Null at the end of the list, and if no files were requested. */
    next_files: z.string().nullable(),
  }),
})
