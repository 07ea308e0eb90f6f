import type { JSONContent } from '@tiptap/core'
import { updateYFragment, yXmlFragmentToProsemirrorJSON } from '@tiptap/y-tiptap'
import type { Doc, XmlFragment } from 'yjs'
import { readFaithfully, textSchema, writeMarkdown } from './markdown'
import { withoutLinkNames } from './references'

/** The name of the text in the shared document of a page. */
export const textField = 'text'

export const textOf = (doc: Doc): XmlFragment => doc.getXmlFragment(textField)

/** Writes the text of a shared document as markdown, as it is stored: without the names of what it links to. */
export const markdownOf = (doc: Doc): string =>
  withoutLinkNames(writeMarkdown(yXmlFragmentToProsemirrorJSON(textOf(doc)) as JSONContent))

/**
 * Makes the text of a shared document say what the markdown says, as one change of only what differs, so that carets and
 * changes of others elsewhere in it stay.
 */
export function writeInto(doc: Doc, markdown: string): void {
  const node = textSchema.nodeFromJSON(readFaithfully(withoutLinkNames(markdown)))
  doc.transact(() => updateYFragment(doc, textOf(doc), node, { mapping: new Map(), isOMark: new Map() }))
}
