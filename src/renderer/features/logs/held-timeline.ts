import type { LogPage } from '#shared/contract/logs/endpoints'
import type { Log } from '#shared/contract/logs/log'
import type { Failure } from '../../platform/failure'
import type { Filter } from './filter'
import { type Mode, merged, type Place, type Stretch, trimmed, withPage } from './timeline'

type Reach = 'idle' | 'loading' | 'failed'

/** The logs of a document that are in memory. */
export interface Timeline extends Stretch {
  status: 'loading' | 'ready' | 'failed'
  failure: Failure | null
  newer: Reach
  older: Reach
  /** Live logs that may not touch the stretch: a page is loading, or the reader is elsewhere in time. */
  arrivals: Log[]
  /** Live logs from elsewhere that arrived since the reader was last at the newest end. */
  unread: number[]
  /** Where the stretch was opened; null for its newest end. */
  place: Place | null
  /** The filter. */
  filter: Filter
  /** The reader's latest own log, if the filter hides it. */
  unseen: number | null
  /** Labels changed, so the filter would select other logs. The visible ones stay. */
  isOutdated: boolean
  /** Increases with every replacement, so that the view starts anew. */
  edition: number
  usedAt: number
}

/** How many timelines are kept in memory. */
const maxTimelines = 16

const nothing: Stretch = { logs: [], hasNewer: false, hasOlder: false }

/** Adds a live log in its place, or sets it aside if there may be others before it. */
export function withLog(
  held: Timeline,
  log: Log,
  { isOwn, isShown }: { isOwn: boolean; isShown: boolean },
): Partial<Timeline> {
  const isLoaded = held.logs.some(heldLog => heldLog.id === log.id)
  const isNew = !isLoaded && held.arrivals.every(arrival => arrival.id !== log.id)
  const mayHaveGap = held.hasNewer || held.newer === 'loading' || held.status !== 'ready'
  const isTaken = isLoaded || !mayHaveGap
  const logs = isTaken ? merged(held.logs, [log]) : held.logs
  return {
    ...(isShown ? { logs } : trimmed({ ...held, logs }, 'newest')),
    arrivals: isTaken ? held.arrivals : merged(held.arrivals, [log]),
    unread: isNew && !isOwn ? [...held.unread, log.id] : held.unread,
  }
}

/** Whether a place is in memory. */
export function shows({ logs, hasNewer, place: at }: Timeline, place: Place | null): boolean {
  if (place === null) return !hasNewer && !(at && 'day' in at)
  if ('log_id' in place) return logs.some(log => log.id === place.log_id)
  return at !== null && 'day' in at && at.day === place.day
}

export function fresh(place: Place | null, edition: number, filter: Filter, usedAt: number): Timeline {
  return {
    ...nothing,
    status: 'loading',
    failure: null,
    newer: 'idle',
    older: 'idle',
    arrivals: [],
    unread: [],
    place,
    filter,
    unseen: null,
    isOutdated: false,
    edition,
    usedAt,
  }
}

/** Adds a page together with the logs that arrived meanwhile, if there is no gap. */
export function settled(held: Timeline, mode: Mode, page: LogPage): Timeline {
  const after: Timeline = { ...held, ...withPage(held, mode, page), status: 'ready', failure: null }
  if (mode === 'older') return after
  const loaded = new Set(after.logs.map(log => log.id))
  return after.hasNewer
    ? { ...after, arrivals: held.arrivals.filter(log => !loaded.has(log.id)) }
    : { ...after, logs: merged(after.logs, held.arrivals), arrivals: [] }
}

/** Drops the timeline that was not viewed for the longest time. */
export function evict(timelines: Record<number, Timeline>, spare: number): void {
  const others = Object.entries(timelines).filter(([id]) => Number(id) !== spare)
  if (others.length < maxTimelines) return
  const [oldest] = others.sort(([, a], [, b]) => a.usedAt - b.usedAt)
  if (oldest) delete timelines[Number(oldest[0])]
}
