import type { Log } from '#shared/contract/logbooks'
import type { Entry } from './outbox'
import { keyOf } from './timeline'
import type { Timeline } from './timelines'

/** A row of the feed, newest first. */
export type FeedRow = { key: string; day: string } & (
  | { entry: Entry; log?: undefined }
  | { log: Log; entry?: undefined }
)

/**
 * Everything that the feed shows: logs on their way on top [4.7a], then those of the stretch. In the past there are only the
 * latter: the newest end is somewhere else.
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
  const there = new Set(rows.map(row => row.key))
  const waiting = entries.filter(entry => !there.has(entry.client_id))
  return [...waiting.map(entry => ({ key: entry.client_id, day: today, entry })), ...rows]
}

/** Whether rows came or went at the beginning only, so that what is read must stay where it is. */
export function isShifted(before: readonly FeedRow[], now: readonly FeedRow[]): boolean {
  return before.length > 0 && before[0]?.key !== now[0]?.key && before.at(-1)?.key === now.at(-1)?.key
}

/** The id of a row's element. */
export const rowId = (row: Pick<FeedRow, 'key'>): string => `row-${row.key}`
