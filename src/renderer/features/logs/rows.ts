import type { Log } from '#shared/contract/logs/log'
import type { Timeline } from './held-timeline'
import type { Entry } from './outbox'
import { keyOf } from './timeline'

/** A row of the feed, newest first. */
export type FeedRow = { key: string; day: string } & (
  | { entry: Entry; log?: undefined }
  | { log: Log; entry?: undefined }
)

/**
 * Returns the rows of the feed: unsent logs on top [4.7a], then those in memory. In the past only the latter are shown,
 * because the newest end is elsewhere.
 */
export function rowsOf(
  { logs, arrivals, hasNewer }: Timeline,
  entries: readonly Entry[],
  dayKey: (at: string) => string,
  today: string,
): FeedRow[] {
  const shown = hasNewer || arrivals.length === 0 ? logs : [...arrivals, ...logs]
  const rows: FeedRow[] = shown.map(log => ({ key: keyOf(log), day: dayKey(log.created_at), log }))
  if (hasNewer) return rows
  const keys = new Set(rows.map(row => row.key))
  const waiting = entries.filter(entry => !keys.has(entry.client_id))
  return [...waiting.map(entry => ({ key: entry.client_id, day: today, entry })), ...rows]
}

/** Whether rows were added or removed at the beginning only, so that the visible ones must keep their place. */
export function isShifted(before: readonly FeedRow[], now: readonly FeedRow[]): boolean {
  return before.length > 0 && before[0]?.key !== now[0]?.key && before.at(-1)?.key === now.at(-1)?.key
}

/** The id of a row's element. */
export const rowId = (row: Pick<FeedRow, 'key'>): string => `row-${row.key}`
