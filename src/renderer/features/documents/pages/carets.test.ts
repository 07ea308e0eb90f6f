import { afterEach, expect, test, vi } from 'vitest'
import { applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness'
import { createRelativePositionFromTypeIndex, Doc } from 'yjs'
import { DrawnCarets, PageAwareness } from './carets'

afterEach(() => {
  vi.useRealTimers()
})

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

test('A name is whole while its caret moves and for three seconds more, also where the editor draws it anew [D46]', () => {
  vi.useFakeTimers()
  const awareness = new PageAwareness(new Doc())
  const drawn = new DrawnCarets(awareness)
  const theirs = new PageAwareness(new Doc())
  const move = (index: number) => {
    theirs.setLocalState({ user: { user_id: 3 }, cursor: index })
    applyAwarenessUpdate(awareness, encodeAwarenessUpdate(theirs, [theirs.clientID]), 'others')
  }
  const isWhole = (caret: HTMLElement) => !caret.hasAttribute('data-still')
  move(4)
  const caret = drawn.draw({ user_id: 3 }, theirs.clientID)
  vi.advanceTimersByTime(2_000)
  move(5)
  vi.advanceTimersByTime(2_000)
  expect(isWhole(caret)).toBe(true)
  vi.advanceTimersByTime(1_000)
  expect(isWhole(caret)).toBe(false)
  // Somebody else writes before it.
  const again = drawn.draw({ user_id: 3 }, theirs.clientID)
  expect(isWhole(again)).toBe(false)
  // A client repeats where it is.
  move(5)
  expect(isWhole(again)).toBe(false)
  move(6)
  expect(isWhole(again)).toBe(true)
  for (const open of [awareness, theirs]) open.destroy()
})
