import { diffLines, type Hunk } from './line-diff'

/** What two people made of one text, line by line where their changes do not touch. */
export interface Merge {
  /** Where both changed the same lines, `mine` stands before `theirs`: no word of either is lost. */
  text: string
  /** In how many places both changed the same lines, differently. */
  conflicts: number
}

interface Sided extends Hunk {
  by: 'mine' | 'theirs'
}

/** Joins two texts that were made from the same one. */
export function mergeTexts(base: string, mine: string, theirs: string): Merge {
  if (mine === theirs || base === theirs) return { text: mine, conflicts: 0 }
  if (base === mine) return { text: theirs, conflicts: 0 }
  const [from, my, their] = [base, mine, theirs].map(text => text.split('\n')) as [string[], string[], string[]]
  const changes = [
    ...diffLines(from, my).map((hunk): Sided => ({ ...hunk, by: 'mine' })),
    ...diffLines(from, their).map((hunk): Sided => ({ ...hunk, by: 'theirs' })),
  ].sort((one, other) => one.aFrom - other.aFrom || one.aTo - other.aTo)

  // Whole pieces, because a text may have more lines than a call takes arguments.
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
  /** Lines of the base that the changes cover together. */
  from: number
  to: number
  changes: Sided[]
}

/** Changes that reach into one another, or of which one begins where another puts something in, belong together. */
function touching(changes: readonly Sided[]): Group[] {
  const groups: Group[] = []
  for (const change of changes) {
    const last = groups.at(-1)
    const reachesIn =
      last &&
      (change.aFrom < last.to ||
        (change.aFrom === last.to &&
          last.changes.some(
            one =>
              one.by !== change.by &&
              one.aTo === change.aFrom &&
              (one.aFrom === one.aTo || change.aFrom === change.aTo),
          )))
    if (last && reachesIn) {
      last.changes.push(change)
      last.to = Math.max(last.to, change.aTo)
    } else groups.push({ from: change.aFrom, to: change.aTo, changes: [change] })
  }
  return groups
}

/** What one side made of the lines of a group; null when that side did not change them. */
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
