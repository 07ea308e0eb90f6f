import type { Bucket, PlottedGraph } from '#shared/contract/graphs/endpoints'

/** Names the times of a plot, in one language and the plot's zone. */
export interface BucketNames {
  /** For the axis: as short as possible while distinct from its neighbours. */
  tick(at: number): string
  /** The full name of one bucket or of several consecutive ones. */
  time(first: number, last?: number): string
}

type Plot = PlottedGraph['plot']

/** An hour that occurs twice when clocks go back is named with its offset from UTC. */
export function bucketNames({ unit, zone, buckets }: Plot, language: string): BucketNames {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: zone, ...options })
  const plain = (text: string) => text.replaceAll('\u202f', ' ').replaceAll('\u2009', ' ')
  const date: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' }
  // For comparison only.
  const wall = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...date, hour: '2-digit', minute: '2-digit' })
  const hour = format({ hour: 'numeric' })
  const clock = format({ hour: 'numeric', minute: '2-digit' })
  const offset = format({ hour: 'numeric', timeZoneName: 'shortOffset' })
  const day = format(date)
  const whole = format({ weekday: 'short', ...date, year: 'numeric' })
  const weekday = format({ weekday: 'short', ...date })
  const wholeHour = format({ weekday: 'short', ...date, hour: 'numeric', minute: '2-digit' })
  const spansDays = unit === 'hour' && dayKeys(buckets, day).size > 1

  const start = (at: number) => Date.parse(buckets[at]?.from ?? '')
  const end = (at: number) => Date.parse(buckets[at]?.to ?? '')
  const isTwice = (at: number) =>
    unit === 'hour' &&
    [at - 1, at + 1].some(other => buckets[other] !== undefined && wall.format(start(other)) === wall.format(start(at)))
  const isMidnight = (at: number) => wall.format(at).endsWith('00:00')
  const offsetOf = (at: number) =>
    offset.formatToParts(start(at)).find(part => part.type === 'timeZoneName')?.value ?? ''

  return {
    tick(at) {
      if (unit !== 'hour') return plain(day.format(start(at)))
      const isNewDay = spansDays && (at === 0 || day.format(start(at)) !== day.format(start(at - 1)))
      if (isNewDay) return plain(day.format(start(at)))
      // With clocks that change by half an hour, one hour starts late.
      const name = wall.format(start(at)).endsWith(':00') ? hour.format(start(at)) : clock.format(start(at))
      return plain(isTwice(at) ? `${name} ${offsetOf(at)}` : name)
    },
    time(first, last = first) {
      const from = start(first)
      const to = end(last)
      if (unit !== 'hour' || (isMidnight(from) && isMidnight(to))) {
        // The end is the start of the following bucket, so days and weeks end on the day before.
        return plain(whole.formatRange(from, Math.max(from, to - 1)))
      }
      const isOneDay = day.format(from) === day.format(start(last))
      const name = isOneDay
        ? `${weekday.format(from)}, ${clock.format(from)} – ${clock.format(to)}`
        : wholeHour.formatRange(from, to)
      return plain(isTwice(first) || isTwice(last) ? `${name} (${offsetOf(first)})` : name)
    },
  }
}

const dayKeys = (buckets: readonly Bucket[], day: Intl.DateTimeFormat) =>
  new Set(buckets.map(({ from }) => day.format(Date.parse(from))))
