import { fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { apiError } from '#shared/errors'
import { endSession, useSession } from '../../platform/session'
import { ManualClock } from '../../platform/test-environment'
import { laterPlease, type Received, serve, signInAs, withServer } from '../../platform/test-server'
import { arrived, followOutbox, isUnsaved, unsure, useOutbox } from './outbox'
import { logOf, pageFrom } from './test-logs'
import { useTimelines } from './timelines'

withServer()
let isOnline = true
const hopes: (() => void)[] = []
const clock = new ManualClock()
followOutbox(reconnect => hopes.push(reconnect), clock)

beforeEach(async () => {
  isOnline = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  signInAs(7, { organizationId: 4 })
  serve(readLogs, call => pageFrom([], call))
  await useTimelines.getState().open(3, null)
})
afterEach(() => {
  endSession()
  localStorage.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const outbox = () => useOutbox.getState()
const entries = () => outbox().entries
const titles = () => useTimelines.getState().timelines[3]?.logs.map(log => log.title) ?? []

/** Imitates the server: one key creates one log. */
function servesWriting(): Received[] {
  const kept = new Map<string, ReturnType<typeof logOf>>()
  return serve(writeLog, ({ body, headers }) => {
    const key = String(headers.get('Idempotency-Key'))
    const log =
      kept.get(key) ?? logOf(kept.size + 1, { title: String(body.content), client_id: String(body.client_id) })
    kept.set(key, log)
    return log
  })
}
/** Simulates a reload: only local storage survives. */
function reload(): void {
  fireEvent(window, new Event('pagehide'))
  useOutbox.setState({ entries: [] })
}
const keysOf = (calls: readonly Received[]) => calls.map(({ headers }) => headers.get('Idempotency-Key'))

describe('A log that was written', () => {
  test('waits as a placeholder until the real one takes its place [4.7a]', async () => {
    servesWriting()
    outbox().write(3, { title: '', content: 'Brake bled' })
    expect(entries()).toMatchObject([{ doc_id: 3, content: 'Brake bled', state: 'sending' }])
    const name = entries()[0]?.client_id
    await waitFor(() => expect(entries()).toEqual([]))
    expect(useTimelines.getState().timelines[3]?.logs).toMatchObject([{ id: 1, client_id: name }])
  })

  test('appears once, although its event comes before its answer [4.8b]', async () => {
    let tell = () => {}
    serve(writeLog, async ({ body }) => {
      const log = logOf(1, { client_id: String(body.client_id) })
      await new Promise<void>(resolve => {
        tell = () => {
          arrived(log)
          resolve()
        }
      })
      return log
    })
    outbox().write(3, { title: '', content: 'Once' })
    await waitFor(() => {
      tell()
      expect(entries()).toEqual([])
    })
    await waitFor(() => expect(titles()).toEqual(['Log 1']))
    expect(useTimelines.getState().timelines[3]?.unread).toEqual([])
  })

  test('is sent in the order in which logs were written', async () => {
    const calls = servesWriting()
    for (const content of ['one', 'two', 'three']) outbox().write(3, { title: '', content })
    await waitFor(() => expect(entries()).toEqual([]))
    expect(calls.map(({ body }) => body.content)).toEqual(['one', 'two', 'three'])
  })

  test('is not replaced by somebody else’s log', () => {
    arrived(logOf(5, { client_id: 'stolen' }))
    expect(useTimelines.getState().timelines[3]?.logs).toMatchObject([{ id: 5, client_id: null }])
  })
})

describe('Without a network', () => {
  test('a log waits, and is sent by itself when the network is back', async () => {
    const calls = servesWriting()
    isOnline = false
    outbox().write(3, { title: '', content: 'From the cellar' })
    expect(entries()).toMatchObject([{ state: 'waiting', tried_at: null }])
    expect(calls).toEqual([])
    isOnline = true
    fireEvent(window, new Event('online'))
    await waitFor(() => expect(titles()).toEqual(['From the cellar']))
  })

  test('it also waits across a reload', async () => {
    servesWriting()
    isOnline = false
    outbox().write(3, { title: 'Cellar', content: 'Wet' })
    reload()
    expect(entries()).toEqual([])
    isOnline = true
    for (const reconnect of hopes) reconnect()
    await waitFor(() => expect(titles()).toEqual(['Wet']))
    expect(localStorage.length === 0 || !Object.keys(localStorage).some(key => key.includes('outbox'))).toBe(true)
  })

  test('a log whose answer was lost is sent again as the same one', async () => {
    const lost = serve(writeLog, Response.error())
    outbox().write(3, { title: '', content: 'Twice' })
    await waitFor(() => expect(entries()).toMatchObject([{ state: 'failed', failure: { code: 'network.failed' } }]))
    const [first] = entries()
    expect(first && isUnsaved(first)).toBe(false)
    reload()
    const calls = servesWriting()
    await outbox().resume()
    expect(new Set([...keysOf(lost), ...keysOf(calls)]).size).toBe(1)
    expect(calls[0]?.body).toEqual(lost[0]?.body)
    expect(titles()).toEqual(['Twice'])
  })

  test('a log that may be saved is not sent by itself when the server no longer knows its key', async () => {
    serve(writeLog, Response.error())
    outbox().write(3, { title: '', content: 'Old' })
    await waitFor(() => expect(entries()[0]?.state).toBe('failed'))
    const former = entries()[0]?.client_id
    reload()
    const calls = servesWriting()
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 23.5 * 60 * 60 * 1000)
    signInAs(7, { organizationId: 4 })
    await outbox().resume()
    expect(entries()).toMatchObject([{ state: 'failed', failure: { code: unsure } }])
    expect(calls).toEqual([])
    vi.mocked(Date.now).mockRestore()
    await outbox().retry(former ?? '')
    expect(titles()).toEqual(['Old'])
    expect(keysOf(calls)).not.toContain(former)
  })
})

describe('A log that the server puts off', () => {
  test.each([429, 503])(
    'with %s and Retry-After goes out by itself when that is over, before later ones',
    async status => {
      const answers = [laterPlease(status, 20)]
      const calls: Received[] = serve(
        writeLog,
        ({ body }) => answers.pop() ?? logOf(calls.length, { title: String(body.content) }),
      )
      outbox().write(3, { title: '', content: 'one' })
      await waitFor(() => expect(entries()).toMatchObject([{ state: 'failed', failure: { isPassing: true } }]))
      outbox().write(3, { title: '', content: 'two' })
      for (const reconnect of hopes) reconnect()
      await clock.pass(19_999)
      expect(calls.map(({ body }) => body.content)).toEqual(['one'])
      await clock.pass(2_001)
      await waitFor(() => expect(titles()).toEqual(['two', 'one']))
      expect(calls.map(({ body }) => body.content)).toEqual(['one', 'one', 'two'])
      expect(new Set(keysOf(calls)).size).toBe(2)
    },
  )

  test('without saying for how long is sent again at growing distances', async () => {
    const answers = [500, 502, 507].map(status => laterPlease(status))
    const calls = serve(writeLog, ({ body }) => answers.shift() ?? logOf(1, { title: String(body.content) }))
    outbox().write(3, { title: '', content: 'one' })
    for (const [index, pause] of [1_000, 2_000, 4_000].entries()) {
      await waitFor(() => expect(entries()).toMatchObject([{ state: 'failed' }]))
      await clock.pass(pause - 1)
      expect(calls).toHaveLength(index + 1)
      await clock.pass(1)
    }
    await waitFor(() => expect(titles()).toEqual(['one']))
    expect(new Set(keysOf(calls)).size).toBe(1)
  })

  test('may be changed where the server certainly did not take it, and not where it may have', async () => {
    const answers = [laterPlease(429), laterPlease(502), laterPlease(429)]
    serve(writeLog, () => answers.shift() ?? apiError('document.read_only'))
    outbox().write(3, { title: '', content: 'one' })
    for (const isSafe of [true, false, false]) {
      await waitFor(() => expect(entries()).toMatchObject([{ state: 'failed' }]))
      expect(entries().map(isUnsaved)).toEqual([isSafe])
      await clock.pass(10_000)
    }
    await waitFor(() => expect(entries()).toMatchObject([{ failure: { code: 'document.read_only' } }]))
    expect(entries().map(isUnsaved)).toEqual([false])
  })
})

describe('A log that was refused', () => {
  beforeEach(async () => {
    serve(writeLog, apiError('document.read_only'))
    outbox().write(3, { title: '', content: 'Kept' })
    await waitFor(() => expect(entries()).toMatchObject([{ state: 'failed', failure: { code: 'document.read_only' } }]))
  })

  test('stays with its text, also over a reload, and is not sent by itself', async () => {
    reload()
    const calls = servesWriting()
    await outbox().resume()
    expect(entries()).toMatchObject([{ content: 'Kept', state: 'failed' }])
    expect(calls).toEqual([])
  })

  test('is sent when it is tried again', async () => {
    servesWriting()
    await outbox().retry(entries()[0]?.client_id ?? '')
    expect(titles()).toEqual(['Kept'])
    expect(entries()).toEqual([])
  })

  test('is gone for good when it is discarded', async () => {
    outbox().discard(entries()[0]?.client_id ?? '')
    await outbox().resume()
    expect(entries()).toEqual([])
  })

  test('leaves when another tab discarded it', () => {
    const name = entries()[0]?.client_id
    const key = `app.draft.7.4.log.outbox.${name}`
    fireEvent(window, new StorageEvent('storage', { key, newValue: null, storageArea: localStorage }))
    expect(entries()).toEqual([])
  })
})

test('A log stays in its own workspace', async () => {
  isOnline = false
  outbox().write(3, { title: '', content: 'Ridgeway only' })
  const calls = servesWriting()
  isOnline = true
  useSession.getState().choose(5)
  await waitFor(() => expect(entries()).toEqual([]))
  expect(calls).toEqual([])
  useSession.getState().choose(4)
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).toMatchObject({ organization_id: 4, content: 'Ridgeway only' })
})
