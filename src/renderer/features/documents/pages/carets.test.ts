import { expect, test } from 'vitest'
import { createRelativePositionFromTypeIndex, Doc } from 'yjs'
import { PageAwareness } from './carets'

test('A caret is told again when it moves or leaves, and not when the editor names the same place [D46]', () => {
  const doc = new Doc()
  const text = doc.getText()
  text.insert(0, 'Lock the door.')
  const caretAt = (index: number) => {
    const position = createRelativePositionFromTypeIndex(text, index)
    return { anchor: position, head: position }
  }
  const awareness = new PageAwareness(doc)
  const told: unknown[] = []
  awareness.on('update', () => told.push(awareness.getLocalState()?.cursor))
  awareness.setLocalStateField('cursor', caretAt(4))
  awareness.setLocalStateField('cursor', caretAt(4))
  // Somebody else writes before it, and it stays between the same letters.
  text.insert(0, 'Then: ')
  awareness.setLocalStateField('cursor', caretAt(10))
  expect(told).toHaveLength(1)
  awareness.setLocalStateField('cursor', caretAt(11))
  awareness.setLocalStateField('cursor', null)
  awareness.setLocalStateField('cursor', null)
  expect(told).toHaveLength(3)
  awareness.destroy()
})
