import '../../../platform/test-indexed-db'
import { waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { correctLog } from '#shared/contract/logs/corrections'
import { mutationQueue, useMutations } from '../../../platform/mutation-queue/store'
import { TestTab } from '../../../platform/mutation-queue/test-browser'
import { endSession } from '../../../platform/session'
import { serve, signInAs, withServer } from '../../../platform/test-server'
import { logOf } from '../test-logs'
import { correctionMutation, useCorrections } from './corrections'

withServer()
let isOnline = true
let tab: TestTab
const log = logOf(2, { title: 'Tyre', content: 'Seven pedals came' })
const corrections = () => useCorrections.getState()
const draft = 'app.draft.7.4.log.correction.2'
const answerOf = (content: unknown) => ({
  ...log,
  content: String(content),
  revision: 1,
  corrected_at: '2026-11-20T10:00:00.000Z',
})

function openTab(): void {
  tab = new TestTab()
  mutationQueue().register(correctionMutation)
  void mutationQueue().open()
}
/** What was typed stays in the browser, and nothing is shown any more. */
function reload(): void {
  window.dispatchEvent(new Event('pagehide'))
  tab.close()
  useCorrections.setState({ open: {} })
  openTab()
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  isOnline = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  signInAs(7, { organizationId: 4 })
  openTab()
})
afterEach(() => {
  tab.close()
  endSession()
  localStorage.clear()
  vi.restoreAllMocks()
})

async function correctOffline(content: string): Promise<void> {
  isOnline = false
  corrections().begin(log, 'en')
  corrections().write(2, { content })
  await corrections().save(2)
}

test('A correction that was saved without a network is sent after a reload, also where its log is not shown', async () => {
  const calls = serve(correctLog, ({ body }) => answerOf(body.content))
  await correctOffline('Eight pedals came')
  reload()
  isOnline = true
  tab.reconnect()
  await waitFor(() => expect(calls.map(({ body }) => body.content)).toEqual(['Eight pedals came']))
  await waitFor(() => expect(useMutations.getState().mutations).toEqual([]))
  expect(localStorage.getItem(draft)).toBeNull()
})

test('One whose answer was lost is sent again under the same key', async () => {
  const lost = serve(correctLog, Response.error())
  corrections().begin(log, 'en')
  corrections().write(2, { content: 'Eight pedals came' })
  await corrections().save(2)
  await waitFor(() =>
    expect(useMutations.getState().mutations).toMatchObject([{ failure: { code: 'network.failed' } }]),
  )
  reload()
  const calls = serve(correctLog, ({ body }) => answerOf(body.content))
  await waitFor(() => expect(useMutations.getState().mutations).toEqual([]))
  expect(new Set([...lost, ...calls].map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
})

test('Words that are newer than what a page was sending when it crashed are kept, and follow it', async () => {
  const calls = serve(correctLog, ({ body }) => answerOf(body.content))
  await correctOffline('Eight pedals came')
  corrections().write(2, { content: 'Eight pedals came, black ones' })
  reload()
  isOnline = true
  tab.reconnect()
  await waitFor(() => expect(calls).toHaveLength(1))
  await waitFor(() => expect(useMutations.getState().mutations).toEqual([]))
  corrections().recall(answerOf('Eight pedals came'))
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls[1]?.body).toMatchObject({ content: 'Eight pedals came, black ones', revision: 1 })
})

test('Words that are newer also follow where the log is shown before the page knows what waits', async () => {
  const calls = serve(correctLog, ({ body }) => answerOf(body.content))
  await correctOffline('Eight pedals came')
  corrections().write(2, { content: 'Eight pedals came, black ones' })
  isOnline = true
  reload()
  corrections().recall(log)
  await waitFor(() => expect(corrections().open).toEqual({}))
  await waitFor(() => expect(useMutations.getState().mutations).toEqual([]))
  expect(calls.at(-1)?.body).toMatchObject({ content: 'Eight pedals came, black ones' })
})

test('One that an earlier version of the app left unsent is sent when its log is shown', async () => {
  const calls = serve(correctLog, ({ body }) => answerOf(body.content))
  const base = { title: 'Tyre', content: 'Seven pedals came', revision: 0 }
  localStorage.setItem(draft, JSON.stringify({ title: 'Tyre', content: 'Eight pedals came', base, isSent: true }))
  corrections().recall(log)
  await waitFor(() => expect(calls.map(({ body }) => body.content)).toEqual(['Eight pedals came']))
  await waitFor(() => expect(corrections().open).toEqual({}))
  expect(localStorage.getItem(draft)).toBeNull()
})

test('One that is opened again before it was sent is not sent as it was', async () => {
  const calls = serve(correctLog, ({ body }) => answerOf(body.content))
  await correctOffline('Eight pedals came')
  corrections().begin(log, 'en')
  expect(useMutations.getState().mutations).toEqual([])
  corrections().write(2, { content: 'Nine pedals came' })
  isOnline = true
  await corrections().save(2)
  await waitFor(() => expect(corrections().open).toEqual({}))
  expect(calls.map(({ body }) => body.content)).toEqual(['Nine pedals came'])
})
