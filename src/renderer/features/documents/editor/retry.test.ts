import '../../../platform/test-indexed-db'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { replaceContent } from '#shared/contract/documents/versions'
import { apiError } from '#shared/errors'
import { eventually } from '#shared/testing/eventually'
import { mutationQueue, useMutations } from '../../../platform/mutation-queue/store'
import { TestTab } from '../../../platform/mutation-queue/test-browser'
import { endSession } from '../../../platform/session'
import { serve, signInAs, withServer } from '../../../platform/test-server'
import { documentOf } from '../../logs/test-logs'
import { keptText } from './kept'
import { followTexts, useWriting } from './writing'

withServer()
let tab: TestTab
const page = documentOf({ doc_id: 5, content: 'Pads', version: 3 })
const writing = () => useWriting.getState().writings[5]

/** The page is left without a word, and a new one shows something else. */
function reload(): void {
  window.dispatchEvent(new Event('pagehide'))
  tab.close()
  useWriting.setState({ writings: {}, aside: {} })
  tab = new TestTab()
  followTexts()
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  signInAs(7, { organizationId: 3 })
  tab = new TestTab()
  followTexts()
  useWriting.getState().begin(page)
})
afterEach(() => {
  tab.close()
  endSession()
  localStorage.clear()
  vi.restoreAllMocks()
})

test('A summary whose document was left is sent after a reload, though it is not opened again', async () => {
  serve(replaceContent, Response.error())
  useWriting.getState().write(5, 'Pads and pedals')
  await useWriting.getState().save(5)
  reload()
  const calls = serve(replaceContent, ({ body }) => ({ ...page, version: 4, content: `${body.content}` }))
  tab.reconnect()
  await eventually(() => expect(calls.map(({ body }) => body.content)).toEqual(['Pads and pedals']))
  await eventually(() => expect(useMutations.getState().mutations).toEqual([]))
  expect(keptText(5)).toBeNull()
})

test('A text that waits without a network says so, takes in what is written, and is one call when it is back', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const calls = serve(replaceContent, ({ body }) => ({ ...page, version: 4, content: `${body.content}` }))
  useWriting.getState().write(5, 'Pads and')
  expect(await useWriting.getState().save(5)).toBe(false)
  expect(writing()).toMatchObject({ state: 'failed', failure: { code: 'network.failed' } })
  useWriting.getState().write(5, 'Pads and pedals')
  await useWriting.getState().save(5)
  isOnline.mockReturnValue(true)
  tab.reconnect()
  await eventually(() =>
    expect(writing()).toMatchObject({ state: 'idle', base: { content: 'Pads and pedals', version: 4 } }),
  )
  expect(calls).toHaveLength(1)
})

test('A text that another tab sent is found, not sent again', async () => {
  const calls = serve(replaceContent, ({ body }) => ({ ...page, version: 5, content: `${body.content}` }))
  tab.elsewhere.set('document.5', () => {})
  useWriting.getState().write(5, 'Pads and pedals')
  const saved = useWriting.getState().save(5)
  await eventually(() => expect(useMutations.getState().mutations).toHaveLength(1))
  const [mutation] = useMutations.getState().mutations
  mutationQueue().arrived(mutation?.id ?? '')
  expect(await saved).toBe(false)
  useWriting.getState().news({ ...page, content: 'Pads and pedals', version: 4 })
  expect(writing()).toMatchObject({ state: 'idle', base: { content: 'Pads and pedals', version: 4 } })
  expect(calls).toEqual([])
  expect(keptText(5)).toBeNull()
})

test('Saving waits for a save that is under way, and then stops editing', async () => {
  let answer = () => {}
  const calls = serve(replaceContent, async ({ body }) => {
    await new Promise<void>(resolve => {
      answer = resolve
    })
    return { ...page, version: 4, content: `${body.content}` }
  })
  useWriting.getState().write(5, 'Pads and pedals')
  void useWriting.getState().save(5)
  await eventually(() => expect(calls).toHaveLength(1))
  const finished = useWriting.getState().finish(5)
  answer()
  expect(await finished).toBe(true)
  expect(writing()).toBeUndefined()
  expect(calls).toHaveLength(1)
})

test('A save over what somebody else saved in the meantime shows both texts, also of a document that is not open', async () => {
  const theirs = { content: 'Brake pads', version: 4, updatedat: page.updatedat, updatedby: null }
  serve(replaceContent, Response.error())
  useWriting.getState().write(5, 'Pads and pedals')
  await useWriting.getState().save(5)
  reload()
  serve(replaceContent, ({ body }) =>
    apiError('document.stale', { data: { current: theirs, sent: { content: `${body.content}`, version: 3 } } }),
  )
  tab.reconnect()
  await eventually(() => expect(writing()).toMatchObject({ text: 'Pads and pedals', conflict: theirs }))
  expect(keptText(5)?.text).toBe('Pads and pedals')
})
