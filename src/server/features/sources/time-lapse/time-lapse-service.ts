import { Temporal } from 'temporal-polyfill'
import type { Body } from '#shared/contract/endpoint'
import type { readTimeLapse, TimeLapse } from '#shared/contract/sources/endpoints'
import { timeline as limits } from '#shared/contract/sources/limits'
import { apiError } from '#shared/errors'
import { cleanName } from '../../../platform/files/name'
import type { DownloadFile, PreflightContext } from '../../../platform/http/route'
import { filmOf } from '../../../platform/media/film'
import { findFfmpeg } from '../../../platform/media/find-ffmpeg'
import { ObjectError } from '../../../platform/objects/objects'
import type { MemberContext } from '../../../platform/request-context'
import { PictureError } from '../../../platform/vision/raster'
import { isVisible } from '../access-store'
import { visibleCameras } from '../cameras-store'
import { openFrames } from '../frames-service'
import { idOf } from '../frames-store'
import { personOf } from '../screens-store'
import { requireRange } from '../timeline-service'
import { spreadFrames } from '../timeline-store'
import { pixelsOf, type Size, sizeFor } from './film-picture'
import { films } from './films'

type Params = Body<typeof readTimeLapse>
type Frames = Awaited<ReturnType<typeof openFrames>>

/** Pictures that are looked up at once, each time with the rights of the moment. */
const batch = 50

/** What the film of a range would show. */
export async function describe(ctx: MemberContext, params: Params): Promise<TimeLapse> {
  const { rows, isWhole } = await chosen(ctx, params)
  return {
    pictures: rows.length,
    is_whole: isWhole,
    first_at: rows[0]?.taken_at ?? null,
    last_at: rows.at(-1)?.taken_at ?? null,
    seconds: rows.length / params.fps,
  }
}

async function nameOf(ctx: MemberContext, source: Params['source']): Promise<string> {
  if (source.kind === 'screen') return (await personOf(ctx.tx, source.user_id)).displayname
  return (await visibleCameras(ctx, source.camera_id))[0]?.name ?? ''
}

async function chosen(ctx: MemberContext, { source, from, to }: Params) {
  requireRange({ from, to })
  if (!(await isVisible(ctx, source))) throw apiError('source.not_found')
  return spreadFrames(ctx, source, { from, to, most: limits.filmPictures })
}

/** The film of a range, for a caller who may see the source [D34, D41]. Each picture counts as seen by them. */
export async function offer(preflight: PreflightContext, params: Params): Promise<DownloadFile> {
  const { app } = preflight
  const ffmpeg = findFfmpeg()
  const { source, from, to, fps } = params
  const { ids, zone, name } = await preflight.runAsMember(async ctx => {
    const { rows } = await chosen(ctx, params)
    if (rows.length === 0) throw apiError('frame.not_found')
    if (ffmpeg === null) throw apiError('time_lapse.unavailable')
    films(app).requireFree()
    const details = { type: 'mp4', from, to, fps, pictures: rows.length }
    await ctx.audit({ kind: 'source.exported', subject: `${source.kind}:${idOf(source)}`, details })
    return { ids: rows.map(row => row.id), zone: ctx.caller.timezone, name: await nameOf(ctx, source) }
  })
  const begins = Temporal.Instant.from(from).toZonedDateTimeISO(zone).toPlainDateTime()
  const when = begins.toString({ smallestUnit: 'minute' }).replace('T', ' ').replace(':', '.')
  return {
    name: cleanName(`${name} ${when}.mp4`, { mime: 'video/mp4', extension: 'mp4' }),
    content: films(app).make(signal => film(preflight, params, { ids, zone, signal, ffmpeg: ffmpeg ?? '' })),
  }
}

interface Making {
  ids: readonly string[]
  zone: string
  signal: AbortSignal
  ffmpeg: string
}

async function* film(
  preflight: PreflightContext,
  params: Params,
  { ids, zone, signal, ffmpeg }: Making,
): AsyncGenerator<Uint8Array> {
  const frames = opened(preflight, params, ids)
  const first = await firstReadable(frames)
  yield* filmOf(pixels(first, frames, zone), { ...first.size, fps: params.fps, signal, ffmpeg })
}

/** The pictures in the order of time. Breaks off if the caller may no longer see the source. */
async function* opened(
  preflight: PreflightContext,
  { source }: Params,
  ids: readonly string[],
): AsyncGenerator<Frames[number]> {
  for (let from = 0; from < ids.length; from += batch) {
    yield* await preflight.runAsMember(async ctx => {
      if (!(await isVisible(ctx, source))) throw apiError('source.not_found')
      return openFrames(ctx, ids.slice(from, from + batch))
    })
  }
}

interface First {
  frame: Frames[number]
  bytes: Buffer
  size: Size
}

/** The first picture that can be read decides the size of the film. */
async function firstReadable(frames: AsyncGenerator<Frames[number]>): Promise<First> {
  for (;;) {
    const { value: frame, done } = await frames.next()
    if (done) throw new Error('No picture of the time-lapse can be read.')
    const read = await skippingUnreadable(async () => {
      const bytes = await frame.read()
      return { frame, bytes, size: await sizeFor(bytes) }
    })
    if (read) return read
  }
}

async function* pixels(
  { frame, bytes, size }: First,
  rest: AsyncGenerator<Frames[number]>,
  zone: string,
): AsyncGenerator<Buffer> {
  const timeOf = ({ taken_at }: Frames[number]) => Temporal.Instant.from(taken_at).toZonedDateTimeISO(zone)
  const first = await skippingUnreadable(() => pixelsOf(bytes, size, timeOf(frame)))
  if (first) yield first
  for await (const frame of rest) {
    const picture = await skippingUnreadable(async () => pixelsOf(await frame.read(), size, timeOf(frame)))
    if (picture) yield picture
  }
}

/** A picture that is damaged, or deleted meanwhile, is left out. */
async function skippingUnreadable<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PictureError || (error instanceof ObjectError && error.code === 'object.not_found'))
      return null
    throw error
  }
}
