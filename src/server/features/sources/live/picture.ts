import { randomUUID } from 'node:crypto'
import type { Source } from '#shared/contract/sources/endpoints'
import type { AppContext } from '../../../platform/app-context'
import type { SystemContext } from '../../../platform/run-as'
import type { NewFrame } from '../frames-store'

/** A picture whose bytes are in the store and that nobody was shown yet. */
export interface Picture {
  frame: NewFrame
  /** Uses up the leave that it was uploaded with; false when that was used before, and the picture does not count. */
  claim?: (ctx: SystemContext) => Promise<boolean>
}

/** Takes a picture that is not kept out of the store. What was uploaded by leave is taken away by a cleanup. */
export async function forgetPicture(
  { objects, log }: Pick<AppContext, 'objects' | 'log'>,
  picture: Picture,
): Promise<void> {
  if (picture.claim) return
  await objects
    .delete(picture.frame.object_key)
    .catch(error => log.warn({ err: error }, 'A picture that is not kept stays in the store.'))
}

/** Where pictures of one source come from. They come only while they are wanted. */
export interface FrameProducer {
  want(wanted: boolean): void
}

/** Why there is no picture of a source at the moment. */
export class NoPicture extends Error {
  override name = 'NoPicture'
  constructor(readonly why: 'not_shared' | 'no_answer') {
    super(why)
  }
}

/** A new id and the key that its picture is kept under [7.27a]; `now` in milliseconds. */
export function newKey(organization_id: number, source: Source, now: number): { id: string; key: string } {
  const id = randomUUID()
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '/')
  return { id, key: `${folderOf(organization_id, source)}/${day}/${id}.jpg` }
}

/** Below which all pictures of a source are kept. */
export function folderOf(organization_id: number, source: Source): string {
  const owner = source.kind === 'screen' ? source.user_id : `cameras/${source.camera_id}`
  return `frames/${organization_id}/${owner}`
}
