import { getSchema, type JSONContent } from '@tiptap/core'
import { MarkdownManager } from '@tiptap/markdown'
import type { Schema } from '@tiptap/pm/model'
import { markdownSource, textExtensions } from './extensions'
import { isFaithful, maxRich, topLevelBlocks } from './faithful'
import { withoutReferences, withReferences } from './references'

// One shared instance, because each instance registers its table handling with the parser permanently.
const manager = new MarkdownManager({ extensions: textExtensions() })

/** The schema of every text that is written in the rich editor. */
export const textSchema: Schema = getSchema(textExtensions())

/**
 * Reads markdown into a document. HTML other than the editor's own becomes text. An empty text becomes one empty
 * paragraph, because without one the cursor has no place, and text typed after choosing a heading would replace the
 * heading.
 */
export function readMarkdown(markdown: string): JSONContent {
  const parsed = withReferences(manager.parse(markdown))
  return parsed.content?.length ? parsed : { ...parsed, content: [{ type: 'paragraph' }] }
}

/** Writes a document as markdown. */
export const writeMarkdown = (content: JSONContent): string =>
  manager
    .serialize(withoutReferences(content))
    // Spaces before the first word may make it code.
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()

/** Returns a text as the editor would write it. Fails if a picture stands where the editor cannot have one. */
export function respell(markdown: string): string {
  const content = readMarkdown(markdown)
  if (markdown.includes('![')) textSchema.nodeFromJSON(content).check()
  return writeMarkdown(content)
}

/** Whether the editor can take a text without changing what it says. */
export const canBeRich = (text: string): boolean => isFaithful(text, respell)

const asSource = (text: string): JSONContent => ({
  type: markdownSource,
  ...(text && { content: [{ type: 'text', text }] }),
})

/**
 * Reads markdown without losing anything: what the editor cannot hold stays as markdown in a block of its own, and if
 * that too would change the text, all of it does.
 */
export function readFaithfully(markdown: string): JSONContent {
  const text = markdown.replace(/\r\n?/g, '\n')
  if (text.length > maxRich) return { type: 'doc', content: [asSource(text)] }
  if (canBeRich(text)) return readMarkdown(text)
  const content = topLevelBlocks(text).flatMap(block =>
    canBeRich(block) ? (readMarkdown(block).content ?? []) : [asSource(block)],
  )
  const mixed = { type: 'doc', content }
  return isFaithful(text, () => writeMarkdown(mixed)) ? mixed : { type: 'doc', content: [asSource(text)] }
}
