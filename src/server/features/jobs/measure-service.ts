import type { Answer, Body } from '#shared/contract/endpoint'
import type { MeasuredPicture, measurePictures } from '#shared/contract/jobs/measured'
import { apiError } from '#shared/errors'
import { day, second } from '#shared/limits'
import { type AppContext, perApp } from '../../platform/app-context'
import { ConcurrencyLimit } from '../../platform/concurrency-limit'
import type { PreflightContext } from '../../platform/http/route'
import { ObjectError } from '../../platform/objects/objects'
import type { MemberContext } from '../../platform/request-context'
import { applyOverlay } from '../../platform/vision/mask'
import { pictureMeter } from '../../platform/vision/measure'
import { PictureError, type Raster } from '../../platform/vision/raster'
import { isVisible, openFrames, openRange } from '../sources/service'
import { findJob } from './store'

type Params = Body<typeof measurePictures>
type Measured = Answer<typeof measurePictures>
type Frames = Awaited<ReturnType<typeof openFrames>>

/** How long somebody waits for the measurements, with the wait for their turn. */
const longest = 25 * second
/** How many calls measure at once; the pictures of runs are measured between theirs. */
const atOnce = 2
const waitingAtMost = 4

/** The longer side of a picture with a mask, in pixels: several times what is measured of it. */
const maskedSide = 640

const turns: (app: AppContext) => ConcurrencyLimit = perApp(
  () => new ConcurrencyLimit(atOnce, waitingAtMost, () => apiError('request.too_many')),
)

/**
 * Measures the pictures of a range as a run would, one after the other, with the rights of the caller. Refuses with
 * `request.too_many` if there was no time for any of them.
 */
export async function measure(preflight: PreflightContext, params: Params): Promise<Measured> {
  const { app } = preflight
  const until = app.clock.elapsed() + longest
  const { from, to } = rangeOf(app, params)
  const { frames, reference, overlay_key } = await preflight.runAsMember(async ctx => {
    const { source, instruction_id, most } = params
    const saved = instruction_id === undefined ? undefined : await findJob(ctx, instruction_id)
    if (instruction_id !== undefined && !saved) throw apiError('job.not_found')
    const frames = await openRange(ctx, { source, from, to, most })
    const [reference] = await openFrames(ctx, saved?.reference_ids.slice(0, 1) ?? [])
    return { frames, reference, overlay_key: saved?.overlay_key ?? null }
  })
  // A mask that cannot be read fails the call: no picture is measured without it.
  const mask = overlay_key === null ? null : (await app.objects.get(overlay_key)).bytes
  const isOver = () => app.clock.elapsed() > until
  const found = await turns(app).run(async () =>
    measureAll(app, frames, {
      reference,
      hide: async bytes => (mask ? applyOverlay(bytes, mask, maskedSide) : bytes),
      regions: params.regions,
      isOver,
    }),
  )
  if (found.is_cut && found.items.length === 0) throw apiError('request.too_many')
  return { from, to, ...found }
}

/** The measurements, if the caller may still see the source. */
export async function answer(ctx: MemberContext, { source }: Params, measured: Measured): Promise<Measured> {
  if (!(await isVisible(ctx, source))) throw apiError('source.not_found')
  return measured
}

function rangeOf({ clock }: AppContext, params: Params): { from: string; to: string } {
  const to = params.to ?? new Date(clock.now()).toISOString()
  const from = params.from ?? new Date(Date.parse(to) - day).toISOString()
  if (Date.parse(to) - Date.parse(from) <= day) return { from, to }
  throw apiError('request.invalid', { issues: [{ path: 'from', message: 'The range is at most one day.' }] })
}

interface How {
  reference: Frames[number] | undefined
  hide: (bytes: Buffer) => Promise<Buffer>
  regions: Params['regions']
  isOver: () => boolean
}

async function measureAll(
  app: AppContext,
  frames: Frames,
  { reference, hide, regions, isOver }: How,
): Promise<Pick<Measured, 'items' | 'is_cut'>> {
  const meter = pictureMeter(app)
  const items: MeasuredPicture[] = []
  try {
    const compared = reference && (await skippingUnreadable(async () => meter.raster(await reference.read())))
    let previous: Raster | undefined
    for (const { id, taken_at, read } of frames) {
      if (isOver()) return { items, is_cut: true }
      const found = await skippingUnreadable(async () =>
        meter.measure({ frame: await hide(await read()), previous, reference: compared, regions }),
      )
      if (!found) continue
      items.push({ frame_id: id, taken_at, measurement: found.measurement })
      previous = found.raster
    }
    return { items, is_cut: false }
  } catch (error) {
    if (error instanceof PictureError && error.fault === 'busy') return { items, is_cut: true }
    throw error
  }
}

/** A picture that is damaged, or deleted meanwhile, is left out. */
async function skippingUnreadable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PictureError && error.fault !== 'busy') return undefined
    if (error instanceof ObjectError && error.code === 'object.not_found') return undefined
    throw error
  }
}
