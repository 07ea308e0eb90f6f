import { Temporal } from 'temporal-polyfill'

export type Span = 'today' | 'week' | 'month' | 'all' | 'days'

interface Days {
  first: string
  last: string
}

/**
 * Returns days in the reader's zone, both inclusive; `all` starts on the day when the logbook was created. Weeks start
 * on Monday.
 */
export function spanDays(span: Span, { today, made, chosen }: { today: string; made: string; chosen: Days }): Days {
  const day = Temporal.PlainDate.from(today)
  switch (span) {
    case 'days':
      return chosen
    case 'today':
      return { first: today, last: today }
    case 'week':
      return { first: day.subtract({ days: day.dayOfWeek - 1 }).toString(), last: today }
    case 'month':
      return { first: day.with({ day: 1 }).toString(), last: today }
    case 'all':
      return { first: made < today ? made : today, last: today }
  }
}
