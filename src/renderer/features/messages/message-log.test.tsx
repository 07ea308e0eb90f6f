import { act, fireEvent, render, screen } from '@testing-library/react'
import type { VirtualizerProps } from 'virtua'
import { expect, test, vi } from 'vitest'
import { renderPage, withEnglish } from '../../platform/test-page'
import { MessageLog } from './message-log'
import { type Row, rowsOf } from './rows'
import { chatOf, messageOf } from './test-messages'

/** Tells the list that scrolling has ended. */
let endScrolling = () => {}
// jsdom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({
  Virtualizer: ({ data, children, onScrollEnd }: VirtualizerProps<Row>) => {
    endScrolling = () => onScrollEnd?.()
    return Array.from(data ?? [], (row, index) => typeof children === 'function' && children(row, index))
  },
}))
withEnglish('messages')

const none = vi.fn()

const handlers = { onOlder: none, onRead: none, onReply: none, onReplies: none, onEdit: none, onShow: none }
const logOf = (rows: readonly Row[]) => (
  <MessageLog
    {...{ chat: chatOf(), rows, self: 7, people: [], wanted: null, sent: 0, seenBy: null }}
    isLoading={false}
    isAtEnd
    {...handlers}
  />
)

function scrolled(scrollTop: number, scrollHeight: number): void {
  const log = screen.getByRole('log')
  for (const [name, value] of Object.entries({ scrollTop, scrollHeight, clientHeight: 400 }))
    Object.defineProperty(log, name, { value, configurable: true })
  fireEvent.scroll(log)
}

test('A chat stays at its end while its messages grow, and is left only by scrolling up', () => {
  renderPage(logOf([]))
  const newest = () => screen.queryByRole('button', { name: 'Newest messages' })
  scrolled(600, 1_000)
  scrolled(600, 2_000)
  expect(newest()).toBeNull()
  scrolled(300, 2_000)
  expect(newest()).toBeVisible()
  // On the way back the end is not reached yet.
  scrolled(900, 2_000)
  expect(newest()).toBeVisible()
  scrolled(1_600, 2_000)
  expect(newest()).toBeNull()
})

test('Older messages that arrive during a jump are added when it has ended; newer ones, and older ones at rest, at once', () => {
  vi.useFakeTimers()
  /** The rows from one message to another. */
  const between = (first: number, last: number) => {
    const ids = Array.from({ length: last - first + 1 }, (_, at) => last - at)
    const messages = ids.map(id => messageOf(id, `Note ${id}`))
    return rowsOf({ messages, entries: [], changes: [], self: 7, dayKey: at => at.slice(0, 10) })
  }
  const { rerender } = render(logOf(between(4, 5)))
  const notes = () => screen.getAllByText(/^Note/).map(({ textContent }) => textContent)
  const land = () => {
    act(endScrolling)
    // The list draws and measures what it shows at rest.
    expect(notes()).not.toContain('Note 3')
    act(() => vi.advanceTimersToNextFrame())
    act(() => vi.advanceTimersToNextFrame())
  }
  scrolled(2_000, 2_400)
  land()
  scrolled(300, 2_400)
  rerender(logOf(between(4, 6)))
  expect(notes()).toEqual(['Note 4', 'Note 5', 'Note 6'])
  rerender(logOf(between(3, 6)))
  expect(notes()).toEqual(['Note 4', 'Note 5', 'Note 6'])
  land()
  expect(notes()).toEqual(['Note 3', 'Note 4', 'Note 5', 'Note 6'])
  // Not a jump, because it stays within a screen.
  scrolled(200, 2_400)
  rerender(logOf(between(2, 6)))
  expect(notes()).toContain('Note 2')
})
