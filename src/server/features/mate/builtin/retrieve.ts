import { folded } from '../../../platform/words/fold'
import { type HitFact, searchTool } from '../tools'
import type { Use } from './look-up'
import type { TimeSpan } from './time-span'

/** How many sources an answer shows. */
const shown = 8

export interface Retrieved {
  /** The best match first. */
  hits: readonly HitFact[]
  /** The searched words that occur in nothing the caller may see. */
  missing: readonly string[]
  /** The corrected words to which the hits belong, if the words occur nowhere as typed. */
  instead: string | null
  /** Whether no hit has all the words that occur. */
  isPartial: boolean
}

/**
 * Searches everything the caller may see for the words of a question. If nothing has all of them, words that occur
 * nowhere are left out, and then hits with the most of the words come first.
 */
export async function retrieve(use: Use, words: readonly string[], when: TimeSpan | undefined): Promise<Retrieved> {
  const time = when && { from: when.from, to: when.to }
  const find = (query: string) => use(searchTool, { query, ...time }, '')
  const whole = await find(words.join(' '))
  if (whole.hits.length > 0 || words.length === 1)
    return { hits: whole.hits.slice(0, shown), missing: [], instead: whole.looked_for_instead, isPartial: false }

  const there: string[] = []
  for (const word of words) {
    const { hits, looked_for_instead } = await find(`"${word}"`)
    if (hits.length > 0 && looked_for_instead === null) there.push(word)
  }
  const missing = words.filter(word => !there.includes(word))
  if (there.length === 0) return { hits: [], missing, instead: null, isPartial: false }
  const together = missing.length > 0 ? (await find(there.join(' '))).hits : []
  if (together.length > 0) return { hits: together.slice(0, shown), missing, instead: null, isPartial: false }
  const { hits } = await find(there.join(' or '))
  return { hits: withMost(there, hits).slice(0, shown), missing, instead: null, isPartial: true }
}

/** Hits with more of the words come first; among equals the order stays. */
function withMost(words: readonly string[], hits: readonly HitFact[]): HitFact[] {
  const counted = hits.map(hit => {
    const text = folded(`${hit.title} ${hit.excerpt}`)
    return { hit, count: words.filter(word => text.includes(folded(word))).length }
  })
  return counted.sort((first, other) => other.count - first.count).map(({ hit }) => hit)
}
