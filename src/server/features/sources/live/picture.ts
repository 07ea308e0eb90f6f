import { randomUUID } from 'node:crypto'
import type { Source } from '#shared/contract/sources/endpoints'
import type { AppContext } from '../../../platform/app-context'
import type { SystemContext } from '../../../platform/run-as'
import type { NewFrame } from '../frames-store'

/** A picture whose bytes are stored and that nobody has seen yet. */
export interface Picture {
  frame: NewFrame
  /** Uses up its upload permission; false if that was used before, and the picture does not count. */
  claim?: (ctx: SystemContext) => Promise<boolean>
}

/** Deletes a discarded picture from the store. Uploaded ones are removed by a cleanup. */
export async function discardPicture(
  { objects, log }: Pick<AppContext, 'objects' | 'log'>,
  picture: Picture,
): Promise<void> {
  if (picture.claim) return
  await objects
    .delete(picture.frame.object_key)
    .catch(error => log.warn({ err: error }, 'A discarded picture could not be deleted from the store.'))
}

/** Produces the pictures of one source, only while they are wanted. */
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

/** A new id and the key of its picture [7.27a]; `now` in milliseconds. */
export function newKey(organization_id: number, source: Source, now: number): { id: string; key: string } {
  const id = randomUUID()
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '/')
  return { id, key: `${folderOf(organization_id, source)}/${day}/${id}.jpg` }
}

/** The key prefix of all pictures of a source. */
export function folderOf(organization_id: number, source: Source): string {
  const owner = source.kind === 'screen' ? source.user_id : `cameras/${source.camera_id}`
  return `frames/${organization_id}/${owner}`
}
