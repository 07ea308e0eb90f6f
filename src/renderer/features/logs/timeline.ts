import type { Log } from '#shared/contract/logs/log'

/** The part of a document's logs that is in memory: a stretch without gaps, newest first. */
export interface Stretch {
  logs: Log[]
  hasNewer: boolean
  hasOlder: boolean
}

/** How many logs of a document stay in memory; excess logs are dropped at the end that is further away. */
export const maxLogs = 600

/** What a correction changes in a log [D19]. */
export type LogText = Pick<Log, 'title' | 'content' | 'revision' | 'corrected_at'>

/** Returns the log with these texts, unless the log is newer. */
export const withText = (log: Log, words: LogText | undefined): Log =>
  words && words.revision > log.revision ? { ...log, ...words, is_generating: false } : log

/** Newest first; of two logs of the same moment the later id comes first [D20]. */
function byTime(log: Log, other: Log): number {
  return Date.parse(other.created_at) - Date.parse(log.created_at) || other.id - log.id
}

/**
 * Merges logs in order, each once [4.8b]. The later version wins but keeps the log's `client_id`, which the server
 * sends only once.
 */
export function merged(held: readonly Log[], received: readonly Log[]): Log[] {
  const [first] = received
  // The fast path for by far the most frequent case: a single new log.
  if (first && received.length === 1 && held[0] && byTime(first, held[0]) < 0 && held.every(log => log.id !== first.id))
    return [first, ...held]
  const byId = new Map(held.map(log => [log.id, log]))
  for (const log of received)
    byId.set(log.id, { ...log, client_id: log.client_id ?? byId.get(log.id)?.client_id ?? null })
  return [...byId.values()].sort(byTime)
}

/** What a reader was looking for when a page of logs was requested [4.8a]. */
export type Mode = 'start' | 'center' | 'date' | 'older'

/** Where a timeline opens: at a log or on a day; null is its newest end. */
export type Place = { log_id: number } | { day: string }

/** Returns the address parameters of a place. */
export const toAddressParams = (place: Place | null) =>
  place === null ? {} : 'log_id' in place ? { center_id: place.log_id } : { on: place.day }

export const modeAt = (place: Place | null): Mode => (place && 'day' in place ? 'date' : 'center')

/**
 * Adds a page to the stretch: newer logs are prepended, a centre or a date replaces, older ones are appended [4.8a].
 */
export function withPage(
  { logs, hasNewer, hasOlder }: Stretch,
  mode: Mode,
  page: { logs: Log[]; has_newer: boolean; has_older: boolean },
): Stretch {
  if (mode === 'center' || mode === 'date')
    return { logs: merged([], page.logs), hasNewer: page.has_newer, hasOlder: page.has_older }
  const together = merged(logs, page.logs)
  if (mode === 'start') return { logs: together, hasNewer: page.has_newer, hasOlder }
  return { logs: together, hasNewer, hasOlder: page.has_older }
}

/** Whether the newest page of a timeline touches a stretch, without a gap in between. */
export const adjoins = ({ logs }: Stretch, page: { logs: Log[] }): boolean =>
  logs.length === 0 || page.logs.some(({ id }) => logs.some(log => log.id === id))

/**
 * Drops excess logs at the end that the reader is not at. Only ends are cut, so that the stretch has no gap; dropped
 * logs load again when they come near.
 */
export function trimmed(stretch: Stretch, keep: 'newest' | 'oldest'): Stretch {
  const { logs } = stretch
  if (logs.length <= maxLogs) return stretch
  return keep === 'newest'
    ? { ...stretch, logs: logs.slice(0, maxLogs), hasOlder: true }
    : { ...stretch, logs: logs.slice(-maxLogs), hasNewer: true }
}

/** The React key of a log. The author's client chose it before the server assigned an id, and it stays the same. */
export const keyOf = (log: Pick<Log, 'id' | 'client_id'>): string => log.client_id ?? `log-${log.id}`

/**
 * Returns the logs of a day if all of them are in memory, otherwise null. `dayKey` names a log's day in the reader's
 * zone.
 */
export function wholeDay(
  { logs, hasNewer, hasOlder }: Stretch,
  day: string,
  dayKey: (at: string) => string,
): Log[] | null {
  const first = logs.findIndex(log => dayKey(log.created_at) === day)
  if (first < 0) return null
  const last = logs.findLastIndex(log => dayKey(log.created_at) === day)
  const isWhole = (first > 0 || !hasNewer) && (last < logs.length - 1 || !hasOlder)
  return isWhole ? logs.slice(first, last + 1) : null
}
