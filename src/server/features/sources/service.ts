import type { Source } from '#shared/contract/sources/endpoints'
import type { MemberContext } from '../../platform/request-context'
import { visibleCameras } from './cameras-store'
import * as frames from './frames-service'
import * as feedManager from './live/feed-manager'
import * as retention from './retention'
import { visibleScreens } from './screens-store'

/** What others ask of sources. The feature's own endpoints are answered by the services beside this file. */

/** See there. */
export const captureNow = feedManager.captureNow

/** See there. */
export const keepFrames = frames.keepFrames

/** See there. */
export const openFrames = frames.openFrames

/** The name of a camera, or of the person whose screen it is. Undefined if the caller may not see it. */
export async function nameOfSource(ctx: MemberContext, source: Source): Promise<string | undefined> {
  if (source.kind === 'camera') return (await visibleCameras(ctx, source.camera_id))[0]?.name
  return (await visibleScreens(ctx)).find(screen => screen.user_id === source.user_id)?.displayname
}

/** See there. */
export const releaseFrames = retention.releaseFrames
