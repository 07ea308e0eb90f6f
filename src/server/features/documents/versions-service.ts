import { z } from 'zod'
import { Revision } from '#shared/contract/common'
import type { Document } from '#shared/contract/documents/endpoints'
import { document as limits } from '#shared/contract/documents/limits'
import type {
  compareVersions,
  listVersions,
  nameVersion,
  readVersion,
  replaceContent,
  restoreVersion,
  StaleContent,
  Version,
} from '#shared/contract/documents/versions'
import type { Answer, Body, Page } from '#shared/contract/endpoint'
import { type ApiError, apiError } from '#shared/errors'
import { withoutLinkNames } from '#shared/page/references'
import { createCursor } from '../../platform/cursor'
import { personFrom } from '../../platform/people/person'
import type { MemberContext } from '../../platform/request-context'
import type { SystemContext } from '../../platform/run-as'
import { recordDocumentViews } from '../audit/service'
import { documentFor } from './documents-service'
import { noteLinks } from './links/links-service'
import { settled } from './pages/cut'
import * as pages from './pages/pages-service'
import { requireFound, requireReadable, requireRight } from './rights'
import { putNextVersion } from './version-writing'
import * as store from './versions-store'
import { writersOfPassages } from './writers-of-passages'

const byVersion = createCursor(z.object({ version: Revision }))

async function versionFrom(ctx: MemberContext, row: store.VersionRow): Promise<Version> {
  return {
    version: row.version,
    created_at: row.created_at,
    created_by: row.writer && (await personFrom(ctx, row.writer)),
    authors: await Promise.all(row.people.map(person => personFrom(ctx, person))),
    name: row.name,
    origin: row.origin,
    restored_from: row.restored_from,
    added: row.added,
    removed: row.removed,
  }
}

export async function list(
  ctx: MemberContext,
  { doc_id, cursor, limit }: Body<typeof listVersions>,
): Promise<Page<Version>> {
  const before = byVersion.read(cursor)?.version
  const [, rows] = await Promise.all([
    requireReadable(ctx, doc_id),
    store.listVersions(ctx, doc_id, { before, limit: limit + 1 }),
  ])
  const { shown, next_cursor } = byVersion.cut(rows, limit, ({ version }) => ({ version }))
  return { items: await Promise.all(shown.map(row => versionFrom(ctx, row))), next_cursor }
}

export async function read(
  ctx: MemberContext,
  { doc_id, version }: Body<typeof readVersion>,
): Promise<Version & { content: string; before: string | null }> {
  const [, row] = await Promise.all([requireReadable(ctx, doc_id), store.findVersion(ctx, doc_id, version)])
  if (!row) throw apiError('version.not_found')
  recordDocumentViews(ctx, [doc_id])
  return { ...(await versionFrom(ctx, row)), content: row.content, before: row.before }
}

interface WritableContent extends store.LockedContent {
  /** Whether this call made a version of what people wrote before. */
  isCut?: boolean
}

/**
 * The text of a document, locked until the call ends. The text of a page can be written by those who may write logs
 * elsewhere, the summary of anything else by those who may change its name; everybody else is refused.
 */
export async function lockWritableContent(ctx: MemberContext, doc_id: number): Promise<WritableContent> {
  const locked = requireFound(await store.lockContent(ctx, doc_id))
  if (locked.type !== 'document') {
    requireRight(locked, 'editable')
    return locked
  }
  requireRight(locked, 'writable')
  const { version, content } = await settled(ctx, locked)
  return { ...locked, version, content, isCut: version !== locked.version }
}

type Origin = { origin: 'person' | 'mate' } | { origin: 'restored'; restored_from: number }

/** Writes the text of a locked document as a new version. An unchanged text makes none. */
export async function writeContent(
  ctx: MemberContext,
  held: store.LockedContent,
  text: string,
  how: Origin,
): Promise<void> {
  // A summary only cites its own document, whose readers may see all of it.
  const content = held.type === 'document' ? withoutLinkNames(text) : text
  const { user_id } = ctx.caller
  const doc_id = held.id
  const version = await putNextVersion(ctx, held, content, { ...how, authors: [user_id] })
  if (version === held.version) return
  if (held.type === 'document') {
    await pages.writeText(ctx, doc_id, content, user_id)
    await noteLinks(ctx, doc_id, content, user_id)
  }
  ctx.record({ kind: 'document.updated', doc_id, version, updated_at: ctx.now }, { to: 'document', doc_id })
}

/**
 * Writes what Mate made automatically, without a person's rights, over the version of a summary that it knows. Returns the
 * new version; null if there is another version, and then writes nothing.
 */
