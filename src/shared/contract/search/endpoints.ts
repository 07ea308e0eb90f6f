import { z } from 'zod'
import { Id, Instant } from '../common'
import { DocumentType } from '../documents/endpoints'
import { endpoint, member, Paging } from '../endpoint'
import { Source } from '../sources/endpoints'
import { search as limits } from './limits'

export const SearchKind = z.enum([
  'document',
  'log',
  'graph',
  'person',
  'source',
  'transcript',
  'frame',
  'task',
  'message',
])
export type SearchKind = z.infer<typeof SearchKind>

/** A piece of plain text; `hit` marks a match. The client highlights matches and joins all pieces. */
export const TextPiece = z.object({ text: z.string(), hit: z.boolean() })
export type TextPiece = z.infer<typeof TextPiece>

const shown = {
  /** Name or title; for transcripts the spoken words. */
  title: z.array(TextPiece),
  /** The best matching part of the text; empty if there is no text. */
  excerpt: z.array(TextPiece),
  /** Who wrote it, or last wrote in it. */
  by: z.string().nullable(),
  /** When it was written; null if it has no time. */
  at: Instant.nullable(),
}
/** The document that contains the hit. */
const where = { doc_id: Id, doc_name: z.string() }

export const SearchHit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('document'), doc_id: Id, document_type: DocumentType, ...shown }),
  z.object({ kind: z.literal('log'), log_id: Id, ...where, ...shown }),
  z.object({ kind: z.literal('graph'), graph_id: Id, ...where, ...shown }),
  z.object({ kind: z.literal('person'), user_id: Id, user_image: z.string().nullable(), ...shown }),
  z.object({
    kind: z.literal('source'),
    source: Source,
    ...shown,
  }),
  /**
   * Uninterrupted speech in a recording: `start` is its second, `by` the speaker once named, `at` the time of the
   * recording.
   */
  z.object({
    kind: z.literal('transcript'),
    segment_id: Id,
    speaker: z.int(),
    start: z.number(),
    ...where,
    ...shown,
  }),
  /** A picture of a source by the words that were read on it [D48], which `title` shows; `at` is when it was taken. */
  z.object({ kind: z.literal('frame'), frame_id: z.uuid(), source: Source, source_name: z.string(), ...shown }),
  /** A task by its title, description or comments; `at` is when it was last changed. */
  z.object({ kind: z.literal('task'), task_id: Id, branch_id: Id, branch_name: z.string(), ...shown }),
  /** A message of a chat of the caller; `title` shows its matching part. */
  z.object({ kind: z.literal('message'), message_id: Id, chat_id: Id, chat_name: z.string(), ...shown }),
])
export type SearchHit = z.infer<typeof SearchHit>

/** How many hits of a kind there are. `is_more` is true if counting stopped at the limit. */
export const KindCount = z.object({ kind: SearchKind, found: z.int(), is_more: z.boolean() })
export type KindCount = z.infer<typeof KindCount>

export const SearchAnswer = z.object({
  /** Best match first. */
  hits: z.array(SearchHit),
  next_cursor: z.string().nullable(),
  /** Counts of every kind, whichever kinds were requested. On the first page only. */
  counts: z.array(KindCount),
  /** The corrected query that was used because nothing matched the typed one. Replaced words are marked as hits. */
  corrected: z.array(TextPiece).nullable(),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>

export const search = endpoint({
  method: 'POST',
  reads: true,
  readsMuch: true,
  path: '/search',
  summary:
    'Searches everything in the organisation that the caller may see, best match first. “Quotes”, `or` and `-without` work, and the last word may be incomplete. If nothing matches, similar words are tried.',
  access: member(),
  body: z.object({
    query: z.string().trim().min(1).max(limits.queryLength),
    kinds: z.array(SearchKind).min(1).max(SearchKind.options.length).optional(),
    /** Things with a time must lie within `from` and `to`; things without a time are left out. */
    from: Instant.optional(),
    to: Instant.optional(),
    cursor: Paging.shape.cursor,
    limit: z.int().min(1).max(50).default(20),
  }),
  answer: SearchAnswer,
})

/** Something with a title: its kind and id. */
export const TitleRef = z.string().regex(/^(log|document|job|task):[1-9]\d{0,14}$/, 'No such thing.')
export type TitleRef = z.infer<typeof TitleRef>

export const readTitles = endpoint({
  method: 'POST',
  reads: true,
  path: '/titles',
  summary: `Returns the current titles of up to ${limits.titles} logs, documents, jobs and tasks, to show links to them. What the caller may not see is left out.`,
  access: member(),
  body: z.object({ refs: z.array(TitleRef).min(1).max(limits.titles) }),
  answer: z.array(z.object({ ref: TitleRef, title: z.string() })),
})
