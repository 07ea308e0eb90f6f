const day = 86_400_000

/** Days as `YYYY-MM-DD`, both inclusive. */
export interface DayRange {
  from: string
  to: string
}

export const namedRanges = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const
export type NamedRange = (typeof namedRanges)[number]

const later = (of: string, days: number) => new Date(Date.parse(of) + days * day).toISOString().slice(0, 10)
/** The first day of a month that is some months away. */
const monthStart = (of: string, months: number) => {
  const date = new Date(Date.parse(of))
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months)).toISOString().slice(0, 10)
}
/** The Monday of a week. */
const weekStart = (of: string) => later(of, -((new Date(Date.parse(of)).getUTCDay() + 6) % 7))

/** The days that a name means on a day. Weeks begin on Monday, and nothing is after today. */
export function rangeNamed(name: NamedRange, today: string): DayRange {
  switch (name) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: later(today, -1), to: later(today, -1) }
    case 'thisWeek':
      return { from: weekStart(today), to: today }
    case 'lastWeek':
      return { from: later(weekStart(today), -7), to: later(weekStart(today), -1) }
    case 'thisMonth':
      return { from: monthStart(today, 0), to: today }
    case 'lastMonth':
      return { from: monthStart(today, -1), to: later(monthStart(today, 0), -1) }
  }
}

/** The name of a range on a day, the shortest first; undefined if it has none. */
export const nameOfRange = ({ from, to }: DayRange, today: string): NamedRange | undefined =>
  namedRanges.find(name => {
    const range = rangeNamed(name, today)
    return range.from === from && range.to === to
  })

/** The days of a month in whole weeks from Monday to Sunday, as `YYYY-MM-DD`. */
export function weeksOfMonth(month: string): string[][] {
  const first = weekStart(`${month}-01`)
  const end = monthStart(`${month}-01`, 1)
  const weeks: string[][] = []
  for (let monday = first; monday < end; monday = later(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => later(monday, index)))
  return weeks
}

/** The month that is some months away, as `YYYY-MM`. */
export const monthAway = (month: string, months: number): string => monthStart(`${month}-01`, months).slice(0, 7)