export async function writeAsSystem(
  ctx: SystemContext,
  doc_id: number,
  { content, version }: { content: string; version: number },
): Promise<number | null> {
  const held = await store.lockContentAsSystem(ctx, doc_id)
  if (held?.version !== version) return null
  const written = await putNextVersion(ctx, held, content, { origin: 'mate', authors: [] })
  if (written !== version) {
    const event = { kind: 'document.updated' as const, doc_id, version: written, updated_at: ctx.now }
    ctx.record(event, { to: 'document', doc_id }, null)
  }
  return written
}

/** The error for a caller who knows an outdated version, with the current text. */
async function staleFor(ctx: MemberContext, held: WritableContent, sent: StaleContent['sent']): Promise<ApiError> {
  const [newest] = await store.listVersions(ctx, held.id, { limit: 1 })
  if (!newest) throw new Error('A document has no version.')
  const data: StaleContent = {
    current: {
      content: held.content,
      version: held.version,
      updatedat: newest.created_at,
      updatedby: newest.writer && (await personFrom(ctx, newest.writer)),
    },
    sent,
  }
  const error = apiError('document.stale', { data })
  // What the caller learns of must stay, or the same number might mean another text when they answer.
  return held.isCut ? error.keepingWrites() : error
}

/**
 * Saves over the version that the caller knows; if there is another one, nothing changes, and both texts are returned
 * [D18].
 */
export async function replace(
  ctx: MemberContext,
  { doc_id, content, version }: Body<typeof replaceContent>,
): Promise<Document> {
  const held = await lockWritableContent(ctx, doc_id)
  if (version !== held.version) throw await staleFor(ctx, held, { content, version })
  await writeContent(ctx, held, content, { origin: 'person' })
  return documentFor(ctx, doc_id)
}

export async function restore(
  ctx: MemberContext,
  { doc_id, version, current }: Body<typeof restoreVersion>,
): Promise<Document> {
  const held = await lockWritableContent(ctx, doc_id)
  const old = await store.findVersion(ctx, doc_id, version)
  if (!old) throw apiError('version.not_found')
  if (current !== held.version) throw await staleFor(ctx, held, { content: old.content, version: current })
  await writeContent(ctx, held, old.content, { origin: 'restored', restored_from: version })
  return documentFor(ctx, doc_id)
}

/** Names a version, so that what the same people write next becomes another one. */
export async function name(ctx: MemberContext, body: Body<typeof nameVersion>): Promise<Version> {
  const { doc_id, version, name: given } = body
  const { type, ...rights } = requireFound(await store.lockContent(ctx, doc_id))
  requireRight(rights, type === 'document' ? 'writable' : 'editable')
  if (!(await store.nameVersion(ctx, doc_id, version, given))) throw apiError('version.not_found')
  const row = await store.findVersion(ctx, doc_id, version)
  if (!row) throw apiError('version.not_found')
  ctx.record({ kind: 'document.updated', doc_id }, { to: 'document', doc_id })
  return versionFrom(ctx, row)
}

/** Two versions, and who wrote and removed what between them. */
export async function compare(
  ctx: MemberContext,
  { doc_id, from, to }: Body<typeof compareVersions>,
): Promise<Answer<typeof compareVersions>> {
  const span = { from: Math.min(from, to), to: Math.max(from, to) }
  const limit = limits.comparedVersions + 1
  const [, first, last, texts] = await Promise.all([
    requireReadable(ctx, doc_id),
    store.findVersion(ctx, doc_id, span.from),
    store.findVersion(ctx, doc_id, span.to),
    store.textsBetween(ctx, doc_id, { ...span, limit }),
  ])
  if (!first || !last) throw apiError('version.not_found')
  recordDocumentViews(ctx, [doc_id])
  const isWhole = texts.length < limit
  const after = isWhole
    ? texts.slice(1).map(text => ({ content: text.content, authors: writersOf(text) }))
    : [{ content: last.content, authors: await store.authorsBetween(ctx, doc_id, span) }]
  const { added, removed } = writersOfPassages([{ content: first.content, authors: [] }, ...after])
  const user_ids = [...new Set([...added, ...removed].flatMap(writers => writers ?? []))]
  const people = await store.peopleAmong(ctx, user_ids)
  return {
    ...{ before: first.content, after: last.content },
    added: added.map(writers => writers && [...writers]),
    removed: removed.map(writers => writers && [...writers]),
    people: await Promise.all(people.map(person => personFrom(ctx, person))),
  }
}

/** Versions from before authors were stored have the one who wrote last. */
const writersOf = ({ authors, created_by }: { authors: number[]; created_by: number | null }): number[] =>
  authors.length > 0 || created_by === null ? authors : [created_by]
