import type { HtmlNode, RehypePlugin } from './markdown-tasks'

const isBlank = (text: string) => text.trim() === ''

/** Collects the words of the rendered text in `words`. */
export const collectWords = (words: string[]): RehypePlugin => {
  const walk = (node: HtmlNode) => {
    if (node.type === 'text') for (const piece of piecesOf(node)) if (!isBlank(piece)) words.push(piece)
    node.children?.forEach(walk)
  }
  return () => tree => walk(tree as HtmlNode)
}

/** Highlights words by their numbers, and joins neighbouring ones. */
export const markWords = (marked: ReadonlySet<number>): RehypePlugin => {
  let count = 0
  const split = (node: HtmlNode): HtmlNode[] => {
    const parts: { text: string; isMarked: boolean }[] = []
    for (const piece of piecesOf(node)) {
      const last = parts.at(-1)
      const isMarked = isBlank(piece) ? marked.has(count - 1) && marked.has(count) : marked.has(count)
      if (!isBlank(piece)) count += 1
      if (last?.isMarked === isMarked) last.text += piece
      else parts.push({ text: piece, isMarked })
    }
    return parts.map(({ text, isMarked }) => {
      const value = { type: 'text', value: text }
      return isMarked ? { type: 'element', tagName: 'mark', properties: {}, children: [value] } : value
    })
  }
  const walk = (node: HtmlNode) => {
    if (!node.children) return
    node.children = node.children.flatMap(child => (child.type === 'text' ? split(child) : [child]))
    for (const child of node.children) if (child.tagName !== 'mark') walk(child)
  }
  return () => tree => {
    count = 0
    walk(tree as HtmlNode)
  }
}

const piecesOf = ({ value = '' }: HtmlNode): string[] => value.split(/(\s+)/).filter(piece => piece !== '')
