import { type AnyExtension, flattenExtensions, type JSONContent, Node } from '@tiptap/core'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import { TableKit } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'
import { asWords, onOneLine } from './as-words'
import { fileOfPicture, graphFrom, graphNode, noName, referenceFrom, referenceNode } from './references'

type Render = NonNullable<Node['config']['renderMarkdown']>
/** Writes a node; `written` is the package's own output for it. */
type Rewrite = (written: string, ...of: Parameters<Render>) => string

const plainText = (node: JSONContent): string => (node.content ?? []).map(child => child.text ?? '').join('')

/** Chooses a fence that is longer than any inside the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** Corrects the package's serialiser where its output would read differently. */
const rewrites: Record<string, Rewrite> = {
  paragraph: asWords,
  heading: onOneLine,
  codeBlock: (_written, node) => fenced(plainText(node), String(node.attrs?.language ?? '')),
  // A table cell cannot hold a line break, because the reading view shows no HTML.
  table: written => written.replace(/<br>/g, ' '),
}

function rewritten(extension: AnyExtension): AnyExtension {
  const rewrite = rewrites[extension.name]
  if (!rewrite || !(extension instanceof Node)) return extension
  return extension.extend({
    renderMarkdown(node, helpers, context) {
      return rewrite(this.parent?.(node, helpers, context) ?? '', node, helpers, context)
    },
  })
}

/**
 * Markdown that no other node can hold, such as HTML and footnotes: shown and edited as it is written, so that nothing of
 * a text is lost.
 */
export const markdownSource = 'markdownSource'
const MarkdownSource = Node.create({
  name: markdownSource,
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  parseHTML: () => [{ tag: 'pre[data-markdown]', preserveWhitespace: 'full' }],
  renderHTML: () => ['pre', { 'data-markdown': '' }, ['code', 0]],
  renderMarkdown: plainText,
})

/** The markup of a reference with the words that it shows. */
export function referenceTag(
  { href }: Record<string, unknown>,
  words: string,
): [string, Record<string, string>, string] {
  const kind = referenceFrom(String(href))?.kind
  return ['a', { 'data-reference': kind ?? '', ...(kind && { href: String(href) }) }, words]
}

/** A person, document, log or task by its address in the app. Markdown has it as a link: see `references.ts`. */
export const Reference = Node.create({
  name: referenceNode,
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => ({
    href: { default: '', parseHTML: element => element.getAttribute('href') ?? '' },
    label: {
      default: '',
      // What is pasted shows the name of its target, which a text does not hold.
      parseHTML: element =>
        referenceFrom(element.getAttribute('href') ?? '')?.kind === 'person' ? element.textContent : noName,
    },
  }),
  parseHTML: () => [{ tag: 'a[data-reference]', priority: 1_100 }],
  renderHTML: ({ node }) => referenceTag(node.attrs, String(node.attrs.label)),
  renderText: ({ node }) => String(node.attrs.label),
})

/** A picture that was uploaded to the page. Pictures from elsewhere stay markdown, because nothing is loaded from there. */
export const Picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: '', parseHTML: element => element.getAttribute('data-picture') ?? '' },
    alt: { default: '', parseHTML: element => element.getAttribute('data-alt') ?? '' },
  }),
  parseHTML: () => [{ tag: 'span[data-picture]' }],
  renderHTML: ({ node }) => ['span', { 'data-picture': String(node.attrs.src), 'data-alt': String(node.attrs.alt) }],
  renderText: ({ node }) => String(node.attrs.alt),
  markdownTokenName: 'image',
  parseMarkdown: ({ href, text }, { createNode }) =>
    fileOfPicture(String(href)) === null ? [] : createNode('picture', { src: href, alt: text }),
  renderMarkdown: ({ attrs }) =>
    `![${String(attrs?.alt ?? '').replace(/[\s[\]\\*_`<&]+/g, ' ')}](${String(attrs?.src)})`,
})

/**
 * A graph of a logbook, drawn with its present numbers for whoever may read it. `label` is what markdown has as the words
 * of the link, and no name of the graph, which not everybody who reads the page may see.
 */
export const ShownGraph = Node.create({
  name: graphNode,
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    href: { default: '', parseHTML: element => element.querySelector('a')?.getAttribute('href') ?? '' },
    label: { default: '', parseHTML: element => element.textContent },
  }),
  parseHTML: () => [{ tag: 'div[data-graph]' }],
  renderHTML({ node }) {
    const href = String(node.attrs.href)
    return ['div', { 'data-graph': '' }, ['a', { ...(graphFrom(href) && { href }) }, String(node.attrs.label)]]
  },
  renderText: ({ node }) => String(node.attrs.label),
})

interface Options {
  /** Names the checkbox of a task without words. */
  taskLabel?: () => string
  /** Which addresses a link may lead to; all, where nothing is shown. */
  isAllowedUri?: (url: string) => boolean
}

/** The nodes and marks of a text, and how each is read from markdown and written to it; without a history of changes. */
export function textExtensions({ taskLabel = () => '', isAllowedUri = () => true }: Options = {}): AnyExtension[] {
  const kit = StarterKit.configure({
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    // Markdown has no underline.
    underline: false,
    undoRedo: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri,
      HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: null },
    },
  })
  const tasks = TaskItem.configure({
    nested: true,
    a11y: { checkboxLabel: node => node.firstChild?.textContent || taskLabel() },
  })
  const table = TableKit.configure({ table: { resizable: false } })
  return flattenExtensions([kit, TaskList, tasks, table, Reference, Picture, ShownGraph, MarkdownSource])
    .filter(isOwn)
    .map(rewritten)
}

/** Removes kits, whose members are listed themselves, and what list items add a second time. */
const isOwn = ({ name }: AnyExtension) => !/Kit$|BranchingDeleteKeymap$/.test(name)
