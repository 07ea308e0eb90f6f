import { wordsOf } from './fold'

/** Words that must stand side by side, or must not stand anywhere. */
export interface Term {
  readonly words: readonly string[]
  readonly isWanted: boolean
  readonly isQuoted: boolean
  /** The last word may be only the beginning of one. */
  readonly isBeginning: boolean
}

/** What is looked for: one of several groups, of which all terms must hold. */
export type Query = readonly (readonly Term[])[]

const quotes = '"“”„«»'
const piece = new RegExp(`(-?)[${quotes}]([^${quotes}]*)[${quotes}]?|(\\S+)`, 'gu')

/** Takes apart what people type: “quotes”, `or`, `-without`; the last word may be only its beginning, unless it is quoted or excluded. */
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

/** The groups that look for something: only what is not there would be everything else. */
export const withWishes = (query: Query): Query => query.filter(group => group.some(term => term.isWanted))

/** The same, of which every word must stand as it is. */
export const exactly = (query: Query): Query => query.map(group => group.map(term => ({ ...term, isBeginning: false })))

interface How {
  /** Counts words only where they have this weight: A stands for names and titles. */
  weight?: 'A'
  /** The wanted words of a group stand side by side, in their order. */
  inOrder?: boolean
}

/** A query as PostgreSQL's `to_tsquery` reads it. Words hold letters and digits alone, so nothing in them is its syntax. */
export function tsqueryOf(query: Query, { weight, inOrder = false }: How = {}): string {
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
