import type { RunRead, RunReason } from '#shared/contract/jobs/job'
import type { Frame, Source } from '#shared/contract/sources/endpoints'
import type { AppContext } from '../../../platform/app-context'
import { ObjectError } from '../../../platform/objects/objects'
import { runAsPerson } from '../../../platform/run-as'
import { applyOverlay } from '../../../platform/vision/mask'
import { captureNow, NoPicture, nameOfSource, newestPicture, openFrames } from '../../sources/service'
import type { LookState } from '../look/look-state'
import { sourcesOf } from '../rights'
import type { StoredJob } from '../store'

/** A picture that a run took. */
export interface TakenPicture {
  /** The source: `camera:7`, `screen:12`. */
  key: string
  name: string
  frame: Frame
  /** What the job may see of it: the whole picture, or the one with everything outside the area blurred. */
  visible: Buffer
  isMasked: boolean
  /** The same of the picture of the run before, if it still exists. */
  previous: Buffer | undefined
}

const minute = 60_000

type JobToRun = Pick<StoredJob, 'owner_id' | 'name' | 'feed_ids' | 'screen_ids' | 'newest_within' | 'overlay_key'>

export const keyOf = (source: Source) =>
  source.kind === 'camera' ? `camera:${source.camera_id}` : `screen:${source.user_id}`

/**
 * Takes one picture of each source of a job at the same time, with the rights of its owner; where none can be taken, the
 * newest one counts if the job allows its age. Sources without a picture are
 * in `read` with the reason. The mask of the job is applied before anything else sees a picture [D29]; if it cannot be
 * read, this throws.
 */
export async function takePictures(
  app: AppContext,
  organization_id: number,
  { id, ...job }: JobToRun & { id: number },
  before: LookState,
): Promise<{ pictures: TakenPicture[]; read: RunRead['sources'] }> {
  const mask = job.overlay_key && (await app.objects.get(job.overlay_key)).bytes
  const hide = async (bytes: Buffer) => (mask ? applyOverlay(bytes, mask) : bytes)
  const owner = { organization_id, user_id: job.owner_id }
  const sources = sourcesOf({ feed_ids: job.feed_ids, user_ids: job.screen_ids })
  if (sources.length === 0) return { pictures: [], read: [] }
  const names = await runAsPerson(app, owner, async ctx =>
    Object.fromEntries(
      await Promise.all(sources.map(async source => [keyOf(source), await nameOfSource(ctx, source)])),
    ),
  )
  const viewer = { job_id: id, name: job.name }
  const captured = (source: Source): Promise<Frame> =>
    captureNow(app, { organization_id, source, job: viewer }).catch(async (error: unknown) => {
      const { newest_within } = job
      if (!(error instanceof NoPicture) || newest_within === null) throw error
      const since = new Date(app.clock.now() - newest_within * minute).toISOString()
      const newest = await runAsPerson(app, owner, ctx => newestPicture(ctx, source, { since, viewer }))
      if (!newest) throw error
      return newest
    })
  const taken = await Promise.all(
    sources.map(async (source): Promise<{ picture?: TakenPicture; read: RunRead['sources'][number] }> => {
      const key = keyOf(source)
      const name = names[key]
      const missing = (reason: RunReason) => ({ read: { name: name ?? '', frame_id: null, reason, taken_at: null } })
      if (name === undefined) return missing('not_allowed')
      try {
        const frame = await captured(source)
        const [bytes, former] = await bytesOf(app, owner, [frame.id, before[key]?.frame_id])
        if (!bytes) return missing('no_picture')
        const [visible, previous] = await Promise.all([hide(bytes), former && hide(former)])
        const picture = { key, name, frame, visible, isMasked: Boolean(mask), previous: previous || undefined }
        return { picture, read: { name, frame_id: frame.id, reason: null, taken_at: frame.taken_at } }
      } catch (error) {
        if (error instanceof NoPicture) return missing(error.why === 'not_shared' ? 'not_shared' : 'no_picture')
        throw error
      }
    }),
  )
  return { pictures: taken.flatMap(({ picture }) => picture ?? []), read: taken.map(({ read }) => read) }
}

/** The bytes of pictures that the owner of the job may see, in order; undefined for one that is gone. */
export async function bytesOf(
  app: AppContext,
  owner: { organization_id: number; user_id: number },
  ids: readonly (string | undefined)[],
): Promise<(Buffer | undefined)[]> {
  if (ids.every(id => id === undefined)) return ids.map(() => undefined)
  const opened = await runAsPerson(app, owner, ctx =>
    openFrames(
      ctx,
      ids.filter(id => id !== undefined),
    ),
  )
  return Promise.all(
    ids.map(async id => {
      const frame = opened.find(candidate => candidate.id === id)
      return frame?.read().catch((error: unknown) => {
        if (error instanceof ObjectError && error.code === 'object.not_found') return undefined
        throw error
      })
    }),
  )
}
