import { document as limits } from '#shared/contract/documents/limits'
import type { VersionOrigin } from '#shared/contract/documents/versions'
import type { SystemContext } from '../../platform/run-as'
import { lineChanges } from './line-changes'
import * as store from './versions-store'

interface How {
  origin: VersionOrigin
  restored_from?: number | null
  /** Everybody who wrote in it, the last of them first. */
  authors: number[]
}

/**
 * Writes the text of a locked document as its next version and returns the number of that; of the same text makes none.
 * What the same people write within a time becomes one version, unless it has a name.
 */
export async function putNextVersion(
  ctx: Pick<SystemContext, 'tx' | 'organization_id' | 'now'>,
  held: Pick<store.LockedContent, 'id' | 'content' | 'version'>,
  content: string,
  { origin, restored_from = null, authors }: How,
): Promise<number> {
  if (content === held.content) return held.version
  const [newest] = await store.listVersions(ctx, held.id, { limit: 1 })
  const goesOn = origin === 'person' && newest && isContinued(ctx, newest, authors) ? newest.version : null
  const before = goesOn === null ? held.content : await store.contentBefore(ctx, held.id, goesOn)
  const next = { version: held.version + 1, content, origin, restored_from, authors, ...lineChanges(before, content) }
  await store.putVersion(ctx, held.id, next, goesOn)
  return next.version
}

/** Whether a text of these people replaces the newest version. The initial version is never replaced. */
function isContinued(
  { now }: Pick<SystemContext, 'now'>,
  newest: store.VersionRow,
  authors: readonly number[],
): boolean {
  const { version, origin, writer, name, begun_at } = newest
  const writers = newest.authors.length > 0 ? newest.authors : writer ? [writer.user_id] : []
  const isTheirs = writers.length === authors.length && writers.every(user_id => authors.includes(user_id))
  const isRecent = Date.parse(now) - Date.parse(begun_at) < limits.oneVersion
  return origin === 'person' && name === null && version > 0 && isTheirs && isRecent
}
