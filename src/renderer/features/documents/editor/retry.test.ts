import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { replaceContent } from '#shared/contract/documents/versions'
import { browserClock } from '../../../platform/clock'
import { endSession } from '../../../platform/session'
import { ManualClock } from '../../../platform/test-environment'
import { laterPlease, serve, signInAs, withServer } from '../../../platform/test-server'
import { documentOf } from '../../logs/test-logs'
import { setWritingClock, useWriting } from './writing'

withServer()
let clock: ManualClock
const page = documentOf({ doc_id: 5, document_type: 'document', content: 'Pads', version: 3 })
const writing = () => useWriting.getState().writings[5]

beforeEach(() => {
  clock = new ManualClock()
  setWritingClock(clock)
  signInAs(7, { organizationId: 3 })
  useWriting.getState().begin(page)
})
afterEach(() => {
  endSession()
  localStorage.clear()
  setWritingClock(browserClock)
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
  await clock.pass(1_000)
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  await vi.waitFor(() => expect(writing()).toMatchObject({ state: 'failed' }))
  useWriting.getState().write(5, 'Pads and pedals')
  useWriting.getState().reconnect()
  await clock.pass(19_999)
  expect(calls).toHaveLength(2)
  expect(writing()).toMatchObject({ state: 'failed' })
  await clock.pass(2_001)
  await vi.waitFor(() => expect(writing()).toMatchObject({ state: 'idle', base: { content: 'Pads and pedals' } }))
  expect(calls).toHaveLength(3)
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
