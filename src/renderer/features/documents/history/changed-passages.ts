import { diffLines } from '#shared/rules/line-diff'
import { type Passage, passagesOf } from '#shared/rules/passages'

/** Passages that belong together, as markdown to render. */
export interface Excerpt {
  text: string
  /** Hides the unchanged head of the table above the rows. */
  hidesHead: boolean
}

/** Passages of a text from the first number up to the second. */
export type Span = readonly [from: number, to: number]

/** A shared part of both texts, or a changed place. */
export type Part =
  | { kind: 'same'; passages: readonly Passage[] }
  | { kind: 'changed'; gone: Excerpt | null; added: Excerpt | null; places: { gone: Span; added: Span } }

/**
 * Compares two texts passage by passage, in reading order. Differences in spelling of the markdown alone are ignored.
 */
export function changedPassages(before: string, after: string): Part[] {
  const [from, to] = [passagesOf(before), passagesOf(after)]
  const keys = (passages: readonly Passage[]) => passages.map(({ key }) => key)
  const parts: Part[] = []
  let at = 0
  const same = (until: number) => {
    if (until > at) parts.push({ kind: 'same', passages: to.slice(at, until) })
  }
  for (const { aFrom, aTo, bFrom, bTo } of diffLines(keys(from), keys(to))) {
    same(bFrom)
    const places = { gone: [aFrom, aTo], added: [bFrom, bTo] } as const
    parts.push({
      ...{ kind: 'changed', places },
      ...{ gone: excerptOf(from.slice(aFrom, aTo)), added: excerptOf(to.slice(bFrom, bTo)) },
    })
    at = bTo
  }
  same(to.length)
  return parts
}

/**
 * Turns passages into a text of their own: items without the indentation of their lists, rows with the head of their
 * table.
 */
export function excerptOf(passages: readonly Passage[]): Excerpt | null {
  if (passages.length === 0) return null
  const items = passages.filter(({ kind }) => kind === 'item')
  const indent = Math.min(...items.map(({ text }) => text.length - text.trimStart().length))
  let text = ''
  let hidesHead = false
  let before: Passage | null = null
  for (const passage of passages) {
    const { kind, head } = passage
    const isSameTable =
      kind === 'row' && before?.kind === 'row' && head !== null && head === (before.head ?? before.text)
    if (before) text += isSameTable || (kind === 'item' && before.kind === 'item') ? '\n' : '\n\n'
    if (kind === 'row' && head !== null && !isSameTable) {
      text += `${head}\n`
      hidesHead = true
    }
    text += kind === 'item' ? passage.text.replace(new RegExp(`^ {0,${indent}}`, 'gm'), '') : passage.text
    before = passage
  }
  return { text, hidesHead }
}

/** Returns the number of lines of the passages. */
export const linesIn = (passages: readonly Passage[]): number =>
  passages.reduce((sum, { text }) => sum + text.split('\n').filter(line => line.trim() !== '').length, 0)
