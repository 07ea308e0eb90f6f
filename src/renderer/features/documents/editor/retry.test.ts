import '../../../platform/test-indexed-db'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { replaceContent } from '#shared/contract/documents/versions'
import { apiError } from '#shared/errors'
import { mutationQueue, useMutations } from '../../../platform/mutation-queue/store'
import { TestTab } from '../../../platform/mutation-queue/test-browser'
import { endSession } from '../../../platform/session'
import { laterPlease, serve, signInAs, withServer } from '../../../platform/test-server'
import { documentOf } from '../../logs/test-logs'
import { keptText } from './kept'
import { followTexts, saveAfter, useWriting } from './writing'

withServer()
let tab: TestTab
const page = documentOf({ doc_id: 5, document_type: 'document', content: 'Pads', version: 3 })
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

test('A page that the server has no room or time for is saved by itself later, with the newest text', async () => {
  const answers = [laterPlease(507), laterPlease(429, 20)]
  const calls = serve(
    replaceContent,
    ({ body }) => answers.shift() ?? { ...page, version: 4, content: `${body.content}` },
  )
  useWriting.getState().write(5, 'Pads and')
  await useWriting.getState().save(5)
  expect(writing()).toMatchObject({ state: 'failed', failure: { code: 'request.too_many' } })
  await tab.clock.pass(1_000)
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  await vi.waitFor(() => expect(writing()).toMatchObject({ state: 'failed' }))
  useWriting.getState().write(5, 'Pads and pedals')
  tab.reconnect()
  await tab.clock.pass(19_999)
  expect(calls).toHaveLength(2)
  expect(writing()).toMatchObject({ state: 'failed' })
  await tab.clock.pass(2_001)
  await vi.waitFor(() => expect(writing()).toMatchObject({ state: 'idle', base: { content: 'Pads and' } }))
  // The server may have had the first text, so it keeps its key, and the newest follows it.
  await tab.clock.pass(saveAfter)
  await vi.waitFor(() => expect(writing()).toMatchObject({ state: 'idle', base: { content: 'Pads and pedals' } }))
  const keys = calls.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toEqual([keys[0], keys[0], keys[0], expect.not.stringMatching(`${keys[0]}`)])
})

test('A text whose page was left is sent after a reload, though the page is not opened again', async () => {
  serve(replaceContent, Response.error())
  useWriting.getState().write(5, 'Pads and pedals')
  await useWriting.getState().save(5)
  reload()
  const calls = serve(replaceContent, ({ body }) => ({ ...page, version: 4, content: `${body.content}` }))
  tab.reconnect()
  await vi.waitFor(() => expect(calls.map(({ body }) => body.content)).toEqual(['Pads and pedals']))
  await vi.waitFor(() => expect(useMutations.getState().mutations).toEqual([]))
  expect(keptText(5)).toBeNull()
})

test('What was typed since stays on the device, on top of the text that was sent, until the page is opened', async () => {
  serve(replaceContent, Response.error())
  useWriting.getState().write(5, 'Pads and pedals')
  await useWriting.getState().save(5)
  useWriting.getState().write(5, 'Pads and pedals, seven')
  reload()
  const calls = serve(replaceContent, ({ body }) => ({ ...page, version: 4, content: `${body.content}` }))
  tab.reconnect()
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  await vi.waitFor(() => expect(useMutations.getState().mutations).toEqual([]))
  expect(keptText(5)).toEqual({
    base: { content: 'Pads and pedals', version: 4 },
    text: 'Pads and pedals, seven',
    isInPlace: false,
  })
  useWriting.getState().begin({ ...page, content: 'Pads and pedals', version: 4 })
  await tab.clock.pass(saveAfter)
  await vi.waitFor(() =>
    expect(calls.map(({ body }) => [body.content, body.version])).toContainEqual(['Pads and pedals, seven', 4]),
  )
})

