import type { JSONContent } from '@tiptap/core'

/** A person, document, log or task that a text names. In markdown it is a link to an address within the app. */
export type Reference =
  | { kind: 'person'; user_id: number }
  | { kind: 'document'; doc_id: number }
  | { kind: 'log'; doc_id: number; log_id: number }
  | { kind: 'task'; task_id: number }

/** Something with a name that not everybody may see. */
export type NamedPlace = Exclude<Reference, { kind: 'person' }>

const id = '([1-9]\\d{0,14})'
const graph = new RegExp(`^#/docs/${id}/${id}$`)
const person = new RegExp(`^#/people/${id}$`)
const document = new RegExp(`^#/docs/${id}(?:\\?log=${id})?$`)
const task = new RegExp(`^#/tasks/${id}$`)
const file = /^#\/files\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** Reads the address of a reference; null for every other address. */
export function referenceFrom(href: string): Reference | null {
  const [, user_id] = person.exec(href) ?? []
  if (user_id !== undefined) return { kind: 'person', user_id: Number(user_id) }
  const [, task_id] = task.exec(href) ?? []
  if (task_id !== undefined) return { kind: 'task', task_id: Number(task_id) }
  const [, doc_id, log_id] = document.exec(href) ?? []
  if (doc_id === undefined) return null
  if (log_id === undefined) return { kind: 'document', doc_id: Number(doc_id) }
  return { kind: 'log', doc_id: Number(doc_id), log_id: Number(log_id) }
}

export function hrefOfReference(reference: Reference): string {
  switch (reference.kind) {
    case 'person':
      return `#/people/${reference.user_id}`
    case 'document':
      return `#/docs/${reference.doc_id}`
    case 'log':
      return `#/docs/${reference.doc_id}?log=${reference.log_id}`
    case 'task':
      return `#/tasks/${reference.task_id}`
  }
}

/** The words of a link without characters that would end it early. */
export const linkText = (words: string): string =>
  words
    .replace(/[[\]\\`\n]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * The words of a link to a document, log or task in a stored text. A text never holds the name of what it links to, because
 * not everybody who reads the text may see that; where the text is shown, the reader's own rights decide about the name.
 */
export const noName = '…'

const namedLink = /(?<![\\!])\[((?:\\.|[^[\]\\])*)\]\((#\/(?:docs|tasks)\/[^()\s]{1,40})\)/g

/** Writes the words of each link to a document, log or task of a text anew. */
function relabel(text: string, labelOf: (reference: NamedPlace, words: string) => string): string {
  if (!text.includes('](#/')) return text
  return text.replace(namedLink, (whole, words: string, href: string) => {
    const reference = referenceFrom(href)
    return reference && reference.kind !== 'person' ? `[${labelOf(reference, words)}](${href})` : whole
  })
}

/** A text as it is stored: without the names of what it links to. */
export const withoutLinkNames = (text: string): string => relabel(text, (_, words) => words && noName)

/** A stored text with the names that its reader may see; a link to anything else stays without one. */
export const withLinkNames = (text: string, nameOf: (reference: NamedPlace) => string | null | undefined): string =>
  relabel(text, (reference, words) => (words === noName && linkText(nameOf(reference) ?? '')) || words)

/** What the links of a stored text lead to whose names are put in when it is read. */
export function placesIn(text: string): NamedPlace[] {
  const found: NamedPlace[] = []
  relabel(text, (reference, words) => {
    if (words === noName) found.push(reference)
    return words
  })
  return found
}

/** The file of a picture by its address in a text; null for pictures from anywhere else, which are never loaded. */
export const fileOfPicture = (src: string): string | null => file.exec(src)?.[1] ?? null
export const pictureAddress = (file_id: string): string => `#/files/${file_id}`

/** A graph of a logbook that a page shows. In markdown it is a link on a line of its own. */
export interface ShownGraph {
  doc_id: number
  graph_id: number
}

/** Reads the address of a graph; null for every other address. */
export function graphFrom(href: string): ShownGraph | null {
  const [, doc_id, graph_id] = graph.exec(href) ?? []
  return graph_id === undefined ? null : { doc_id: Number(doc_id), graph_id: Number(graph_id) }
}

export const hrefOfGraph = ({ doc_id, graph_id }: ShownGraph): string => `#/docs/${doc_id}/${graph_id}`

/** The references in a text, each once, in the order of their first place. */
export function referencesIn({ type, attrs, content = [] }: JSONContent): Reference[] {
  const own = type === referenceNode ? referenceFrom(String(attrs?.href)) : null
  const all = [...(own ? [own] : []), ...content.flatMap(referencesIn)]
  return [...new Map(all.map(reference => [hrefOfReference(reference), reference])).values()]
}

export const referenceNode = 'reference'
export const graphNode = 'graph'

const linkOf = ({ type, marks }: JSONContent): string | null => {
  const [mark, ...others] = marks ?? []
  return type === 'text' && mark?.type === 'link' && others.length === 0 ? String(mark.attrs?.href) : null
}
const hasLink = (node: JSONContent | undefined, href: string): boolean =>
  node?.marks?.some(mark => mark.type === 'link' && mark.attrs?.href === href) ?? false

/** Makes each plain link to something within the app a reference, which is written and deleted as a whole. */
export function withReferences(node: JSONContent): JSONContent {
  const { content, type } = node
  if (!content) return node
  return {
    ...node,
    content: content.map((child, at) => {
      const shown = type === 'doc' ? graphOf(child) : null
      if (shown) return shown
      const href = linkOf(child)
      const isWhole = href !== null && !hasLink(content[at - 1], href) && !hasLink(content[at + 1], href)
      if (href === null || !isWhole || !referenceFrom(href)) return withReferences(child)
      return { type: referenceNode, attrs: { href, label: child.text ?? '' } }
    }),
  }
}

/** A paragraph that is nothing but the link to a graph shows the graph. */
function graphOf({ type, content = [] }: JSONContent): JSONContent | null {
  const [link, ...others] = content
  const href = type === 'paragraph' && link && others.length === 0 ? linkOf(link) : null
  return href !== null && graphFrom(href) ? { type: graphNode, attrs: { href, label: link?.text ?? '' } } : null
}

const asLink = ({ href, label }: Record<string, unknown> = {}): JSONContent => ({
  type: 'text',
  text: String(label || href),
  marks: [{ type: 'link', attrs: { href } }],
})

/** Makes each reference and each graph a link again, for markdown. */
export function withoutReferences(node: JSONContent): JSONContent {
  if (node.type === referenceNode) return asLink(node.attrs)
  if (node.type === graphNode) return { type: 'paragraph', content: [asLink(node.attrs)] }
  return node.content ? { ...node, content: node.content.map(withoutReferences) } : node
}
