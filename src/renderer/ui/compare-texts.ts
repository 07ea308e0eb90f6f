import { diffLines } from '#shared/rules/line-diff'

/** A run of words in a block; `isChanged` where the other text differs. */
export interface Run {
  text: string
  isChanged: boolean
}

/** Lines that both texts have, or that only one of them has. */
export type Block = { kind: 'same'; lines: string[] } | { kind: 'gone' | 'new'; runs: Run[] }

/** Blocks with more words than this are not compared word by word. */
const maxWords = 4_000

/** Compares two texts. Returns what both share, what was removed and what was added, in reading order. */
export function compareTexts(before: string, after: string): Block[] {
  const [from, to] = [before.split('\n'), after.split('\n')]
  const blocks: Block[] = []
  let at = 0
  const same = (until: number) => {
    if (until > at) blocks.push({ kind: 'same', lines: from.slice(at, until) })
  }
  for (const { aFrom, aTo, bFrom, bTo } of diffLines(from, to)) {
    same(aFrom)
    const { gone, added } = words(from.slice(aFrom, aTo).join('\n'), to.slice(bFrom, bTo).join('\n'))
    if (aTo > aFrom) blocks.push({ kind: 'gone', runs: gone })
    if (bTo > bFrom) blocks.push({ kind: 'new', runs: added })
    at = aTo
  }
  same(from.length)
  return blocks
}

function words(gone: string, added: string): { gone: Run[]; added: Run[] } {
  const [a, b] = [gone.split(/(\s+)/), added.split(/(\s+)/)]
  const whole = (text: string): Run[] => [{ text, isChanged: false }]
  if (gone === '' || added === '' || a.length + b.length > maxWords) return { gone: whole(gone), added: whole(added) }
  const hunks = diffLines(a, b)
  return {
    gone: runs(
      a,
      hunks.map(({ aFrom, aTo }) => [aFrom, aTo]),
    ),
    added: runs(
      b,
      hunks.map(({ bFrom, bTo }) => [bFrom, bTo]),
    ),
  }
}

function runs(pieces: readonly string[], changed: [number, number][]): Run[] {
  const found: Run[] = []
  const add = (from: number, to: number, isChanged: boolean) => {
    const text = pieces.slice(from, to).join('')
    if (text) found.push({ text, isChanged })
  }
  let at = 0
  for (const [from, to] of changed) {
    add(at, from, false)
    add(from, to, true)
    at = to
  }
  add(at, pieces.length, false)
  return found
}