test('A text of a page that is not open, which somebody else has changed, is merged and saved', async () => {
  useWriting.getState().stop(5)
  useWriting.getState().begin({ ...page, content: 'Pads\n\nTyres\n\nOil' })
  serve(replaceContent, Response.error())
  useWriting.getState().write(5, 'Pads\n\nTyres\n\nOil and chains')
  await useWriting.getState().save(5)
  reload()
  const current = { content: 'Brake pads\n\nTyres\n\nOil', version: 4, updatedat: page.updatedat, updatedby: null }
  const calls = serve(replaceContent, ({ body }) =>
    body.version === 3
      ? apiError('document.stale', { data: { current, sent: { content: `${body.content}`, version: 3 } } })
      : { ...page, version: 5, content: `${body.content}` },
  )
  tab.reconnect()
  await vi.waitFor(() =>
    expect(calls.map(({ body }) => [body.version, body.content])).toEqual([
      [3, 'Pads\n\nTyres\n\nOil and chains'],
      [4, 'Brake pads\n\nTyres\n\nOil and chains'],
    ]),
  )
  await vi.waitFor(() => expect(useWriting.getState().writings).toEqual({}))
  expect(keptText(5)).toBeNull()
})

test('A text that waits without a network says so, takes in what is written, and is one call when it is back', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const calls = serve(replaceContent, ({ body }) => ({ ...page, version: 4, content: `${body.content}` }))
  useWriting.getState().write(5, 'Pads and')
  expect(await useWriting.getState().save(5)).toBe(false)
  expect(writing()).toMatchObject({ state: 'failed', failure: { code: 'network.failed' } })
  useWriting.getState().write(5, 'Pads and pedals')
  await tab.clock.pass(saveAfter)
  isOnline.mockReturnValue(true)
  tab.reconnect()
  await vi.waitFor(() =>
    expect(writing()).toMatchObject({ state: 'idle', base: { content: 'Pads and pedals', version: 4 } }),
  )
  expect(calls).toHaveLength(1)
})

test('A text that another tab sent is found, not sent again', async () => {
  const calls = serve(replaceContent, ({ body }) => ({ ...page, version: 5, content: `${body.content}` }))
  tab.elsewhere.set('document.5', () => {})
  useWriting.getState().write(5, 'Pads and pedals')
  const saved = useWriting.getState().save(5)
  await vi.waitFor(() => expect(useMutations.getState().mutations).toHaveLength(1))
  const [mutation] = useMutations.getState().mutations
  mutationQueue().arrived(mutation?.id ?? '')
  expect(await saved).toBe(false)
  useWriting.getState().news({ ...page, content: 'Pads and pedals', version: 4 })
  expect(writing()).toMatchObject({ state: 'idle', base: { content: 'Pads and pedals', version: 4 } })
  await tab.clock.pass(saveAfter)
  expect(calls).toEqual([])
  expect(keptText(5)).toBeNull()
})

test('Done waits for a save that is under way, and then stops editing', async () => {
  let answer = () => {}
  const calls = serve(replaceContent, async ({ body }) => {
    await new Promise<void>(resolve => {
      answer = resolve
    })
    return { ...page, version: 4, content: `${body.content}` }
  })
  useWriting.getState().write(5, 'Pads and pedals')
  void useWriting.getState().save(5)
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  const finished = useWriting.getState().finish(5)
  answer()
  expect(await finished).toBe(true)
  expect(writing()).toBeUndefined()
  expect(calls).toHaveLength(1)
})

test('A save that had arrived before somebody else saved keeps what they saved', async () => {
  const text = 'Opening\n- lights\n- till'
  let release = () => {}
  const calls = serve(replaceContent, async ({ body }) => {
    if (body.version !== 3) return { ...page, version: 6, content: `${body.content}` }
    await new Promise<void>(resolve => {
      release = resolve
    })
    // The answer to the first call was lost; its repetition answers the page as it is by then.
    return { ...page, version: 5, content: `${body.content}\n- heating` }
  })
  useWriting.getState().write(5, text)
  const saved = useWriting.getState().save(5)
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  useWriting.getState().write(5, `Morning\n${text}`)
  release()
  await saved
  expect(writing()).toMatchObject({ text: `Morning\n${text}\n- heating`, conflict: null })
  expect(calls.map(({ body }) => [body.version, body.content])).toEqual([
    [3, text],
    [5, `Morning\n${text}\n- heating`],
  ])
})
