import { z } from 'zod'
import { Day, Id, Instant } from '../common'
import { downloadEndpoint, endpoint, member, pagedList } from '../endpoint'
import { LabelAssignment, LabelFilter } from '../graphs/label'
import { graph } from '../graphs/limits'
import { log, logComment } from './limits'
import { Log } from './log'

/** Newest first, and whether there are more logs at either end [D20]. */
export const LogPage = z.object({ logs: z.array(Log), has_newer: z.boolean(), has_older: z.boolean() })
export type LogPage = z.infer<typeof LogPage>

/** File formats that logs can be exported in. */
const ExportType = z.enum(['csv', 'json', 'pdf'])
export type ExportType = z.infer<typeof ExportType>

const exportTypes: Record<ExportType, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  pdf: 'application/pdf',
}

export const readLogs = downloadEndpoint({
  method: 'GET',
  path: '/logs/{doc_id}',
  summary:
    'A page of a timeline: around a log, after it (newer), before it (older), on a day of the reader’s zone, or the newest. All of it, or only what carries one of these labels and was written by one of these people. With a `type`: the logs from `start_time` until just before `end_time` as a file, the oldest first.',
  access: member(),
  files: { by: 'type', types: exportTypes },
  body: z.object({
    doc_id: Id,
    start_time: Instant.optional(),
    end_time: Instant.optional(),
    type: ExportType.optional(),
    center_id: Id.optional(),
    start_after: Id.optional(),
    end_before: Id.optional(),
    on: Day.optional(),
    labels: LabelFilter.optional(),
    user_ids: z.array(Id).max(100).optional(),
  }),
  answer: LogPage,
})

export const logsByIds = endpoint({
  method: 'GET',
  path: '/logs/byids',
  summary: 'Returns logs by their ids. Logs that the caller may not read are left out.',
  access: member(),
  body: z.object({ doc_log_ids: z.array(Id).min(1).max(100) }),
  answer: z.array(Log),
})

export const writeLog = endpoint({
  method: 'POST',
  path: '/logs/{doc_id}',
  summary: 'Writes a log into a logbook. Without a title, Mate makes one from the first words.',
  access: member(),
  body: z.object({
    doc_id: Id,
    content: z.string().max(log.contentLength).default(''),
    title: z.string().trim().max(log.titleLength).optional(),
    urls: z
      .array(z.url({ protocol: /^https?$/ }).max(2_000))
      .max(log.frames)
      .optional(),
    /** Pictures of sources that the writer may see. They are kept as long as a log shows them. */
    frame_ids: z.array(z.uuid()).max(log.frames).optional(),
    /** Files of the writer that are not attached to anything yet. */
    file_ids: z.array(z.uuid()).max(log.files).optional(),
    client_id: z.string().max(64).optional(),
    labels: z.array(LabelAssignment).max(graph.labelsAtOnce).optional(),
    /** People whom it mentions. Those who may read it are notified, once. */
    mentions: z.array(Id).max(logComment.mentions).optional(),
    /** When it happened, if that was earlier: after the year 2000 and not in the future. */
    happened_at: Instant.optional(),
  }),
  answer: Log,
})

export const searchLogs = pagedList({
  method: 'POST',
  reads: true,
  path: '/logs',
  summary:
    'Searches the logs of all documents that the caller may read by words, person, document, time and labels. Newest first.',
  access: member(),
  body: z.object({
    doc_ids: z.array(Id).max(100).optional(),
    query: z.string().trim().max(200).optional(),
    user_ids: z.array(Id).max(100).optional(),
    from: Instant.optional(),
    to: Instant.optional(),
    labels: LabelFilter.optional(),
  }),
  item: Log,
})
