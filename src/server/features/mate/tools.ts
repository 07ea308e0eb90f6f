import { z } from 'zod'
import { LabelFilter } from '#shared/contract/graphs/label'
import type { Log } from '#shared/contract/logs/log'
import type { Reference } from '#shared/contract/mate/endpoints'
import { type SearchHit, SearchKind, type TextPiece } from '#shared/contract/search/endpoints'
import { search as searchLimits } from '#shared/contract/search/limits'
import { linkText } from '#shared/page/references'
import { documentLink, logLink, messageAddress, momentLink, taskLink } from '../../platform/markdown'
import { nothingRead, type Read, type Tool } from '../../platform/tool'
import { recordDocumentViews } from '../audit/service'
import { findDocuments } from '../documents/service'
import { countLogs, countLogsBy, findLogs, titlesOf } from '../logs/service'
import { findPeople } from '../organisations/service'
import { search } from '../search/service'

const Instant = z.iso.datetime()

export interface PersonFact {
  id: number
  name: string
  org_role: 'owner' | 'admin' | 'member'
  roles: string[]
  branches: string[]
}

const OrgRole = z.enum(['owner', 'admin', 'member'])

const PeopleQuery = z.object({ query: z.string().max(200).optional(), org_role: OrgRole.optional() })

export const peopleTool: Tool<z.output<typeof PeopleQuery>, { people: PersonFact[]; total: number }> = {
  name: 'find_people',
  description:
    'People of this organisation with their organization role, other roles and branches, by name, 50 at most. `query` matches names, roles and branches. `total` counts all that match.',
  input: PeopleQuery,
  async run(ctx, query) {
    const { people, total } = await findPeople(ctx, query)
    return {
      facts: { people, total },
      references: people.map(({ id, name }) => ({ kind: 'person', id, title: name })),
      read: { ...nothingRead, people: people.length },
    }
  },
}

export interface DocumentFact {
  id: number
  name: string
  type: string
  last_written_at: string
  link: string
}

export const logbooksTool: Tool<{ query?: string | undefined }, { documents: DocumentFact[]; total: number }> = {
  name: 'find_logbooks',
  description:
    'Logbooks and documents that the person may open, last written first, 50 at most. `query` matches their names and descriptions. `total` counts all that match.',
  input: z.object({ query: z.string().max(200).optional() }),
  async run(ctx, { query }) {
    const found = await findDocuments(ctx, { query, limit: 50 })
    const documents = found.documents.map(document => ({
      id: document.doc_id,
      name: document.doc_name,
      type: document.document_type,
      last_written_at: document.last_written_at,
      link: documentLink(document.doc_id, document.doc_name),
    }))
    return {
      facts: { documents, total: found.total },
      references: documents.map(({ id, name }) => ({ kind: 'document', id, title: name })),
      read: { ...nothingRead, documents: documents.length },
    }
  },
}

const LogFilter = z.object({
  words: z.string().max(200).optional(),
  user_ids: z.array(z.int()).max(20).optional(),
  doc_ids: z.array(z.int()).max(50).optional(),
  labels: LabelFilter.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
})

const LogQuery = LogFilter.extend({
  order: z.enum(['newest', 'oldest']).optional(),
  limit: z.int().min(1).max(200).default(30),
})

export interface LogFact {
  log: Log
  /** The name of its logbook. */
  logbook: string
  link: string
}

