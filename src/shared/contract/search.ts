import { z } from 'zod'
import { search as limits } from '../limits'
import { Id, Instant } from './common'
import { endpoint, member, Paging } from './endpoint'
import { DocumentType } from './logbooks'

export const SearchKind = z.enum(['document', 'log', 'graph', 'person', 'source', 'transcript'])
export type SearchKind = z.infer<typeof SearchKind>

/** A piece of plain text; what was looked for is a hit. Whoever shows it marks hits and joins all pieces. */
export const Segment = z.object({ text: z.string(), hit: z.boolean() })
export type Segment = z.infer<typeof Segment>

const shown = {
  /** Name or title; of a transcript the words that were said. */
  title: z.array(Segment),
  /** The place in the text that fits best; empty where there is no text. */
  excerpt: z.array(Segment),
  /** Who wrote it, or wrote in it last. */
  by: z.string().nullable(),
  /** When that was; null for what has no time. */
  at: Instant.nullable(),
}
/** The document that something stands in. */
const where = { doc_id: Id, doc_name: z.string() }

export const SearchHit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('document'), doc_id: Id, document_type: DocumentType, ...shown }),
  z.object({ kind: z.literal('log'), log_id: Id, ...where, ...shown }),
  z.object({ kind: z.literal('graph'), graph_id: Id, ...where, ...shown }),
  z.object({ kind: z.literal('person'), user_id: Id, user_image: z.string().nullable(), ...shown }),
  z.object({
    kind: z.literal('source'),
    source: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('screen'), user_id: Id }),
      z.object({ kind: z.literal('camera'), camera_id: Id }),
    ]),
    ...shown,
  }),
  /** What somebody said in one go in a recording: `start` is the second of it, `by` the speaker once they are named, `at` the recording's time. */
  z.object({
    kind: z.literal('transcript'),
    segment_id: Id,
    speaker: z.int(),
    start: z.number(),
    ...where,
    ...shown,
  }),
])
export type SearchHit = z.infer<typeof SearchHit>

/** How many things of a kind fit; where there are more than are counted, `is_more`. */
export const KindCount = z.object({ kind: SearchKind, found: z.int(), is_more: z.boolean() })
export type KindCount = z.infer<typeof KindCount>

export const SearchAnswer = z.object({
  /** The best first. */
  hits: z.array(SearchHit),
  next_cursor: z.string().nullable(),
  /** Of every kind, whatever kinds were asked for; on the first page only. */
  counts: z.array(KindCount),
  /** What was looked for instead, where nothing fitted as it was typed: words that were put in place of others are hits. */
  corrected: z.array(Segment).nullable(),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>

export const search = endpoint({
  method: 'POST',
  reads: true,
  path: '/search',
  summary:
    'Everything of the organisation that the caller may see and that fits the words, the best first: “quotes”, `or` and `-without` count, the last word may be only its beginning. Where nothing fits, words that are nearly those are looked for.',
  access: member(),
  body: z.object({
    query: z.string().trim().min(1).max(limits.queryLength),
    kinds: z.array(SearchKind).min(1).max(SearchKind.options.length).optional(),
    /** What has a time must be from then on, and before then; what has none is left out. */
    from: Instant.optional(),
    to: Instant.optional(),
    cursor: Paging.shape.cursor,
    limit: z.int().min(1).max(50).default(20),
  }),
  answer: SearchAnswer,
})
