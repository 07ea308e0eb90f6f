import type { Subject } from '#shared/contract/access/endpoints'
import type { Source } from '#shared/contract/sources/endpoints'

/** A source as a key for maps and addresses: `screen.7`, `camera.4`. */
export type SourceKey = `${Source['kind']}.${number}`

export const keyOf = (source: Source): SourceKey =>
  source.kind === 'screen' ? `screen.${source.user_id}` : `camera.${source.camera_id}`

/** Returns a source as a subject of access. */
export const subjectOf = (source: Source): Subject =>
  source.kind === 'screen' ? { kind: 'screen', id: source.user_id } : { kind: 'camera', id: source.camera_id }

/** Returns the source of a {@link keyOf} key; null for any other text. */
export function sourceOf(key: string): Source | null {
  const [, kind, digits] = /^(screen|camera)\.([1-9]\d{0,14})$/.exec(key) ?? []
  if (!kind) return null
  const id = Number(digits)
  return kind === 'screen' ? { kind, user_id: id } : { kind: 'camera', camera_id: id }
}

/** The address of the timeline of a source, at an instant if one is given. */
export const timelineHref = (source: Source, at?: string): string =>
  `#/feed/timeline/${keyOf(source)}${at === undefined ? '' : `?at=${at}&span=tenMinutes`}`
