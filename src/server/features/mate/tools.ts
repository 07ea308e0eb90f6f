import { z } from 'zod'
import type { Log } from '#shared/contract/logs/log'
import type { Reference } from '#shared/contract/mate/endpoints'
import { type SearchHit, SearchKind, type TextPiece } from '#shared/contract/search/endpoints'
import { search as searchLimits } from '#shared/contract/search/limits'
import { nothingRead, type Read, type Tool } from '../../platform/tool'
import { recordDocumentViews } from '../audit/service'
import { findDocuments } from '../documents/service'
import { findLogs } from '../logs/service'
import { findPeople } from '../organisations/service'
import { search } from '../search/service'
import { momentLink, transcriptTool } from './transcript-tool'

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

const LogQuery = z.object({
  words: z.string().max(200).optional(),
  user_ids: z.array(z.int()).max(20).optional(),
  doc_ids: z.array(z.int()).max(50).optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  limit: z.int().min(1).max(200).default(30),
})

export interface LogFact {
  log: Log
  link: string
}

export const logsTool: Tool<z.output<typeof LogQuery>, { logs: LogFact[]; total: number }> = {
  name: 'find_logs',
  description:
    'Logs that the person may read, newest first: by words, by writers (ids from find_people), by logbooks (ids from find_logbooks), within times (ISO instants). `total` counts all that match.',
  input: LogQuery as z.ZodType<z.output<typeof LogQuery>>,
  async run(ctx, query) {
    const { logs, total } = await findLogs(ctx, query)
    recordDocumentViews(
      ctx,
      logs.map(log => log.doc_id),
      'mate',
    )
    return {
      facts: { logs: logs.map(log => ({ log, link: logLink(log) })), total },
      references: logs.map(logReference),
      read: { ...nothingRead, logs: logs.length },
    }
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
    'Everything that the person may see and that fits some words, the best first, 20 at most: logs, documents, what was said in recordings (kind transcript, with a link to its moment), graphs, people, cameras and screens. `kinds` asks for some of these alone, `from` and `to` (ISO instants) for what is of a time. “quotes”, `or` and `-without` count. Where nothing fits, words that are nearly those are looked for, which `looked_for_instead` says. To count logs, or for those of a time or a writer, use find_logs.',
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
  if (hit.kind === 'log') return { ...fact, link: logLink({ id: hit.log_id, doc_id: hit.doc_id, title }) }
  if (hit.kind === 'document') return { ...fact, link: documentLink(hit.doc_id, title) }
  if (hit.kind === 'graph') return { ...fact, link: documentLink(hit.doc_id, hit.doc_name) }
  if (hit.kind === 'transcript')
    return { ...fact, link: momentLink(hit.doc_id, hit.start), recording: recordingOf(hit) }
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
  return []
}

/** All tools of Mate, with and without a model. */
export const tools = [searchTool, peopleTool, logbooksTool, logsTool, transcriptTool] as const

export function logReference(log: Log): Reference {
  return { kind: 'log', id: log.id, title: log.title, doc_id: log.doc_id, at: log.created_at }
}

/** The text of a link without characters that would end it early. */
export const linkText = (text: string) =>
  text
    .replace(/[[\]\\`\n]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Markdown links to the sources; the client shows them as chips. */
export function logLink(log: Pick<Log, 'id' | 'doc_id' | 'title'>): string {
  return `[${linkText(log.title)}](#/docs/${log.doc_id}?log=${log.id})`
}
export function documentLink(id: number, name: string): string {
  return `[${linkText(name)}](#/docs/${id})`
}
