import type { Source, Viewer } from '#shared/contract/sources/endpoints'
import type { FeedPart, ScreenStatus } from '../../../platform/bus'
import { idOf } from '../frames-store'
import { shownFirst } from './devices'

export const keyOf = (source: Source): string => `${source.kind} ${idOf(source)}`

export const isEmptyPart = ({ status, viewers }: FeedPart): boolean => status === null && viewers.length === 0

/** Who watches a source at all nodes, as {@link onceEach}. */
export function viewersOf(parts: readonly FeedPart[]): Viewer[] {
  return onceEach(
    parts.flatMap(({ viewers }) => viewers).sort((one, other) => Date.parse(one.since) - Date.parse(other.since)),
  )
}

/** Each person once, who may have several tabs, then each job once, of which several runs may watch at the same time. */
export function onceEach(viewers: readonly Viewer[]): Viewer[] {
  const people = new Map<number, Viewer>()
  const jobs = new Map<string, Viewer>()
  for (const viewer of viewers) {
    if (viewer.user_id !== null) people.set(viewer.user_id, people.get(viewer.user_id) ?? viewer)
    else {
      // Jobs that are tried out before they are saved have one number, and differ by their names.
      const key = `${viewer.job_id} ${viewer.name}`
      jobs.set(key, jobs.get(key) ?? viewer)
    }
  }
  return [...people.values(), ...jobs.values()]
}

/** The state of a screen whose person may have computers at several nodes; null if it is not shared. */
export function statusOf(parts: readonly FeedPart[]): ScreenStatus | null {
  return [...parts].sort(byStatus)[0]?.status ?? null
}

/**
 * Whether the node of `own` produces the pictures of a source: of a screen, the node of the computer that counts; of a
 * camera, the one that has wanted its pictures for the longest time. So a source has one producer, however many nodes show
 * it.
 */
export function producesPictures(own: FeedPart, others: readonly FeedPart[]): boolean {
  const before = own.source.kind === 'screen' ? byStatus : byWish
  return others.every(other => before(own, other) < 0)
}

function byStatus(one: FeedPart, other: FeedPart): number {
  const rank = ({ status }: FeedPart) => (status ? (shownFirst as readonly string[]).indexOf(status.state) : Infinity)
  const since = ({ status }: FeedPart) => Date.parse(status?.since ?? '') || 0
  if (rank(one) !== rank(other)) return rank(one) - rank(other)
  return since(other) - since(one) || byNode(one, other)
}

function byWish(one: FeedPart, other: FeedPart): number {
  const since = ({ wanted_since }: FeedPart) => (wanted_since === null ? Infinity : Date.parse(wanted_since))
  if (since(one) !== since(other)) return since(one) - since(other)
  return byNode(one, other)
}

const byNode = (one: FeedPart, other: FeedPart): number => (one.node < other.node ? -1 : 1)
