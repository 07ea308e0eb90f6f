import { type AnyExtension, flattenExtensions, type JSONContent, Node } from '@tiptap/core'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import { TableKit } from '@tiptap/extension-table'
import { Placeholder } from '@tiptap/extensions'
import { MarkdownManager } from '@tiptap/markdown'
import StarterKit from '@tiptap/starter-kit'
import i18next from 'i18next'
import { safeHref } from '../../../ui/safe-href'
import { asWords, onOneLine } from './as-words'

type Render = NonNullable<Node['config']['renderMarkdown']>
/** Writes a node; `written` is what it would be otherwise. */
type Rewrite = (written: string, ...of: Parameters<Render>) => string

/** A fence that is longer than any inside. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** Where the serialiser of the package would write something that reads differently. */
const rewrites: Record<string, Rewrite> = {
  paragraph: asWords,
  heading: onOneLine,
  codeBlock: (_written, node) =>
    fenced((node.content ?? []).map(child => child.text ?? '').join(''), String(node.attrs?.language ?? '')),
  // A line break cannot stand in a cell: what reads markdown shows no HTML.
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

/** What the editor knows, and how each part is read from markdown and written as such. */
export function editorExtensions(): AnyExtension[] {
  const kit = StarterKit.configure({
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    // Markdown has none.
    underline: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: url => safeHref(url) !== undefined,
      HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: null },
    },
  })
  const tasks = TaskItem.configure({
    nested: true,
    a11y: { checkboxLabel: node => node.firstChild?.textContent || i18next.t('documents:editor.task') },
  })
  const placeholder = Placeholder.configure({ placeholder: () => i18next.t('documents:editor.placeholder') })
  const table = TableKit.configure({ table: { resizable: false } })
  return flattenExtensions([kit, TaskList, tasks, table, placeholder]).filter(isOwn).map(rewritten)
}

/** Kits are only what they hold, and what a list item brings along it brings again. */
const isOwn = ({ name }: AnyExtension) => !/Kit$|BranchingDeleteKeymap$/.test(name)

// One for all: each registers its table with the parser for good.
const manager = new MarkdownManager({ extensions: editorExtensions() })

/**
 * Markdown as what the editor shows. Other HTML than it would write itself is words. An empty text is one empty paragraph: in a
 * document without any the cursor has no place, and what is typed after choosing a heading would replace it.
 */
export function readMarkdown(markdown: string): JSONContent {
  const parsed = manager.parse(markdown)
  return parsed.content?.length ? parsed : { ...parsed, content: [{ type: 'paragraph' }] }
}

/** What the editor shows as markdown. */
export const writeMarkdown = (content: JSONContent): string => manager.serialize(content).trim()
