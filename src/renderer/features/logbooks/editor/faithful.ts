import type { ReactElement, ReactNode } from 'react'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'

/** Longer texts are written as markdown: an editor that draws them all at once would be slow. */
export const mostRich = 100_000

/** Whether a text can be read into the editor and written again so that it says and shows the same, by another reader's judgement. */
export function isFaithful(markdown: string, rewrite: (markdown: string) => string): boolean {
  if (markdown.length > mostRich) return false
  try {
    const again = rewrite(markdown)
    return keepsWords(markdown, again) && outline(markdown) === outline(again)
  } catch {
    // What the editor cannot even read, it does not write.
    return false
  }
}

/** Every word stands in the other text at least as often: also in what a reader does not see, as the addresses of footnotes. */
export function keepsWords(before: string, after: string): boolean {
  const left = counted(after)
  for (const [word, count] of counted(before)) if ((left.get(word) ?? 0) < count) return false
  return true
}

function counted(markdown: string): Map<string, number> {
  const words = new Map<string, number>()
  // Numbers of lists and names of signs are spelled anew; capitals only in the mark of a task.
  const plain = markdown.toLowerCase().replace(/&(lt|gt|amp|quot|nbsp);|^[ \t>]*\d{1,9}[.)](?=\s)/gm, ' ')
  for (const [word] of plain.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) words.set(word, (words.get(word) ?? 0) + 1)
  return words
}

/** What the reading view would draw, HTML as words, without what makes no difference to a reader. */
function outline(markdown: string): string {
  const tree = ReactMarkdown({ children: markdown, remarkPlugins: [remarkGfm], urlTransform: url => url })
  return JSON.stringify(joined(draw(tree, false), false))
}

type Drawn = string | { tag: string; of: Record<string, unknown>; inside: Drawn[] }

function draw(node: ReactNode, isCode: boolean): Drawn[] {
  if (typeof node === 'string' || typeof node === 'number') return [String(node)]
  if (Array.isArray(node)) return node.flatMap((one: ReactNode) => draw(one, isCode))
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

/** Whether there is more space between the items of a list says nothing. */
const unwrapped = (items: Drawn[]): Drawn[] =>
  items.flatMap(item => (typeof item === 'object' && item.tag === 'p' ? [' ', ...item.inside, ' '] : [item]))

/** Neighbouring words in one piece; outside of code, blanks are one blank, and none at the ends. */
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
