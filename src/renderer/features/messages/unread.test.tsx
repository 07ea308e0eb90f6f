import '../../platform/test-indexed-db'
import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { countUnread, listChats } from '#shared/contract/messages/endpoints'
import { useNavMarks } from '../../platform/nav-marks'
import { endSession } from '../../platform/session'
import { withEnglish } from '../../platform/test-page'
import { PageOf, serve, signInAs, withServer } from '../../platform/test-server'
import { useChats } from './chats'
import { startMessages } from './start'
import { chatOf } from './test-messages'

withServer()
withEnglish('messages')
beforeEach(() => {
  serve(listChats, [])
  signInAs(7, { organizationId: 3 })
})
afterEach(() => {
  endSession()
  localStorage.clear()
})

const shown = () => useNavMarks.getState().marks.home

describe('The number of unread messages [3.12]', () => {
  test('is that of the chats, without a further call, while all of them are listed', async () => {
    const counts = serve(countUnread, { unread_messages: 9, unread_chats: 3 })
    startMessages()
    serve(listChats, [chatOf({ unread_messages: 2 }), chatOf({ chat_id: 4, unread_messages: 1 })])
    await act(() => useChats.getState().refresh())
    expect(shown()).toMatchObject({ count: 3 })
    await act(() => useChats.getState().refresh())
    expect(counts).toHaveLength(0)
  })

  test('is that of all chats if there are more than those listed, and follows which are listed', async () => {
    let unread_messages = 9
    const counts = serve(countUnread, () => ({ unread_messages, unread_chats: 3 }))
    startMessages()
    const ana = chatOf({ chat_id: 4, participant_name: 'Ana Lima', unread_messages: 4 })
    serve(listChats, ({ body }) => {
      if (body.chat_id === 4) return [ana]
      return body.cursor === 'older' ? [ana] : new PageOf([chatOf({ unread_messages: 2 })], 'older')
    })
    await act(() => useChats.getState().refresh())
    await waitFor(() => expect(shown()).toMatchObject({ count: 9 }))
    expect(counts).toHaveLength(1)

    unread_messages = 10
    await act(() => useChats.getState().find(4))
    await waitFor(() => expect(shown()).toMatchObject({ count: 10 }))
    expect(counts).toHaveLength(2)

    await act(() => useChats.getState().loadMore())
    await waitFor(() => expect(shown()).toMatchObject({ count: 6 }))
    expect(counts).toHaveLength(2)
  })
})
