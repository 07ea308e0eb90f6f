import { wordsOf } from './fold'

/** Words that must be adjacent, or must not occur. */
export interface Term {
  readonly words: readonly string[]
  readonly isWanted: boolean
  readonly isQuoted: boolean
  /** True if the last word may be incomplete. */
  readonly isBeginning: boolean
}

/** Alternatives, of which one must match with all its terms. */
export type Query = readonly (readonly Term[])[]

const quotes = '"“”„«»'
const piece = new RegExp(`(-?)[${quotes}]([^${quotes}]*)[${quotes}]?|(\\S+)`, 'gu')

/**
 * Parses a typed query: “quotes”, `or`, `-without`. The last word may be incomplete, unless it is quoted or excluded.
 */
export function parseQuery(text: string): Query {
  const groups: Term[][] = [[]]
  let last: Term | null = null
  for (const [, minus, quoted, bare = ''] of text.matchAll(piece)) {
    last = null
    if (/^or$/i.test(bare)) {
      groups.push([])
      continue
    }
    const words = wordsOf(quoted ?? bare)
    if (words.length === 0) continue
    const isQuoted = quoted !== undefined
    last = { words, isQuoted, isWanted: isQuoted ? minus === '' : !bare.startsWith('-'), isBeginning: false }
    groups.at(-1)?.push(last)
  }
  if (last?.isWanted && !last.isQuoted) {
    const group = groups.at(-1) ?? []
    group[group.length - 1] = { ...last, isBeginning: true }
  }
  return groups.filter(group => group.length > 0)
}

/** The groups with at least one wanted term, because a group of exclusions alone would match everything else. */
export const wantedGroups = (query: Query): Query => query.filter(group => group.some(term => term.isWanted))

/** The same query with every wanted word matched by its beginning, unless it is quoted. */
export const withPrefixes = (query: Query): Query =>
  query.map(group => group.map(term => ({ ...term, isBeginning: term.isWanted && !term.isQuoted })))

/** The same query with every word matched exactly. */
export const withoutPrefixes = (query: Query): Query =>
  query.map(group => group.map(term => ({ ...term, isBeginning: false })))

interface MatchOptions {
  /** Matches words only if they have this weight: A marks names and titles. */
  weight?: 'A'
  /** The wanted words of a group are adjacent and in order. */
  inOrder?: boolean
}

/**
 * A query in the syntax of PostgreSQL's `to_tsquery`. Words contain only letters and digits, so they cannot inject
 * syntax.
 */
export function tsqueryOf(query: Query, { weight, inOrder = false }: MatchOptions = {}): string {
  const lexeme = (word: string, isBeginning: boolean) => {
    const marks = `${isBeginning ? '*' : ''}${weight ?? ''}`
    return `'${word}'${marks && `:${marks}`}`
  }
  const phrase = ({ words, isBeginning }: Term) =>
    words.map((word, index) => lexeme(word, isBeginning && index === words.length - 1)).join(' <-> ')
  const groups = query.map(group => {
    const wanted = group.filter(term => term.isWanted).map(phrase)
    const unwanted = group.filter(term => !term.isWanted).map(term => `!(${phrase({ ...term })})`)
    return [wanted.join(inOrder ? ' <-> ' : ' & '), ...unwanted].filter(Boolean).join(' & ')
  })
  return groups.map(group => `(${group})`).join(' | ')
}
