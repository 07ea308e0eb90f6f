import { Temporal } from 'temporal-polyfill'
import type { Source } from '#shared/contract/sources/endpoints'
import { timeline as limits } from '#shared/contract/sources/limits'
import { apiError } from '#shared/errors'
import { cleanName } from '../../../platform/files/name'
import type { PreflightContext } from '../../../platform/http/route'
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

/** A range of the timeline of a source, with its end excluded. */
interface Chosen {
  source: Source
  from: string
  to: string
}

export type OpenedFrame = Awaited<ReturnType<typeof openFrames>>[number]

/** Pictures that are looked up at once, each time with the rights of the moment. */
const batch = 50

async function chosenFrames(ctx: MemberContext, { source, from, to }: Chosen) {
  requireRange({ from, to })
  if (!(await isVisible(ctx, source))) throw apiError('source.not_found')
  return spreadFrames(ctx, source, { from, to, most: limits.exportedPictures })
}

/** What an export of a range has in it. */
export async function describeRange(ctx: MemberContext, chosen: Chosen) {
  const { rows, isWhole } = await chosenFrames(ctx, chosen)
  return {
    pictures: rows.length,
    is_whole: isWhole,
    first_at: rows[0]?.taken_at ?? null,
    last_at: rows.at(-1)?.taken_at ?? null,
  }
}

/**
 * Begins an export of a range, for a caller who may see the source [D34, D41], and records it in the audit log. Returns
 * the pictures, the time zone of the caller, and the name of the file.
 */
export function beginExport(
  preflight: PreflightContext,
  chosen: Chosen,
  { type, mime, check, details }: { type: string; mime: string; check: () => void; details?: object },
): Promise<{ ids: string[]; zone: string; name: string }> {
  const { source, from, to } = chosen
  return preflight.runAsMember(async ctx => {
    const { rows } = await chosenFrames(ctx, chosen)
    if (rows.length === 0) throw apiError('frame.not_found')
    check()
    await ctx.audit({
      kind: 'source.exported',
      subject: `${source.kind}:${idOf(source)}`,
      details: { type, from, to, ...details, pictures: rows.length },
    })
    const zone = ctx.caller.timezone
    const begins = Temporal.Instant.from(from).toZonedDateTimeISO(zone).toPlainDateTime()
    const when = begins.toString({ smallestUnit: 'minute' }).replace('T', ' ').replace(':', '.')
    const name = cleanName(`${await nameOf(ctx, source)} ${when}.${type}`, { mime, extension: type })
    return { ids: rows.map(row => row.id), zone, name }
  })
}

async function nameOf(ctx: MemberContext, source: Source): Promise<string> {
  if (source.kind === 'screen') return (await personOf(ctx.tx, source.user_id)).displayname
  return (await visibleCameras(ctx, source.camera_id))[0]?.name ?? ''
}

/**
 * The pictures in the order of time, each of which counts as seen by the caller. Breaks off if they may no longer see
 * the source.
 */
export async function* openedFrames(
  preflight: PreflightContext,
  source: Source,
  ids: readonly string[],
): AsyncGenerator<OpenedFrame> {
  for (let from = 0; from < ids.length; from += batch) {
    yield* await preflight.runAsMember(async ctx => {
      if (!(await isVisible(ctx, source))) throw apiError('source.not_found')
      return openFrames(ctx, ids.slice(from, from + batch))
    })
  }
}

/** Null for a picture that is damaged, or deleted meanwhile, which is left out. */
export async function skippingUnreadable<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PictureError || (error instanceof ObjectError && error.code === 'object.not_found'))
      return null
    throw error
  }
}
