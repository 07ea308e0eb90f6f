const minute = 60_000
const day = 1_440 * minute
/** Offsets are kept for blocks of this length. */
const block = 112 * day
/** Shorter than the time between any two changes of the clocks of one zone; the shortest known is 28 days. */
const sample = 14 * day

/** The clocks of a time zone. Days are counted from 1970-01-01, instants in milliseconds from its start in UTC. */
export interface ZoneTime {
  /** What the clocks are ahead of UTC, in milliseconds. */
  offset(instant: number): number
  /** The calendar day at an instant. */
  dayOf(instant: number): number
  /**
   * The instant at which the clocks show a time, in minutes after midnight; 1440 and more are on later days. A time that
   * does not exist is the first existing instant after it; of two instants with the same time it is the first.
   */
  instantOf(day: number, minutes: number): number
  /** The first change of the clocks after an instant and up to another one, inclusive; null if there is none. */
  changeBetween(after: number, until: number): number | null
}

interface OffsetBlock {
  /** The offset just before the block. */
  readonly before: number
  readonly changes: readonly { readonly at: number; readonly offset: number }[]
}

const zones = new Map<string, ZoneTime>()

/** The clocks of an IANA time zone. Throws a RangeError for an unknown one. */
export function zoneTime(zone: string): ZoneTime {
  // Capitals make no difference to Intl either.
  const key = zone.toLowerCase()
  const known = zones.get(key)
  if (known) return known
  const created = createZoneTime(intlOffset(zone))
  zones.set(key, created)
  return created
}

/** The instant at which the clocks of a zone show a wall time, written as an instant with or without its `Z` [5.4a]. */
export function instantOfWall(zone: string, wall: string): number {
  const shown = Date.parse(`${wall.replace(/Z$/, '')}Z`)
  const date = Math.floor(shown / day)
  return zoneTime(zone).instantOf(date, (shown - date * day) / minute)
}

/** The weekday of a day that is counted from 1970-01-01: 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

function createZoneTime(readOffset: (instant: number) => number): ZoneTime {
  const blocks = new Map<number, OffsetBlock>()
  let last = { index: Number.NaN, content: { before: 0, changes: [] } as OffsetBlock }

  function blockAt(index: number): OffsetBlock {
    if (last.index === index) return last.content
    const content = blocks.get(index) ?? readBlock(readOffset, index * block)
    blocks.set(index, content)
    last = { index, content }
    return content
  }

  function offset(instant: number): number {
    const { before, changes } = blockAt(Math.floor(instant / block))
    let current = before
    for (const change of changes) if (change.at <= instant) current = change.offset
    return current
  }

  function changeBetween(after: number, until: number): number | null {
    for (let index = Math.floor(after / block); index * block <= until; index += 1) {
      for (const { at } of blockAt(index).changes) if (at > after && at <= until) return at
    }
    return null
  }

  function instantOf(dayNumber: number, minutes: number): number {
    const wall = dayNumber * day + minutes * minute
    // No zone is a day or more away from UTC, so these are the offsets before and after a change near this time.
    const earlier = offset(wall - day)
    const later = offset(wall + day)
    if (earlier === later) return wall - earlier
    if (offset(wall - earlier) === earlier) return wall - earlier
    if (offset(wall - later) === later) return wall - later
    return changeBetween(wall - later, wall - earlier) ?? wall - earlier
  }

  return { offset, dayOf: instant => Math.floor((instant + offset(instant)) / day), instantOf, changeBetween }
}

function readBlock(readOffset: (instant: number) => number, start: number): OffsetBlock {
  let at = start - 1_000
  const before = readOffset(at)
  let last = before
  const changes: { at: number; offset: number }[] = []
  for (const end = start + block - 1_000; at < end; ) {
    const next = Math.min(at + sample, end)
    const offset = readOffset(next)
    if (offset !== last) changes.push({ at: findChange(readOffset, at, next), offset })
    last = offset
    at = next
  }
  return { before, changes }
}

/** The instant between two others at which the offset becomes that of the later one. Clocks change on whole seconds. */
function findChange(readOffset: (instant: number) => number, from: number, to: number): number {
  const target = readOffset(to)
  let [low, high] = [from, to]
  while (high - low > 1_000) {
    const middle = low + Math.floor((high - low) / 2_000) * 1_000
    if (readOffset(middle) === target) high = middle
    else low = middle
  }
  return high
}

function intlOffset(zone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return instant => {
    const [month = 1, date = 1, year = 1970, ...time] = (format.format(instant).match(/\d+/g) ?? []).map(Number)
    return Date.UTC(year, month - 1, date, ...time) - Math.floor(instant / 1_000) * 1_000
  }
}
