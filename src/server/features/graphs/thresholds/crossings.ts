import { graph as limits } from '#shared/contract/graphs/limits'
import type { SystemContext } from '../../../platform/run-as'
import { boundaries } from '../boundaries'
import { countBetween } from '../plot-store'
import * as store from './store'

type Context = Pick<SystemContext, 'tx' | 'organization_id'>
type Rule = Pick<store.WatchedThreshold, 'unit' | 'zone'>

/** A number of a graph that crossed a threshold: how many logs carry the label in the time `from` to `to`. */
export interface Crossing extends store.WatchedThreshold {
  count: number
  from: string
  to: string
}

/** The hour, day or week around an instant, and the start of the one before. */
export function bucketAround(at: string, { unit, zone }: Rule): { before: string; from: string; to: string } {
  const [from = at, to = at] = boundaries({ from: at, to: after(at), unit, zone }, limits.buckets) ?? []
  const [before = from] = boundaries({ from: earlier(from), to: from, unit, zone }, limits.buckets) ?? []
  return { before, from, to }
}

const shifted = (at: string, by: number) => new Date(Date.parse(at) + by).toISOString()
const after = (at: string) => shifted(at, 1)
const earlier = (at: string) => shifted(at, -1)

const isBeyond = ({ side, value }: Pick<store.WatchedThreshold, 'side' | 'value'>, count: number) =>
  side === 'above' ? count > value : count < value

/** How many logs carry a label in each interval of these ordered instants. */
export async function countsOf(
  ctx: Context,
  { graph_id, label }: Pick<store.WatchedThreshold, 'graph_id' | 'label'>,
  edges: readonly string[],
): Promise<number[]> {
  const counts = await countBetween(ctx, graph_id, edges)
  return edges
    .slice(1)
    .map((_, at) => counts.find(count => count.label === label && count.bucket === at + 1)?.logs ?? 0)
}

/** The newest of the times between these instants, but the first, in which a threshold is crossed from the right side. */
async function crossingIn(
  ctx: Context,
  threshold: store.WatchedThreshold,
  edges: readonly string[],
): Promise<Crossing | null> {
  const counts = await countsOf(ctx, threshold, edges)
  for (let at = counts.length - 1; at > 0; at -= 1) {
    const [from, to, count, before] = [edges[at], edges[at + 1], counts[at], counts[at - 1]]
    if (from === undefined || to === undefined || count === undefined || before === undefined) continue
    if (from >= threshold.since && isBeyond(threshold, count) && !isBeyond(threshold, before))
      return { ...threshold, count, from, to }
  }
  return null
}

/** The thresholds that are exceeded in the hour, day or week of a log, and were not in the one before. */
export async function exceededBy(ctx: Context, log_id: number): Promise<Crossing[]> {
  const crossings: Crossing[] = []
  for (const { at, ...threshold } of await store.exceededBy(ctx, log_id)) {
    const { before, from, to } = bucketAround(at, threshold)
    const crossing = await crossingIn(ctx, threshold, [before, from, to])
    if (crossing) crossings.push(crossing)
  }
  return crossings
}

/** When the present hour, day or week of a threshold ends that notifies of low numbers; null for all others. */
export async function nextEnd(ctx: Context & { now: string }, threshold_id: number): Promise<string | null> {
  const threshold = await store.watchedThreshold(ctx, threshold_id)
  return threshold?.side === 'below' ? bucketAround(ctx.now, threshold).to : null
}

/**
 * Whether numbers were below a threshold in the hours, days or weeks that ended from an instant until now, and not before;
 * and when the present one ends. Null if the threshold has another value meanwhile, or is gone.
 */
export async function undercutSince(
  ctx: Context & { now: string },
  { threshold_id, set_at, end }: { threshold_id: number; set_at: string; end: string },
): Promise<{ crossing: Crossing | null; next: string } | null> {
  const threshold = await store.watchedThreshold(ctx, threshold_id)
  if (threshold?.side !== 'below' || threshold.set_at !== set_at) return null
  const { to: next, from: until } = bucketAround(ctx.now, threshold)
  if (threshold.is_deleted) return { crossing: null, next }
  // After a very long pause only the last one is compared.
  const first = bucketAround(earlier(end), threshold)
  const range = { from: first.before, to: until, unit: threshold.unit, zone: threshold.zone }
  const last = bucketAround(earlier(until), threshold)
  const edges = boundaries(range, limits.buckets) ?? [last.before, last.from, last.to]
  return { crossing: await crossingIn(ctx, threshold, edges), next }
}
