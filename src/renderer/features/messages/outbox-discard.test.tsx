import '../../platform/test-indexed-db'
import { act, render, waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendMessage } from '#shared/contract/messages/endpoints'
import { apiError } from '#shared/errors'
import { mutationQueue, useMutations } from '../../platform/mutation-queue/store'
import { TestTab } from '../../platform/mutation-queue/test-browser'
import { endSession } from '../../platform/session'
import { withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { closeNotice, Notices, pressUndo } from '../undo/test-undo'
import { followOutbox, useOutbox } from './outbox'

withServer()
withEnglish()
followOutbox()
let tab: TestTab
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  signInAs(7, { organizationId: 4 })
  tab = new TestTab()
})
afterEach(() => {
  tab.close()
  endSession()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('A message that was not sent and is discarded comes back by Undo, as the same message', async () => {
  const entries = () => useOutbox.getState().entries
  serve(sendMessage, apiError('chat.disabled'))
  render(<Notices />)
  useOutbox.getState().send({ chat_id: 5, text: 'Can you take the counter?', reply: null, mentions: [], uploads: [] })
  await waitFor(() => expect(entries()).toMatchObject([{ state: 'failed' }]))
  const [{ client_id = '' } = {}] = entries()
  act(() => useOutbox.getState().discard(client_id, 'Message discarded'))
  expect(entries()).toEqual([])
  await pressUndo('Message discarded')
  await waitFor(() =>
    expect(entries()).toMatchObject([{ client_id, text: 'Can you take the counter?', state: 'failed' }]),
  )
  act(() => useOutbox.getState().discard(client_id, 'Message discarded'))
  await closeNotice('Message discarded')
  await act(() => mutationQueue().open())
  expect(useMutations.getState().mutations).toEqual([])
})
