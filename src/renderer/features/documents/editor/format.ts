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
/** Writes a node; `written` is the package's own output for it. */
type Rewrite = (written: string, ...of: Parameters<Render>) => string

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
  codeBlock: (_written, node) =>
    fenced((node.content ?? []).map(child => child.text ?? '').join(''), String(node.attrs?.language ?? '')),
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

/** The extensions of the editor, and how each is read from markdown and written to it. */
export function editorExtensions(): AnyExtension[] {
  const kit = StarterKit.configure({
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    // Markdown has no underline.
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

/** Removes kits, whose members are listed themselves, and what list items add a second time. */
const isOwn = ({ name }: AnyExtension) => !/Kit$|BranchingDeleteKeymap$/.test(name)

// One shared instance, because each instance registers its table handling with the parser permanently.
const manager = new MarkdownManager({ extensions: editorExtensions() })

/**
 * Reads markdown into a document. HTML other than the editor's own becomes text. An empty text becomes one empty
 * paragraph, because without one the cursor has no place, and text typed after choosing a heading would replace the
 * heading.
 */
export function readMarkdown(markdown: string): JSONContent {
  const parsed = manager.parse(markdown)
  return parsed.content?.length ? parsed : { ...parsed, content: [{ type: 'paragraph' }] }
}

/** Writes a document as markdown. */
export const writeMarkdown = (content: JSONContent): string => manager.serialize(content).trim()
