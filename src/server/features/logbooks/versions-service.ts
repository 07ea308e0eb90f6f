import { z } from 'zod'
import { Revision } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import type { Document } from '#shared/contract/logbooks'
import type {
  listVersions,
  readVersion,
  replaceContent,
  restoreVersion,
  StaleContent,
  Version,
} from '#shared/contract/versions'
import { type Refusal, refuse } from '#shared/errors'
import { document as limits } from '#shared/limits'
import type { AloneScene } from '../../platform/acting'
import { cursorOf } from '../../platform/cursor'
import type { MemberScene } from '../../platform/scene'
import { noteDocumentViews } from '../audit/service'
import { personFrom } from '../profile/person-service'
import { documentFor } from './documents-service'
import { lineChanges } from './line-changes'
import { requireFound, requireReadable, requireRight } from './rights'
import * as store from './versions-store'

const byVersion = cursorOf(z.object({ version: Revision }))

async function versionFrom(at: MemberScene, row: store.VersionRow): Promise<Version> {
  return {
    version: row.version,
    created_at: row.created_at,
    created_by: row.writer && (await personFrom(at, row.writer)),
    origin: row.origin,
    restored_from: row.restored_from,
    added: row.added,
    removed: row.removed,
  }
}

export async function list(
  at: MemberScene,
  { doc_id, cursor, limit }: Body<typeof listVersions>,
): Promise<Page<Version>> {
  const before = byVersion.read(cursor)?.version
  const [, rows] = await Promise.all([
    requireReadable(at, doc_id),
    store.listVersions(at, doc_id, { before, limit: limit + 1 }),
  ])
  const { shown, next_cursor } = byVersion.cut(rows, limit, ({ version }) => ({ version }))
  return { items: await Promise.all(shown.map(row => versionFrom(at, row))), next_cursor }
}

export async function read(
  at: MemberScene,
  { doc_id, version }: Body<typeof readVersion>,
): Promise<Version & { content: string; before: string | null }> {
  const [, row] = await Promise.all([requireReadable(at, doc_id), store.findVersion(at, doc_id, version)])
  if (!row) throw refuse('version.not_found')
  noteDocumentViews(at, [doc_id])
  return { ...(await versionFrom(at, row)), content: row.content, before: row.before }
}

/**
 * The text of a document, held until the call ends. The text of a page is written by those who write logs elsewhere, the summary of
 * anything else by those who may change its name; everybody else is refused.
 */
export async function holdContent(at: MemberScene, doc_id: number): Promise<store.HeldContent> {
  const held = requireFound(await store.lockContent(at, doc_id))
  requireRight(held, held.type === 'document' ? 'writable' : 'editable')
  return held
}

type Origin = { origin: 'person' | 'mate' } | { origin: 'restored'; restored_from: number }

/** Writes the text of a document that is held, as a new version. The same text again is none. */
export async function writeContent(
  at: MemberScene,
  held: store.HeldContent,
  content: string,
  how: Origin,
): Promise<void> {
  if (content === held.content) return
  const doc_id = held.id
  const [newest] = await store.listVersions(at, doc_id, { limit: 1 })
  const goesOn = how.origin === 'person' && newest !== undefined && isSameSitting(at, newest) ? newest.version : null
  const before = goesOn === null ? held.content : await store.contentBefore(at, doc_id, goesOn)
  const restored_from = how.origin === 'restored' ? how.restored_from : null
  const next = {
    version: held.version + 1,
    content,
    origin: how.origin,
    restored_from,
    ...lineChanges(before, content),
  }
  await store.putVersion(at, doc_id, next, goesOn)
  at.record({ kind: 'document.updated', doc_id }, { to: 'document', doc_id })
}

/**
 * Writes what Mate made by itself, with nobody’s rights, over the version that it knows. Answers the version that holds it; null
 * where another one is there, and nothing is written.
 */
export async function writeAlone(
  at: AloneScene,
  doc_id: number,
  { content, version }: { content: string; version: number },
): Promise<number | null> {
  const held = await store.lockContentAlone(at, doc_id)
  if (held?.version !== version) return null
  if (content === held.content) return version
  const next = { version: version + 1, content, origin: 'mate' as const, restored_from: null }
  await store.putVersionAlone(at, doc_id, { ...next, ...lineChanges(held.content, content) })
  at.record({ kind: 'document.updated', doc_id }, { to: 'document', doc_id }, null)
  return next.version
}

/** Whether what the caller saves goes on with a version: theirs, and begun a moment ago. What a document began with stays. */
function isSameSitting(at: MemberScene, { version, origin, writer, begun_at }: store.VersionRow): boolean {
  const isTheirs = origin === 'person' && writer?.user_id === at.caller.user_id
  return isTheirs && version > 0 && Date.parse(at.now) - Date.parse(begun_at) < limits.oneVersion
}

/** Tells what is there instead of the version that the caller knows. */
async function staleFor(at: MemberScene, held: store.HeldContent, sent: StaleContent['sent']): Promise<Refusal> {
  const [newest] = await store.listVersions(at, held.id, { limit: 1 })
  if (!newest) throw new Error('A document has no version.')
  const data: StaleContent = {
    current: {
      content: held.content,
      version: held.version,
      updatedat: newest.created_at,
      updatedby: newest.writer && (await personFrom(at, newest.writer)),
    },
    sent,
  }
  return refuse('document.stale', { data })
}

/** Saves over the version that the caller knows; over another one nothing is changed, and both texts are answered [D18]. */
export async function replace(
  at: MemberScene,
  { doc_id, content, version }: Body<typeof replaceContent>,
): Promise<Document> {
  const held = await holdContent(at, doc_id)
  if (version !== held.version) throw await staleFor(at, held, { content, version })
  await writeContent(at, held, content, { origin: 'person' })
  return documentFor(at, doc_id)
}

export async function restore(
  at: MemberScene,
  { doc_id, version, current }: Body<typeof restoreVersion>,
): Promise<Document> {
  const held = await holdContent(at, doc_id)
  const old = await store.findVersion(at, doc_id, version)
  if (!old) throw refuse('version.not_found')
  if (current !== held.version) throw await staleFor(at, held, { content: old.content, version: current })
  await writeContent(at, held, old.content, { origin: 'restored', restored_from: version })
  return documentFor(at, doc_id)
}
