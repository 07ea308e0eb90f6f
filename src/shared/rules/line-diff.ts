/** One difference between two lists: `a[aFrom … aTo)` became `b[bFrom … bTo)`. Either may be empty. */
export interface Hunk {
  aFrom: number
  aTo: number
  bFrom: number
  bTo: number
}

type Span = Hunk

/** The largest number of differences to look for exactly; more than these become one hunk. */
const mostDifferences = 250
/** How often the text between unique lines is split again. Hostile texts would be split without end. */
const mostCuts = 12

/**
 * The differences of two lists of lines (or words), in order and without common ends. The time is linear in the length
 * of the lists; parts that differ too much come as a single hunk.
 */
export function diffLines(a: readonly string[], b: readonly string[]): Hunk[] {
  const numbers = new Map<string, number>()
  const numberOf = (line: string) => {
    const known = numbers.get(line) ?? numbers.size
    if (known === numbers.size) numbers.set(line, known)
    return known
  }
  const hunks: Hunk[] = []
  compare(a.map(numberOf), b.map(numberOf), { aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }, 0, hunk => {
    const last = hunks.at(-1)
    // Adjacent hunks of separate comparisons form one difference.
    if (last && last.aTo === hunk.aFrom && last.bTo === hunk.bFrom) {
      last.aTo = hunk.aTo
      last.bTo = hunk.bTo
    } else hunks.push({ ...hunk })
  })
  return hunks
}

type Lines = readonly number[]

function compare(a: Lines, b: Lines, whole: Span, cuts: number, tell: (hunk: Hunk) => void): void {
  let { aFrom, aTo, bFrom, bTo } = whole
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) {
    aFrom += 1
    bFrom += 1
  }
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) {
    aTo -= 1
    bTo -= 1
  }
  const span = { aFrom, aTo, bFrom, bTo }
  if (aFrom === aTo && bFrom === bTo) return
  if (aFrom === aTo || bFrom === bTo) {
    tell(span)
    return
  }
  const anchors = cuts < mostCuts ? commonAndUnique(a, b, span) : []
  if (anchors.length === 0) {
    for (const hunk of stepByStep(a, b, span) ?? [span]) tell(hunk)
    return
  }
  let from = { a: aFrom, b: bFrom }
  for (const anchor of [...anchors, { a: aTo, b: bTo }]) {
    compare(a, b, { aFrom: from.a, aTo: anchor.a, bFrom: from.b, bTo: anchor.b }, cuts + 1, tell)
    from = { a: anchor.a + 1, b: anchor.b + 1 }
  }
}

interface Pair {
  a: number
  b: number
}

/** Lines that occur exactly once in both lists, in the longest order common to both. They certainly correspond. */
function commonAndUnique(a: Lines, b: Lines, { aFrom, aTo, bFrom, bTo }: Span): Pair[] {
  const positionsInA = places(a, aFrom, aTo)
  const positionsInB = places(b, bFrom, bTo)
  const pairs: Pair[] = []
  for (const [line, at] of positionsInA) {
    const other = positionsInB.get(line)
    if (at !== null && other !== null && other !== undefined) pairs.push({ a: at, b: other })
  }
  return longestRising(pairs)
}

/** The position of each line, in order; null for lines that occur more than once. */
function places(lines: Lines, from: number, to: number): Map<number, number | null> {
  const found = new Map<number, number | null>()
  for (let at = from; at < to; at += 1) {
    const line = lines[at] as number
    found.set(line, found.has(line) ? null : at)
  }
  return found
}

/** The longest subsequence of pairs that rises in `b`; `pairs` already rise in `a`. */
function longestRising(pairs: readonly Pair[]): Pair[] {
  /** For each length, the last pair of the subsequence with the smallest end. */
  const ends: number[] = []
  const before: number[] = []
  pairs.forEach((pair, at) => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] as number] as Pair).b < pair.b) low = middle + 1
      else high = middle
    }
    before[at] = low > 0 ? (ends[low - 1] as number) : -1
    ends[low] = at
  })
  const row: Pair[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] as number) row.push(pairs[at] as Pair)
  return row.reverse()
}

/** Myers’ shortest edit script; null if there are more differences than the limit. */
function stepByStep(a: Lines, b: Lines, { aFrom, aTo, bFrom, bTo }: Span): Hunk[] | null {
  const most = Math.min(mostDifferences, aTo - aFrom + (bTo - bFrom))
  /** How far each diagonal reaches in `a`, by number of differences. */
  const reached: Map<number, number>[] = []
  let furthest = new Map<number, number>([[1, 0]])
  for (let count = 0; count <= most; count += 1) {
    const next = new Map<number, number>()
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      const down = furthest.get(diagonal + 1) ?? -1
      const right = furthest.get(diagonal - 1) ?? -1
      let x = diagonal === -count || (diagonal !== count && right < down) ? down : right + 1
      let y = x - diagonal
      while (aFrom + x < aTo && bFrom + y < bTo && a[aFrom + x] === b[bFrom + y]) {
        x += 1
        y += 1
      }
      next.set(diagonal, x)
      if (aFrom + x >= aTo && bFrom + y >= bTo)
        return walkBack([...reached, furthest], count, { aFrom, aTo, bFrom, bTo })
    }
    reached.push(furthest)
    furthest = next
  }
  return null
}

function walkBack(reached: readonly Map<number, number>[], count: number, { aFrom, aTo, bFrom, bTo }: Span): Hunk[] {
  const hunks: Hunk[] = []
  let x = aTo - aFrom
  let y = bTo - bFrom
  for (let left = count; left > 0; left -= 1) {
    const furthest = reached[left] as Map<number, number>
    const diagonal = x - y
    const down = furthest.get(diagonal + 1) ?? -1
    const right = furthest.get(diagonal - 1) ?? -1
    const isDown = diagonal === -left || (diagonal !== left && right < down)
    const fromX = isDown ? down : right
    const fromY = fromX - (isDown ? diagonal + 1 : diagonal - 1)
    hunks.push({
      aFrom: aFrom + fromX,
      aTo: aFrom + fromX + (isDown ? 0 : 1),
      bFrom: bFrom + fromY,
      bTo: bFrom + fromY + (isDown ? 1 : 0),
    })
    x = fromX
    y = fromY
  }
  return hunks.reverse()
}
