import type { Frame, Source } from '#shared/contract/sources/endpoints'
import type { AppContext } from '../../platform/app-context'
import type { MemberContext } from '../../platform/request-context'
import * as access from './access-store'
import { seal } from './address'
import * as cameras from './cameras-store'
import { visibleCameras } from './cameras-store'
import { frameFrom } from './frame-from'
import * as frames from './frames-service'
import { type FrameViewer, framesOf, insertFrame, insertViews } from './frames-store'
import * as feedManager from './live/feed-manager'
import { NoPicture as NoPictureError, newKey } from './live/picture'
import * as retention from './retention'
import { visibleScreens } from './screens-store'
import * as timeline from './timeline-service'
import * as words from './words-service'

/** What others ask of sources. The feature's own endpoints are answered by the services beside this file. */

/** How many cameras the organisation has. */
export const { countCameras } = cameras

/** See there. */
export const captureNow = feedManager.captureNow

/** See there. */
export const keepFrames = frames.keepFrames

/** See there. */
export const openFrames = frames.openFrames

/** See there. */
export const NoPicture = NoPictureError

/** Pictures that the caller may see; the person whose screen it is learns that they looked. */
export const framesByIds = (ctx: MemberContext, ids: readonly string[]): Promise<Frame[]> =>
  ids.length === 0 ? Promise.resolve([]) : frames.byIds(ctx, { ids: [...ids] })

/**
 * The newest picture that a source that the caller may see took since an instant, with a job as its viewer. Undefined if
 * there is none.
 */
export async function newestPicture(
  ctx: MemberContext,
  source: Source,
  { since, viewer }: { since: string; viewer: FrameViewer },
): Promise<Frame | undefined> {
  if (!(await access.isVisible(ctx, source))) return undefined
  const [row] = await framesOf(ctx, source, { from: since, limit: 1 })
  if (!row) return undefined
  await insertViews(ctx.tx, ctx.organization_id, { frame_ids: [row.id], onlookers: [viewer], at: ctx.now })
  return frameFrom(ctx.app, row)
}

/** A changed copy of a picture whose bytes are stored, such as one with a hidden part. */
export interface StoredCopy {
  id: string
  object_key: string
  bytes: number
  source: Source
  taken_at: string
}

/** Stores the bytes of a changed copy of a picture. {@link recordCopy} makes it a picture of the source. */
export async function storeCopy(
  app: AppContext,
  organization_id: number,
  { source, taken_at }: Pick<Frame, 'source' | 'taken_at'>,
  bytes: Buffer,
): Promise<StoredCopy> {
  const { id, key } = newKey(organization_id, source, app.clock.now())
  await app.objects.put(key, bytes, 'image/jpeg')
  return { id, object_key: key, bytes: bytes.length, source, taken_at }
}

/** Records a changed copy of a picture as one of its source, seen by a job. */
export const recordCopy = (
  { tx, organization_id }: Pick<MemberContext, 'tx' | 'organization_id'>,
  copy: StoredCopy,
  job: { job_id: number; name: string },
): Promise<void> => insertFrame(tx, organization_id, copy, [job])

/** The name of a camera, or of the person whose screen it is. Undefined if the caller may not see it. */
export async function nameOfSource(ctx: MemberContext, source: Source): Promise<string | undefined> {
  if (source.kind === 'camera') return (await visibleCameras(ctx, source.camera_id))[0]?.name
  return (await visibleScreens(ctx)).find(screen => screen.user_id === source.user_id)?.displayname
}

/** The cameras, and the screens of people, that the caller may see and that a text names, as it names them. */
export async function sourcesNamedIn(ctx: MemberContext, text: string): Promise<{ source: Source; name: string }[]> {
  const plain = (words: string) => words.trim().toLowerCase().replace(/[’‘]/g, "'")
  const said = plain(text)
  const [cameras, screens] = await Promise.all([visibleCameras(ctx), visibleScreens(ctx)])
  return [
    ...cameras.map(({ id, name }) => ({ source: { kind: 'camera' as const, camera_id: id }, name })),
    ...screens.flatMap(({ user_id, displayname }) =>
      [displayname, displayname.split(' ', 1)[0] ?? displayname].map(name => ({
        source: { kind: 'screen' as const, user_id },
        name: `${name}'s screen`,
      })),
    ),
  ].filter(({ name }) => plain(name) !== '' && said.includes(plain(name)))
}

/** The cameras, and the people with screens, that the caller may see and whose name has a text in it, whatever its case. */
export async function sourcesLike(ctx: MemberContext, text: string): Promise<Source[]> {
  const has = (name: string) => name.toLowerCase().includes(text.toLowerCase())
  const [cameras, screens] = await Promise.all([visibleCameras(ctx), visibleScreens(ctx)])
  return [
    ...cameras.filter(({ name }) => has(name)).map(({ id }) => ({ kind: 'camera' as const, camera_id: id })),
    ...screens
      .filter(({ displayname }) => has(displayname))
      .map(({ user_id }) => ({ kind: 'screen' as const, user_id })),
  ]
}

/** See there. */
export const isVisible = access.isVisible

/** See there. */
export const requireRange = timeline.requireRange

/**
 * The bytes of pictures of a range, oldest first: at most `most`, spread evenly over the time. Refuses unless the caller
 * may see the source; the person whose screen it is learns that they looked.
 */
export async function openRange(
  ctx: MemberContext,
  { source, ...range }: { source: Source; from: string; to: string; most: number },
): ReturnType<typeof frames.openFrames> {
  const ids = await timeline.idsOf(ctx, source, range)
  const opened = await frames.openFrames(ctx, ids)
  return ids.flatMap(id => opened.find(frame => frame.id === id) ?? [])
}

/** See there. */
export const releaseFrames = retention.releaseFrames

/** See there. */
export const keepWords = words.keepWords

/** See there. */
export const wordsOn = words.wordsOn

/** The stored form of a camera's address that was imported, which is the form that people see. */
export const sealAddress = (app: Pick<AppContext, 'secrets'>, organization_id: number, shown: string): string =>
  seal(app, organization_id, new URL(shown))

/** Whether there is a camera that the caller may see. */
export const hasCamera = async (ctx: MemberContext): Promise<boolean> => (await visibleCameras(ctx)).length > 0
