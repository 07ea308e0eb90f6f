import { z } from 'zod'
import { Id, Instant, Person, Revision, text } from '../common'
import { endpoint, member, pagedList } from '../endpoint'
import { Document } from './endpoints'
import { document } from './limits'

/** How a version was made. */
export const VersionOrigin = z.enum(['person', 'mate', 'restored'])
export type VersionOrigin = z.infer<typeof VersionOrigin>

/**
 * An earlier or current text of a document. Saves of one person within ten minutes of their first save replace each
 * other, so version numbers have gaps.
 */
export const Version = z.object({
  version: Revision,
  created_at: Instant,
  /** Null if Mate wrote it by itself, or if the writer no longer exists. */
  created_by: Person.nullable(),
  /** Everybody who wrote in it, the last of them first. */
  authors: z.array(Person),
  /** As somebody named it. */
  name: z.string().nullable(),
  origin: VersionOrigin,
  /** The version that was restored. */
  restored_from: z.int().nullable(),
  /** Lines added and removed since the previous version. */
  added: z.int(),
  removed: z.int(),
})
export type Version = z.infer<typeof Version>

/** Data of `document.stale` (409): the current text, and the text that was sent, so that neither is lost [D18]. */
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
    'Saves a document’s text over the version that the caller has read. If that is not the newest version, the answer is 409 with both texts, and nothing changes.',
  access: member(),
  body: z.object({ doc_id: Id, content: z.string().max(document.contentLength), version: Revision }),
  bodyBytes: 4 * document.contentLength,
  answer: Document,
})

export const listVersions = pagedList({
  method: 'POST',
  reads: true,
  path: '/notes/versions',
  summary: 'Lists the versions of a document, newest first, for everybody who may read it.',
  access: member(),
  body: z.object({ doc_id: Id }),
  item: Version,
})

export const readVersion = endpoint({
  method: 'POST',
  reads: true,
  path: '/notes/version',
  summary: 'Returns one version of a document with its text, and the text before it.',
  access: member(),
  body: z.object({ doc_id: Id, version: Revision }),
  answer: Version.extend({ content: z.string(), before: z.string().nullable() }),
})

export const restoreVersion = endpoint({
  method: 'POST',
  path: '/notes/restore',
  summary:
    'Restores the text of an old version as a new version. `current` is the newest version that the caller has seen.',
  access: member(),
  body: z.object({ doc_id: Id, version: Revision, current: Revision }),
  answer: Document,
})

export const nameVersion = endpoint({
  method: 'POST',
  path: '/notes/version/name',
  summary:
    'Names a version, which is then kept as it is; null takes the name away. Whoever may change the text may do this.',
  access: member(),
  body: z.object({ doc_id: Id, version: Revision, name: text(document.versionNameLength).nullable() }),
  answer: Version,
})

/** For each passage of a text, the ids of those who wrote it or removed it; null if the other text has it too. */
const Writers = z.array(z.array(Id).nullable())

export const compareVersions = endpoint({
  method: 'POST',
  reads: true,
  path: '/notes/versions/compare',
  summary:
    'Returns two versions of a document with who added and removed each passage between them. Over more than a hundred versions these are everybody who wrote in them.',
  access: member(),
  body: z.object({ doc_id: Id, from: Revision, to: Revision }),
  answer: z.object({
    before: z.string(),
    after: z.string(),
    added: Writers,
    removed: Writers,
    people: z.array(Person),
  }),
})
