import { Temporal } from 'temporal-polyfill'
import type { Body } from '#shared/contract/endpoint'
import type { readTimeLapse, TimeLapse } from '#shared/contract/sources/exports'
import { apiError } from '#shared/errors'
import type { DownloadFile, PreflightContext } from '../../../platform/http/route'
import { filmOf } from '../../../platform/media/film'
import { findFfmpeg } from '../../../platform/media/find-ffmpeg'
import type { MemberContext } from '../../../platform/request-context'
import { beginExport, describeRange, type OpenedFrame, openedFrames, skippingUnreadable } from './chosen-frames'
import { films } from './exports'
import { pixelsOf, type Size, sizeFor } from './film-picture'

type Params = Body<typeof readTimeLapse>

/** What the film of a range would show. */
export async function describe(ctx: MemberContext, params: Params): Promise<TimeLapse> {
  const described = await describeRange(ctx, params)
  return { ...described, seconds: described.pictures / params.fps }
}

/** The film of a range. */
export async function offer(preflight: PreflightContext, params: Params): Promise<DownloadFile> {
  const { app } = preflight
  const { fps } = params
  const ffmpeg = findFfmpeg()
  const check = () => {
    if (ffmpeg === null) throw apiError('time_lapse.unavailable')
    films(app).requireFree()
  }
  const begun = await beginExport(preflight, params, { type: 'mp4', mime: 'video/mp4', check, details: { fps } })
  return {
    name: begun.name,
    content: films(app).make(signal => film(preflight, params, { ...begun, signal, ffmpeg: ffmpeg ?? '' })),
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
  { source, fps }: Params,
  { ids, zone, signal, ffmpeg }: Making,
): AsyncGenerator<Uint8Array> {
  const frames = openedFrames(preflight, source, ids)
  const first = await firstReadable(frames)
  yield* filmOf(pixels(first, frames, zone), { ...first.size, fps, signal, ffmpeg })
}

interface First {
  frame: OpenedFrame
  bytes: Buffer
  size: Size
}

/** The first picture that can be read decides the size of the film. */
async function firstReadable(frames: AsyncGenerator<OpenedFrame>): Promise<First> {
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
  rest: AsyncGenerator<OpenedFrame>,
  zone: string,
): AsyncGenerator<Buffer> {
  const timeOf = ({ taken_at }: OpenedFrame) => Temporal.Instant.from(taken_at).toZonedDateTimeISO(zone)
  const first = await skippingUnreadable(() => pixelsOf(bytes, size, timeOf(frame)))
  if (first) yield first
  for await (const frame of rest) {
    const picture = await skippingUnreadable(async () => pixelsOf(await frame.read(), size, timeOf(frame)))
    if (picture) yield picture
  }
}
