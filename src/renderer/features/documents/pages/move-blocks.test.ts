import { EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { readMarkdown, textSchema, writeMarkdown } from '#shared/page/markdown'
import { moved } from './move-blocks'

/** The text after the block with some words was moved, with a bar where the caret is; null if it stayed. */
function after(markdown: string, words: string, by: -1 | 1): string | null {
  const doc = textSchema.nodeFromJSON(readMarkdown(markdown))
  let at = 0
  doc.descendants((node, pos) => {
    if (node.isText && node.text?.includes(words)) at = pos + node.text.indexOf(words)
  })
  const tr = moved(EditorState.create({ doc, selection: TextSelection.create(doc, at) }), by)
  return tr && writeMarkdown(tr.insertText('|').doc.toJSON())
}

test('a block moves past its neighbour with the caret in it, and stays at the ends [D46]', () => {
  expect(after('a\n\n## b\n\nc', 'b', 1)).toBe('a\n\nc\n\n## |b')
  expect(after('a\n\n## b\n\nc', 'b', -1)).toBe('## |b\n\na\n\nc')
  expect(after('a\n\nb', 'a', -1)).toBeNull()
  expect(after('a\n\n> b', 'b', 1)).toBeNull()
})

test('an item moves within its list, and the list with its last item [D46]', () => {
  expect(after('- a\n- b\n\nc', 'a', 1)).toBe('- b\n- |a\n\nc')
  expect(after('- a\n- b\n\nc', 'b', 1)).toBe('c\n\n- a\n- |b')
  expect(after('- [ ] a\n- [x] b', 'b', -1)).toBe('- [x] |b\n- [ ] a')
})

test('a selected block moves and stays selected [D46]', () => {
  const doc = textSchema.nodeFromJSON(readMarkdown('a\n\n---\n\nb'))
  const tr = moved(EditorState.create({ doc, selection: NodeSelection.create(doc, 3) }), 1)
  expect(writeMarkdown(tr?.doc.toJSON())).toBe('a\n\nb\n\n---')
  expect(tr?.selection).toBeInstanceOf(NodeSelection)
})
