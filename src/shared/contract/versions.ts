import { z } from 'zod'
import { document } from '../limits'
import { Id, Instant, Person, Revision } from './common'
import { endpoint, member, pagedList } from './endpoint'
import { Document } from './logbooks'

/** How a version came to be. */
export const VersionOrigin = z.enum(['person', 'mate', 'restored'])
export type VersionOrigin = z.infer<typeof VersionOrigin>

/**
 * A text that a document once had. Saves of one person within ten minutes of their first are one version, the last of them, so
 * numbers have gaps.
 */
export const Version = z.object({
  version: Revision,
  created_at: Instant,
  /** Null for what Mate wrote by itself, and where the writer is gone. */
  created_by: Person.nullable(),
  origin: VersionOrigin,
  /** The version that was brought back. */
  restored_from: z.int().nullable(),
  /** Lines that are new or gone against the version before. */
  added: z.int(),
  removed: z.int(),
})
export type Version = z.infer<typeof Version>

/** Data of `document.stale` (409): what is there now, and what was sent, so that neither is lost [D18]. */
export const StaleContent = z.object({
  current: z.object({
    content: z.string(),
    version: Revision,
    updatedat: Instant,
    updatedby: Person.nullable(),
  }),
  sent: z.object({ content: z.string(), version: Revision }),
})
export type StaleContent = z.infer<typeof StaleContent>

export const replaceContent = endpoint({
  method: 'POST',
  path: '/notes/replace',
  summary:
    'Saves a document’s text over the version that the caller has read. When that is not the newest one: 409 with both texts, and nothing is changed.',
  access: member(),
  body: z.object({ doc_id: Id, content: z.string().max(document.contentLength), version: Revision }),
  bodyBytes: 4 * document.contentLength,
  answer: Document,
})

export const listVersions = pagedList({
  method: 'POST',
  reads: true,
  path: '/notes/versions',
  summary: 'The versions of a document, newest first, for all who may read it.',
  access: member(),
  body: z.object({ doc_id: Id }),
  item: Version,
})

export const readVersion = endpoint({
  method: 'POST',
  reads: true,
  path: '/notes/version',
  summary: 'One version of a document with its text, and the text before it.',
  access: member(),
  body: z.object({ doc_id: Id, version: Revision }),
  answer: Version.extend({ content: z.string(), before: z.string().nullable() }),
})

export const restoreVersion = endpoint({
  method: 'POST',
  path: '/notes/restore',
  summary: 'Brings the text of an old version back, as a new version. `current` is the newest one the caller has seen.',
  access: member(),
  body: z.object({ doc_id: Id, version: Revision, current: Revision }),
  answer: Document,
})
