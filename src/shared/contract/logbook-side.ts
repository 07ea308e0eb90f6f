import { z } from 'zod'
import { Day, Id, Instant, Person } from './common'
import { endpoint, member } from './endpoint'
import { LogLabel } from './graphs'

/** What the logs of one day of the reader's zone have in them, whatever the timeline is narrowed to. */
export const LogDay = z.object({
  on: Day,
  log_count: z.int(),
  /** How many of them carry each label: pinned graphs first, then by their names, then by index. Labels that none carries are left out. */
  labels: z.array(LogLabel.extend({ count: z.int() })),
  /** Who wrote how many, the busiest first; null for what nobody wrote. */
  writers: z.array(z.object({ person: Person.nullable(), count: z.int() })),
})
export type LogDay = z.infer<typeof LogDay>

/** A file of a document or of one of its logs, whose addresses `POST /attachments/download` has. */
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
    'What stands beside a timeline: how many logs of a day carry each label and who wrote them, and the files of the document and its logs, newest first. `files` says how many files at most, `files_after` where they go on.',
  access: member(),
  body: z.object({
    doc_id: Id,
    /** Without a day nothing is counted. */
    on: Day.optional(),
    files: z.int().min(0).max(100).default(0),
    files_after: z.string().max(500).optional(),
  }),
  answer: z.object({
    day: LogDay.nullable(),
    files: z.array(DocumentFile),
    /** Null at the end, and where no file was asked for. */
    next_files: z.string().nullable(),
  }),
})
