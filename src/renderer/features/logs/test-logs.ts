import type { Document, NoteItem } from '#shared/contract/documents/endpoints'
import type { Answer } from '#shared/contract/endpoint'
import type { LogPage } from '#shared/contract/logs/endpoints'
import type { Log } from '#shared/contract/logs/log'
import type { DocumentFile, LogDay, readSide } from '#shared/contract/logs/side'
import type { Received } from '../../platform/test-server'

const tom = { user_id: 8, user_displayname: 'Tom Reyes', user_image: null, user_phone: null, user_email: null }
const maya = { ...tom, user_id: 7, user_displayname: 'Maya Okafor' }

/** Log n was written n minutes after the start of the story. */
export function logOf(id: number, more: Partial<Log> = {}): Log {
  return {
    id,
    doc_id: 3,
    title: `Log ${id}`,
    content: `What happened in ${id}`,
    created_at: new Date(Date.parse('2026-11-20T08:00:00Z') + id * 60_000).toISOString(),
    created_by: tom,
    future_instructions_id: null,
    is_generating: false,
    frame_ids: [],
    file_ids: [],
    revision: 0,
    corrected_at: null,
    happened_at: null,
    labels: [],
    comment_count: 0,
    reactions: [],
    client_id: null,
    ...more,
  }
}

/** Logs `from` … `to`, newest first. */
export const logsOf = (from: number, to: number): Log[] =>
  Array.from({ length: to - from + 1 }, (_, index) => logOf(to - index))

export function itemOf(doc_id: number, doc_name: string, more: Partial<NoteItem> = {}): NoteItem {
  return {
    doc_id,
    doc_name,
    document_type: 'logbook',
    access: 'organisation',
    last_written_at: '2026-11-20T10:00:00.000Z',
    last_written_by: 'Tom Reyes',
    is_pinned: false,
    opened_at: null,
    read_only: false,
    recording: null,
    ...more,
  }
}

/** The side pane for these logs on a day in UTC, as the server counts it. */
export function sideFrom(
  logs: readonly Log[],
  { query }: Pick<Received, 'query'>,
  files: readonly DocumentFile[] = [],
): Answer<typeof readSide> {
  const on = query.get('on')
  const ofDay = logs.filter(log => on !== null && log.created_at.startsWith(on))
  const labels = new Map<string, LogDay['labels'][number]>()
  const writers = new Map<number | null, LogDay['writers'][number]>()
  for (const log of ofDay) {
    for (const label of log.labels) {
      const key = `${label.graph_id}.${label.label}`
      labels.set(key, { ...label, count: (labels.get(key)?.count ?? 0) + 1 })
    }
    const id = log.created_by?.user_id ?? null
    writers.set(id, { person: log.created_by, count: (writers.get(id)?.count ?? 0) + 1 })
  }
  const from = Number(query.get('files_after') ?? 0)
  const to = from + Number(query.get('files') ?? 0)
  return {
    day:
      on === null
        ? null
        : {
            on,
            log_count: ofDay.length,
            labels: [...labels.values()],
            writers: [...writers.values()].sort((writer, other) => other.count - writer.count),
          },
    files: files.slice(from, to),
    next_files: to > from && to < files.length ? String(to) : null,
  }
}

export function documentOf(more: Partial<Document> = {}): Document {
  return {
    doc_id: 3,
    document_name: 'Bay log',
    document_description: null,
    document_type: 'logbook',
    content: '',
    version: 1,
    summary: null,
    prompt: null,
    read_only: false,
    access: 'organisation',
    branch_id: null,
    createdby: maya,
    createdat: '2026-11-20T07:00:00.000Z',
    updatedby: maya,
    updatedat: '2026-11-20T07:00:00.000Z',
    is_pinned: false,
    logs: [],
    log_id: null,
    file_attachments: [],
    graphs: [],
    ...more,
  }
}

/** Answers like the server from these logs, newest first: 30 per page, 15 on either side of a centre [D20]. */
export function pageFrom(logs: readonly Log[], { query }: Pick<Received, 'query'>): LogPage {
  const number = (name: string) => (query.has(name) ? Number(query.get(name)) : null)
  const at = (id: number) => logs.findIndex(log => log.id === id)
  const cut = (from: number, to: number): LogPage => ({
    logs: logs.slice(Math.max(0, from), to),
    has_newer: from > 0,
    has_older: to < logs.length,
  })
  const center = number('center_id')
  const after = number('start_after')
  const before = number('end_before')
  if (center !== null) return cut(at(center) - 15, at(center) + 16)
  if (after !== null) return cut(at(after) - 30, at(after))
  if (before !== null) return cut(at(before) + 1, at(before) + 31)
  const day = query.get('on')
  if (day) {
    const first = logs.findIndex(log => log.created_at.startsWith(day))
    return first < 0 ? { logs: [], has_newer: true, has_older: false } : cut(first, first + 30)
  }
  return cut(0, 30)
}
