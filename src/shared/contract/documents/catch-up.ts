import { z } from 'zod'
import { Id, Instant, Person } from '../common'
import { endpoint, member } from '../endpoint'
import { Log } from '../logs/log'
import { DocumentType } from './endpoints'

/** What is new in one document since the caller last opened it. */
export const UnreadDocument = z.object({
  doc_id: Id,
  doc_name: z.string(),
  document_type: DocumentType,
  /** Since when something counts as new. */
  since: Instant,
  written_at: Instant,
  /** Who wrote last; null for a job. */
  written_by: Person.nullable(),
  /** New logs of others; counted up to {@link catchUpLimits}. */
  count: z.int(),
  /** The newest of them, newest first. A page has none. */
  logs: z.array(Log),
})
export type UnreadDocument = z.infer<typeof UnreadDocument>

/** Documents, logs of each that are shown, and how far new logs are counted. */
export const catchUpLimits = { documents: 30, logs: 4, count: 99 } as const

export const catchUp = endpoint({
  method: 'POST',
  reads: true,
  path: '/notes/catch_up',
  summary:
    'What others wrote since the caller last opened each document, or joined: at most 30 documents of the last 30 days, last written first, each with its newest logs.',
  access: member(),
  body: z.object({}),
  answer: z.array(UnreadDocument),
})