export const logsTool: Tool<z.output<typeof LogQuery>, { logs: LogFact[]; total: number }> = {
  name: 'find_logs',
  description:
    'Logs that the person may read, newest first or, with `order`, oldest first: by words, by writers (ids from find_people), by logbooks (ids from find_logbooks), by `labels` of graphs (from read_graph), within times (ISO instants). `total` counts all that match.',
  input: LogQuery as z.ZodType<z.output<typeof LogQuery>>,
  async run(ctx, query) {
    const { logs, total } = await findLogs(ctx, query)
    const { document } = await titlesOf(ctx, { log_ids: [], doc_ids: [...new Set(logs.map(log => log.doc_id))] })
    recordDocumentViews(
      ctx,
      logs.map(log => log.doc_id),
      'mate',
    )
    return {
      facts: {
        logs: logs.map(log => ({ log, logbook: document.get(log.doc_id) ?? '', link: logLink(log) })),
        total,
      },
      references: logs.map(logReference),
      read: { ...nothingRead, logs: logs.length },
    }
  },
}

const CountQuery = LogFilter.extend({
  by: z.enum(['person', 'logbook', 'day', 'label']).optional(),
  order: z.enum(['most', 'fewest']).optional(),
})

export interface GroupFact {
  /** The id of the person, the logbook, or the graph of a label; null for Mate and for days. */
  id: number | null
  /** A day is written as `2026-11-20`. */
  name: string
  logs: number
  /** Links the logbook, or the logbook of a label. */
  link?: string
}

/** The most groups in one result. */
const mostGroups = 50

export const countTool: Tool<z.output<typeof CountQuery>, { total: number; groups: GroupFact[] }> = {
  name: 'count_logs',
  description:
    'Counts the logs that the person may read and that find_logs would find with the same filters, exactly. With `by`, also for each person, logbook, day or label, those with the most or the fewest first, 50 at most; those without a log are left out. Only logs and labels can be counted, not what logs tell of.',
  input: CountQuery as z.ZodType<z.output<typeof CountQuery>>,
  async run(ctx, { by, order = 'most', ...search }) {
    const { groups: counted, total: inGroups } = by
      ? await countLogsBy(ctx, search, { by, order, limit: mostGroups })
      : { groups: [], total: null }
    // A log may have no label, or several.
    const total = inGroups === null || by === 'label' ? await countLogs(ctx, search) : inGroups
    const doc_ids = counted.flatMap(group => group.doc_id ?? [])
    const { document } = await titlesOf(ctx, { log_ids: [], doc_ids })
    const groups = counted.map(({ id, name, doc_id, logs }): GroupFact => {
      const group = { id, name: name ?? 'Mate', logs }
      const linked = by === 'logbook' ? id : doc_id
      const logbook = by === 'logbook' ? name : document.get(doc_id ?? 0)
      return linked !== null && logbook ? { ...group, link: documentLink(linked, logbook) } : group
    })
    const references = groups.flatMap(({ id, name }): Reference[] => {
      if (id === null || by === undefined || by === 'day') return []
      if (by === 'person') return [{ kind: 'person', id, title: name }]
      return by === 'logbook' ? [{ kind: 'document', id, title: name }] : []
    })
    const ofLabels =
      by === 'label' ? [...document].map(([id, title]) => ({ kind: 'document' as const, id, title })) : []
    return { facts: { total, groups }, references: [...references, ...ofLabels], read: nothingRead }
  },
}

const SearchQuery = z.object({
  query: z.string().trim().min(1).max(searchLimits.queryLength),
  kinds: z.array(SearchKind).min(1).max(SearchKind.options.length).optional(),
  from: Instant.optional(),
  to: Instant.optional(),
})

export interface HitFact {
  kind: SearchHit['kind']
  title: string
  excerpt: string
  /** Links the log, the document, the moment of a recording, or the containing document. */
  link?: string
  /** The name of the logbook of a log. */
  logbook?: string
  /** The recording in which something was said. */
  recording?: { id: number; title: string; link: string }
  by: string | null
  at: string | null
  /** What an answer that uses the hit refers to; a camera or screen has none. */
  source?: Reference
}

