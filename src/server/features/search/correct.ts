import type { TextPiece } from '#shared/contract/search/endpoints'
import type { MemberContext } from '../../platform/request-context'
import type { Searchable } from '../../platform/searchable'
import { folded, wordsIn } from '../../platform/words/fold'
import { canBeMisspelt, typosBetween } from '../../platform/words/nearness'
import type { Query, Term } from '../../platform/words/query'

export interface Correction {
  query: Query
  /** The typed query with replacements for mistyped words. */
  shown: TextPiece[]
}

/**
 * Replaces words that occur in nothing the caller may see by similar ones that do; null if there is nothing to replace.
 * Quoted words are taken literally. Only visible data is searched, so that a hidden word is neither suggested nor
 * prevents another suggestion.
 */
export async function correct(
  ctx: MemberContext,
  searchables: readonly Searchable[],
  typed: string,
  query: Query,
): Promise<Correction | null> {
  const doubtful = query.flatMap(group => group.filter(isDoubtful).flatMap(term => term.words.filter(canBeMisspelt)))
  const begun = query.flatMap(group => group.filter(term => term.isBeginning).map(term => term.words.at(-1)))
  const meant = new Map<string, string>()
  for (const word of new Set(doubtful)) {
    const there = await Promise.all(searchables.map(searchable => searchable.wordsLike(ctx, word)))
    const best = nearest(word, new Set(there.flat()), begun.includes(word))
    if (best !== null) meant.set(word, best)
  }
  if (meant.size === 0) return null
  const words = (term: Term) => (isDoubtful(term) ? term.words.map(word => meant.get(word) ?? word) : term.words)
  return {
    query: query.map(group => group.map(term => ({ ...term, words: words(term) }))),
    shown: shownAs(typed, meant),
  }
}

const isDoubtful = (term: Term) => term.isWanted && !term.isQuoted

/**
 * The most likely word: fewest typing errors, same first letter, nearest length; null if there is none, or the word
 * itself.
 */
function nearest(typed: string, there: ReadonlySet<string>, isBeginning: boolean): string | null {
  if (there.has(typed) || (isBeginning && [...there].some(word => word.startsWith(typed)))) return null
  const ranked = [...there].flatMap(word => {
    const slips = typosBetween(typed, word)
    if (slips === null) return []
    return { word, slips, isElsewhere: Number(word[0] !== typed[0]), apart: Math.abs(word.length - typed.length) }
  })
  ranked.sort(
    (first, other) =>
      first.slips - other.slips ||
      first.isElsewhere - other.isElsewhere ||
      first.apart - other.apart ||
      (first.word < other.word ? -1 : 1),
  )
  return ranked[0]?.word ?? null
}

function shownAs(typed: string, meant: ReadonlyMap<string, string>): TextPiece[] {
  const pieces: TextPiece[] = []
  let done = 0
  for (const { 0: found, index } of wordsIn(typed)) {
    const word = meant.get(folded(found))
    if (word === undefined) continue
    if (index > done) pieces.push({ text: typed.slice(done, index), hit: false })
    pieces.push({ text: word, hit: true })
    done = index + found.length
  }
  if (done < typed.length) pieces.push({ text: typed.slice(done), hit: false })
  return pieces
}
