import { Temporal } from 'temporal-polyfill'
import type { SummaryRange } from '#shared/contract/summaries/endpoints'
import { summary as limits } from '#shared/contract/summaries/limits'
import type { MemberContext } from '../../platform/request-context'
import { type LogRow, newestRows } from '../logs/service'
import type { turnsOf } from '../meetings/service'
import type { Reading } from './store'
import type { writeSummary } from './write'

export type SummaryParams = Parameters<typeof writeSummary>[1]
type Source = SummaryParams['sources'][number]
type Turn = Awaited<ReturnType<typeof turnsOf>>[number]

/** The material of a summary, and the record of it. */
export interface Material extends Omit<Reading, 'model'> {
  /** Oldest first. */
  sources: Source[]
}

/** The newest logs of a range in the caller's zone; empty if there are none. */
export async function materialFromLogs(ctx: MemberContext, doc_id: number, range: SummaryRange): Promise<Material> {
  const { timezone } = ctx.caller
  const since = beginOf(range, ctx.now, timezone)
  const rows = await newestRows(ctx, { doc_id, since, limit: limits.logs })
  const written = rows.filter(row => !row.is_generating).reverse()
  return {
    range,
    from: written[0]?.created_at ?? null,
    to: written.at(-1)?.created_at ?? null,
    last_log_id: written.at(-1)?.id ?? null,
    log_count: written.length,
    corrections: written.reduce((sum, row) => sum + row.revision, 0),
    sources: written.map(row => logSource(row, timezone)),
  }
}

/** The first instant of a range that lasts until now; null if it has none. */
function beginOf(range: SummaryRange, now: string, zone: string): string | null {
  if (range === 'all') return null
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDate()
  const first = {
    day: today,
    week: today.subtract({ days: today.dayOfWeek - 1 }),
    month: today.with({ day: 1 }),
  }[range]
  return new Date(first.toZonedDateTime(zone).epochMilliseconds).toISOString()
}

function logSource({ id, doc_id, title, content, created_at, writer, labels }: LogRow, zone: string): Source {
  const local = Temporal.Instant.from(created_at).toZonedDateTimeISO(zone)
  return {
    title,
    content,
    created_at,
    who: writer?.displayname ?? null,
    when: `${local.toLocaleString('en', { weekday: 'short' })} ${local.toPlainDateTime().toString({ smallestUnit: 'minute' })}`,
    labels: (labels ?? []).map(label => label.text),
    address: `#/docs/${doc_id}?log=${id}`,
    label: String(id),
  }
}

/** The transcript of a recording; empty if it holds no words. */
export function materialFromTurns(doc_id: number, turns: readonly Turn[]): Material {
  const spoken = turns.filter(turn => turn.text.trim() !== '')
  return {
    range: 'all',
    from: null,
    to: null,
    last_log_id: null,
    log_count: spoken.length,
    corrections: 0,
    sources: spoken.map(({ name, start, text }) => {
      const seconds = Math.floor(start)
      const time = clockTime(seconds)
      return {
        title: '',
        content: text,
        // Only their order matters.
        created_at: String(seconds).padStart(8, '0'),
        who: name,
        when: time,
        labels: [],
        address: `#/docs/${doc_id}?at=${seconds}`,
        label: time,
      }
    }),
  }
}

/** `1:05:07` */
function clockTime(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts
    .slice(parts[0] === 0 ? 1 : 0)
    .map((part, index) => (index === 0 ? part : String(part).padStart(2, '0')))
    .join(':')
}