export const searchTool: Tool<z.output<typeof SearchQuery>, { hits: HitFact[]; looked_for_instead: string | null }> = {
  name: 'search',
  description:
    'Everything that the person may see and that fits some words, the best first, 20 at most: logs, documents, what was said in recordings (kind transcript, with a link to its moment), graphs, people, tasks, cameras and screens, and messages of the person’s chats. `kinds` asks for some of these alone, `from` and `to` (ISO instants) for what is of a time. “quotes”, `or` and `-without` count. Where nothing fits, words that are nearly those are looked for, which `looked_for_instead` says. To count logs, or for those of a time or a writer, use find_logs; for tasks, find_tasks; for messages, find_messages.',
  input: SearchQuery,
  async run(ctx, params) {
    const { hits, corrected } = await search(ctx, { ...params, limit: 20 })
    const references = [
      ...new Map(
        hits.flatMap(hitReference).map(reference => [`${reference.kind} ${reference.id}`, reference]),
      ).values(),
    ]
    const count = (kind: Reference['kind']) => references.filter(reference => reference.kind === kind).length
    const read: Read = { logs: count('log'), documents: count('document'), people: count('person') }
    return {
      facts: { hits: hits.map(hitFact), looked_for_instead: corrected && textOf(corrected) },
      references,
      read,
    }
  },
}

const textOf = (segments: readonly TextPiece[]) => segments.map(segment => segment.text).join('')

function hitFact(hit: SearchHit): HitFact {
  const { kind, by, at } = hit
  const title = textOf(hit.title)
  const [source] = hitReference(hit)
  const fact = { kind, title, excerpt: textOf(hit.excerpt), by, at, ...(source && { source }) }
  if (hit.kind === 'log')
    return { ...fact, logbook: hit.doc_name, link: logLink({ id: hit.log_id, doc_id: hit.doc_id, title }) }
  if (hit.kind === 'document') return { ...fact, link: documentLink(hit.doc_id, title) }
  if (hit.kind === 'graph') return { ...fact, link: documentLink(hit.doc_id, hit.doc_name) }
  if (hit.kind === 'transcript')
    return { ...fact, link: momentLink(hit.doc_id, hit.start), recording: recordingOf(hit) }
  // The words on a picture are a text, and the name of its source is its title.
  if (hit.kind === 'frame') return { ...fact, title: hit.source_name, excerpt: title }
  // So are those of a message.
  if (hit.kind === 'message')
    return {
      ...fact,
      title: hit.chat_name,
      excerpt: title,
      link: `[${linkText(hit.chat_name)}](${messageAddress(hit.chat_id, hit.message_id)})`,
    }
  if (hit.kind === 'task') return { ...fact, link: taskLink({ id: hit.task_id, title }) }
  return fact
}

const recordingOf = ({ doc_id, doc_name }: { doc_id: number; doc_name: string }) => ({
  id: doc_id,
  title: doc_name,
  link: documentLink(doc_id, doc_name),
})

function hitReference(hit: SearchHit): Reference[] {
  const title = textOf(hit.title)
  if (hit.kind === 'log')
    return [{ kind: 'log', id: hit.log_id, title, doc_id: hit.doc_id, ...(hit.at && { at: hit.at }) }]
  if (hit.kind === 'document') return [{ kind: 'document', id: hit.doc_id, title }]
  if (hit.kind === 'graph' || hit.kind === 'transcript')
    return [{ kind: 'document', id: hit.doc_id, title: hit.doc_name }]
  if (hit.kind === 'person') return [{ kind: 'person', id: hit.user_id, title }]
  if (hit.kind === 'task') return [{ kind: 'task', id: hit.task_id, title }]
  if (hit.kind === 'message')
    return [{ kind: 'message', id: hit.message_id, title, chat_id: hit.chat_id, ...(hit.at && { at: hit.at }) }]
  return []
}

/** The tools over several features; the others come with their features. */
export const tools = [searchTool, peopleTool, logbooksTool, logsTool, countTool] as const

export function logReference(log: Log): Reference {
  return { kind: 'log', id: log.id, title: log.title, doc_id: log.doc_id, at: log.created_at }
}
