import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage, withEnglish } from '../../platform/test-page'
import { MessageLog } from './message-log'
import { chatOf } from './test-messages'

withEnglish('messages')

const none = vi.fn()

test('A chat stays at its end while its messages grow, and is left only by scrolling up', () => {
  const handlers = { onOlder: none, onRead: none, onReply: none, onReplies: none, onEdit: none, onShow: none }
  renderPage(
    <MessageLog
      {...{ chat: chatOf(), rows: [], self: 7, people: [], wanted: null, sent: 0, seenBy: null }}
      isLoading={false}
      isAtEnd
      {...handlers}
    />,
  )
  const log = screen.getByRole('log')
  const scrolled = (scrollTop: number, scrollHeight: number) => {
    for (const [name, value] of Object.entries({ scrollTop, scrollHeight, clientHeight: 400 }))
      Object.defineProperty(log, name, { value, configurable: true })
    fireEvent.scroll(log)
  }
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
