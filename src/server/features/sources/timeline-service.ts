import { Temporal } from 'temporal-polyfill'
import type { Answer, Body } from '#shared/contract/endpoint'
import type { Frame, findFrame, listFrameDays, readTimeline, Source } from '#shared/contract/sources/endpoints'
import { timeline as limits } from '#shared/contract/sources/limits'
import { apiError } from '#shared/errors'
import type { MemberContext } from '../../platform/request-context'
import { isVisible } from './access-store'
import { shownFrames } from './frames-service'
import * as store from './timeline-store'

/** Refuses a range that ends before it begins. */
export function requireRange({ from, to }: { from: string; to: string }): void {
  if (Date.parse(from) < Date.parse(to)) return
  throw apiError('request.invalid', { issues: [{ path: 'to', message: 'The end must be after the start.' }] })
}

/** Pictures of a range that are few enough to be shown at once. */
export async function read(
  ctx: MemberContext,
  { source, ...range }: Body<typeof readTimeline>,
): Promise<Answer<typeof readTimeline>> {
  requireRange(range)
  if (!(await isVisible(ctx, source))) throw apiError('source.not_found')
  const { rows, isWhole } = await store.spreadFrames(ctx, source, range)
  return { frames: await shownFrames(ctx, rows), is_whole: isWhole }
}

/** The ids of the same pictures, of which nobody is shown anything yet. */
export async function idsOf(
  ctx: MemberContext,
  source: Source,
  range: { from: string; to: string; most: number },
): Promise<string[]> {
  requireRange(range)
  if (!(await isVisible(ctx, source))) throw apiError('source.not_found')
  return (await store.spreadFrames(ctx, source, range)).rows.map(row => row.id)
}

/** One picture near an instant, or the one right before or after it. */
export async function find(
  ctx: MemberContext,
  { source, direction, at, id }: Body<typeof findFrame>,
): Promise<Frame | null> {
  if (!(await isVisible(ctx, source))) throw apiError('source.not_found')
  const row =
    direction === 'near'
      ? ((await store.neighbourOf(ctx, source, { at, id, direction: 'until' })) ??
        (await store.neighbourOf(ctx, source, { at, id, direction: 'after' })))
      : await store.neighbourOf(ctx, source, { at, id, direction })
  const [frame] = row ? await shownFrames(ctx, [row]) : []
  return frame ?? null
}

/** The days that have pictures. Their borders are those of this runtime's time zones, which the database may not know. */
export async function days(
  ctx: MemberContext,
  { source, zone, from, to }: Body<typeof listFrameDays>,
): Promise<Answer<typeof listFrameDays>> {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)]
  const count = first.until(last, { largestUnit: 'day' }).days + 1
  if (count < 1 || count > limits.days)
    throw apiError('request.invalid', { issues: [{ path: 'to', message: `At most ${limits.days} days.` }] })
  if (!(await isVisible(ctx, source))) throw apiError('source.not_found')
  const borders = Array.from({ length: count + 1 }, (_, index) => {
    const date = first.add({ days: index })
    return { name: date.toString(), at: new Date(date.toZonedDateTime(zone).epochMilliseconds).toISOString() }
  })
  const spans = borders
    .slice(0, -1)
    .map(({ name, at }, index) => ({ name, from: at, to: borders[index + 1]?.at ?? at }))
  return store.spansWithFrames(ctx, source, spans)
}
