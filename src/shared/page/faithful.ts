import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

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
    // Most texts have been written by the editor before, which spells them the same again.
    return again === markdown || (keepsWords(markdown, again) && outline(again) === outline(markdown))
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

type Root = ReturnType<typeof fromMarkdown>
type Nodes = Root | Root['children'][number]

const syntax = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }
/** The text that was parsed last, because a text is compared with what was written, and then divided into blocks. */
let parsed: { markdown: string; root: Root } | undefined

function parse(markdown: string): Root {
  if (parsed?.markdown !== markdown) parsed = { markdown, root: fromMarkdown(markdown, syntax) }
  return parsed.root
}

/** The source of each block of a text, in order. */
export function topLevelBlocks(markdown: string): string[] {
  return parse(markdown).children.map(({ position }) =>
    markdown.slice(position?.start.offset ?? 0, position?.end.offset ?? 0),
  )
}

/** Returns what a reader would see, ignoring differences that they cannot see. */
const outline = (markdown: string): string => JSON.stringify(draw(parse(markdown)))

type Drawn = string | { tag: string; of: Record<string, unknown>; inside: Drawn[] }

function draw(node: Nodes): Drawn[] {
  if (node.type === 'text') return [node.value]
  const { type, children = [], value, position: _, data: __, spread: ___, ...of } = propertiesOf(node)
  const drawn = children.flatMap(draw)
  const inside = value === undefined ? joined(type === 'listItem' ? unwrapped(drawn) : drawn) : [value]
  if (type === 'paragraph' && inside.length === 0) return []
  return [{ tag: type, of, inside }]
}

/** The properties of any kind of node. `spread` says whether a list is loose, which reads the same. */
const propertiesOf = (node: Nodes) =>
  node as { type: string } & {
    children?: Nodes[]
    value?: string
    spread?: boolean
    position?: unknown
    data?: unknown
  }

const unwrapped = (items: Drawn[]): Drawn[] =>
  items.flatMap(item => (typeof item === 'object' && item.tag === 'paragraph' ? [' ', ...item.inside, ' '] : [item]))

/** Joins neighbouring words. Runs of blanks become one blank, and blanks at the ends of blocks are dropped. */
function joined(items: Drawn[]): Drawn[] {
  const pieces: Drawn[] = []
  for (const item of items) {
    const last = pieces.at(-1)
    if (typeof item === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + item
    else pieces.push(item)
  }
  return pieces
    .map((piece, at) => {
      if (typeof piece !== 'string') return piece
      const text = piece.replace(/\s+/g, ' ')
      const fromStart = at === 0 || isBlock(pieces[at - 1]) ? text.trimStart() : text
      return at === pieces.length - 1 || isBlock(pieces[at + 1]) ? fromStart.trimEnd() : fromStart
    })
    .filter(piece => piece !== '')
}

const inline = new Set(['emphasis', 'strong', 'delete', 'inlineCode', 'link', 'linkReference', 'image', 'html'])
const isBlock = (piece: Drawn | undefined) => typeof piece === 'object' && !inline.has(piece.tag)
