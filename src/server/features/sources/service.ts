import type { Source } from '#shared/contract/sources'
import type { MemberContext } from '../../platform/request-context'
import { visibleCameras } from './cameras-store'
import * as frames from './frames-service'
import * as grantables from './grantables'
import * as desk from './live/feed-manager'
import * as retention from './retention'
import { visibleScreens } from './screens-store'
import * as searchable from './searchable'

/** What others ask of sources. The feature's own endpoints are answered by the services beside this file. */

/** See there. */
export const captureNow = desk.captureNow

/** What access to them is given by. */
export const { cameras, screens } = grantables

/** See there. */
export const keepFrames = frames.keep

/** See there. */
export const openFrames = frames.openFrames

/** Cameras and screens as they can be looked for. */
export const searchableSources = searchable.sources

/** What a source is called: a camera's name, or the name of the person whose screen it is. Undefined where the caller may not see it. */
export async function nameOfSource(ctx: MemberContext, source: Source): Promise<string | undefined> {
  if (source.kind === 'camera') return (await visibleCameras(ctx, source.camera_id))[0]?.name
  return (await visibleScreens(ctx)).find(screen => screen.user_id === source.user_id)?.displayname
}

/** What the cleanup removes of pictures. */
export const pictureSweeps = retention.pictureSweeps

/** See there. */
export const releaseFrames = retention.releaseFrames
