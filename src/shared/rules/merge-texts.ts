import { diffLines, type Hunk } from './line-diff'

/** Two people's changes of one text, merged line by line where they do not touch. */
export interface Merge {
  /** Where both changed the same lines, `mine` stands before `theirs`, so no word of either is lost. */
  text: string
  /** The number of places where both changed the same lines differently. */
  conflicts: number
}

interface Sided extends Hunk {
  by: 'mine' | 'theirs'
}

/** Merges two texts that were made from the same base. */
export function mergeTexts(base: string, mine: string, theirs: string): Merge {
  if (mine === theirs || base === theirs) return { text: mine, conflicts: 0 }
  if (base === mine) return { text: theirs, conflicts: 0 }
  const [from, my, their] = [base, mine, theirs].map(text => text.split('\n')) as [string[], string[], string[]]
  const changes = [
    ...diffLines(from, my).map((hunk): Sided => ({ ...hunk, by: 'mine' })),
    ...diffLines(from, their).map((hunk): Sided => ({ ...hunk, by: 'theirs' })),
  ].sort((first, other) => first.aFrom - other.aFrom || first.aTo - other.aTo)

  // Arrays are collected whole, because a text may have more lines than a call takes arguments.
  const merged: (readonly string[])[] = []
  let conflicts = 0
  let at = 0
  for (const group of touching(changes)) {
    merged.push(from.slice(at, group.from))
    const myLines = sideOf(group, 'mine', from, my)
    const theirLines = sideOf(group, 'theirs', from, their)
    if (!myLines || !theirLines) merged.push(myLines ?? theirLines ?? [])
    else if (myLines.join('\n') === theirLines.join('\n')) merged.push(myLines)
    else {
      conflicts += 1
      merged.push(myLines, theirLines)
    }
    at = group.to
  }
  merged.push(from.slice(at))
  return { text: merged.flat().join('\n'), conflicts }
}

interface Group {
  /** The lines of the base that these changes cover together. */
  from: number
  to: number
  changes: Sided[]
}

/** Groups changes that overlap, or of which one begins where another inserts. */
function touching(changes: readonly Sided[]): Group[] {
  const groups: Group[] = []
  for (const change of changes) {
    const last = groups.at(-1)
    const reachesIn =
      last &&
      (change.aFrom < last.to ||
        (change.aFrom === last.to &&
          last.changes.some(
            existing =>
              existing.by !== change.by &&
              existing.aTo === change.aFrom &&
              (existing.aFrom === existing.aTo || change.aFrom === change.aTo),
          )))
    if (last && reachesIn) {
      last.changes.push(change)
      last.to = Math.max(last.to, change.aTo)
    } else groups.push({ from: change.aFrom, to: change.aTo, changes: [change] })
  }
  return groups
}

/** One side's version of the lines of a group; null if that side did not change them. */
function sideOf(group: Group, by: Sided['by'], base: readonly string[], made: readonly string[]): string[] | null {
  const own = group.changes.filter(change => change.by === by)
  const [first] = own
  const last = own.at(-1)
  if (!first || !last) return null
  return [
    ...base.slice(group.from, first.aFrom),
    ...made.slice(first.bFrom, last.bTo),
    ...base.slice(last.aTo, group.to),
  ]
}
