import type { Frame, Source } from '#shared/contract/sources/endpoints'
import type { AppContext } from '../../platform/app-context'
import type { FrameRow } from './frames-store'
import type { NewestFrameColumns } from './screens-store'

/**
 * How long the URL of a picture is valid at most: somebody who loses access cannot load it for longer than this [D41].
 */
const urlSeconds = 60

export const sourceOf = (kind: Source['kind'], id: number): Source =>
  kind === 'screen' ? { kind, user_id: id } : { kind, camera_id: id }

type Pictures = Pick<AppContext, 'objects'>

export async function frameFrom(app: Pictures, row: FrameRow): Promise<Frame> {
  const { id, source_kind, source_id, object_key, taken_at, kept } = row
  const url = await app.objects.addressFor(object_key, urlSeconds)
  return { id, source: sourceOf(source_kind, source_id), url, taken_at, kept }
}

/** The newest picture of a source from its row, if there is one. */
export async function newestFrom(
  app: Pictures,
  source: Source,
  { frame_id, object_key, taken_at, kept }: NewestFrameColumns,
): Promise<Frame | null> {
  if (frame_id === null || object_key === null || taken_at === null) return null
  const url = await app.objects.addressFor(object_key, urlSeconds)
  return { id: frame_id, source, url, taken_at, kept: kept ?? false }
}
