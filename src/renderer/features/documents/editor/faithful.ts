import type { ReactElement, ReactNode } from 'react'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'

/** Longer texts are edited as markdown, because the rich editor renders everything at once and becomes slow. */
export const maxRich = 100_000

/**
 * Whether the editor can read and write a text without changing what it says and shows. A second, independent reader
 * judges this.
 */
export function isFaithful(markdown: string, rewrite: (markdown: string) => string): boolean {
  if (markdown.length > maxRich) return false
  try {
    const again = rewrite(markdown)
    return keepsWords(markdown, again) && outline(markdown) === outline(again)
  } catch {
    // The editor must not write what it cannot read.
    return false
  }
}

/**
 * Whether every word occurs in the other text at least as often. This includes words that a reader does not see, such
 * as the addresses of footnotes.
 */
export function keepsWords(before: string, after: string): boolean {
  const left = counted(after)
  for (const [word, count] of counted(before)) if ((left.get(word) ?? 0) < count) return false
  return true
}

function counted(markdown: string): Map<string, number> {
  const words = new Map<string, number>()
  // List numbers and entity names may be spelled differently; the letter of a checked task may change its case.
  const plain = markdown.toLowerCase().replace(/&(lt|gt|amp|quot|nbsp);|^[ \t>]*\d{1,9}[.)](?=\s)/gm, ' ')
  for (const [word] of plain.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) words.set(word, (words.get(word) ?? 0) + 1)
  return words
}

/** Returns what the reading view would draw, with HTML as text, ignoring differences that a reader cannot see. */
function outline(markdown: string): string {
  const tree = ReactMarkdown({ children: markdown, remarkPlugins: [remarkGfm], urlTransform: url => url })
  return JSON.stringify(joined(draw(tree, false), false))
}

type Drawn = string | { tag: string; of: Record<string, unknown>; inside: Drawn[] }

function draw(node: ReactNode, isCode: boolean): Drawn[] {
  if (typeof node === 'string' || typeof node === 'number') return [String(node)]
  if (Array.isArray(node)) return node.flatMap((child: ReactNode) => draw(child, isCode))
  if (typeof node !== 'object' || node === null || !('props' in node)) return []
  const { type, props } = node as ReactElement<Record<string, unknown> & { children?: ReactNode }>
  const { children, node: _, className, ...of } = props
  const isCodeInside = isCode || type === 'pre' || type === 'code'
  const drawn = draw(children, isCodeInside)
  if (typeof type !== 'string') return drawn
  const inside = joined(type === 'li' ? unwrapped(drawn) : drawn, isCodeInside)
  if (type === 'p' && inside.length === 0) return []
  const names = String(className ?? '')
  const kept = { ...of, isTask: names.includes('task-list-item'), language: /language-\S+/.exec(names)?.[0] }
  return [{ tag: type, of: kept, inside }]
}

/** Loose and tight lists read the same. */
const unwrapped = (items: Drawn[]): Drawn[] =>
  items.flatMap(item => (typeof item === 'object' && item.tag === 'p' ? [' ', ...item.inside, ' '] : [item]))

/** Joins neighbouring words. Outside of code, runs of blanks become one blank, and blanks at the ends are dropped. */
function joined(items: Drawn[], isCode: boolean): Drawn[] {
  const pieces: Drawn[] = []
  for (const item of items) {
    const last = pieces.at(-1)
    if (typeof item === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + item
    else pieces.push(item)
  }
  if (isCode) return pieces
  return pieces
    .map((piece, at) => {
      if (typeof piece !== 'string') return piece
      const text = piece.replace(/\s+/g, ' ')
      const fromStart = at === 0 || isBlock(pieces[at - 1]) ? text.trimStart() : text
      return at === pieces.length - 1 || isBlock(pieces[at + 1]) ? fromStart.trimEnd() : fromStart
    })
    .filter(piece => piece !== '')
}

const blocks = new Set([
  'p',
  'ul',
  'ol',
  'li',
  'pre',
  'blockquote',
  'table',
  'hr',
  'br',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
])
const isBlock = (piece: Drawn | undefined) => typeof piece === 'object' && blocks.has(piece.tag)
