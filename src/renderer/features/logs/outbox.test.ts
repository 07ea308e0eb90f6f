import '../../platform/test-indexed-db'
import { fireEvent, waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { apiError } from '#shared/errors'
import { mutationDatabase } from '../../platform/mutation-queue/database'
import { unsure } from '../../platform/mutation-queue/mutation'
import { TestTab } from '../../platform/mutation-queue/test-browser'
import { endSession, useSession } from '../../platform/session'
import { settled } from '../../platform/test-environment'
import { laterPlease, type Received, serve, signInAs, withServer } from '../../platform/test-server'
import { adoptFormerOutbox } from './former-outbox'
import { arrived, followOutbox, isUnsaved, startOutbox, useOutbox } from './outbox'
import { useTimelines } from './store'
import { logOf, pageFrom } from './test-logs'

withServer()
let isOnline = true
let tab: TestTab
followOutbox()

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  isOnline = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  signInAs(7, { organizationId: 4 })
  serve(readLogs, call => pageFrom([], call))
  await useTimelines.getState().open(3, null)
  tab = new TestTab()
  startOutbox()
})
afterEach(() => {
  tab.close()
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
  tab.close()
  tab = new TestTab()
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
    startOutbox()
    await waitFor(() => expect(titles()).toEqual(['Wet']))
    await waitFor(() => expect(Object.keys(localStorage).filter(key => key.includes('mutation'))).toEqual([]))
  })

  test('a log whose answer was lost is sent again as the same one', async () => {
    const lost = serve(writeLog, Response.error())
    outbox().write(3, { title: '', content: 'Twice' })
    await waitFor(() => expect(entries()).toMatchObject([{ state: 'failed', failure: { code: 'network.failed' } }]))
    const [first] = entries()
    expect(first && isUnsaved(first)).toBe(false)
    reload()
    const calls = servesWriting()
    startOutbox()
    await waitFor(() => expect(titles()).toEqual(['Twice']))
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
    tab.clock.set(23.5 * 60 * 60 * 1000)
    startOutbox()
    await waitFor(() => expect(entries()).toMatchObject([{ state: 'failed', failure: { code: unsure } }]))
    expect(calls).toEqual([])
    await outbox().retry(former ?? '')
    expect(titles()).toEqual(['Old'])
    expect(keysOf(calls)).not.toContain(former)
  })
})

describe('A log that the server postpones', () => {
  test.each([429, 503])(
    'with %s and Retry-After is sent by itself after that time, before later ones',
    async status => {
      const answers = [laterPlease(status, 20)]
      const calls: Received[] = serve(
        writeLog,
        ({ body }) => answers.pop() ?? logOf(calls.length, { title: String(body.content) }),
      )
      outbox().write(3, { title: '', content: 'one' })
      await waitFor(() => expect(entries()).toMatchObject([{ state: 'failed', failure: { isPassing: true } }]))
      outbox().write(3, { title: '', content: 'two' })
      tab.reconnect()
      await tab.clock.pass(19_999)
      expect(calls.map(({ body }) => body.content)).toEqual(['one'])
      await tab.clock.pass(2_001)
      await waitFor(() => expect(titles()).toEqual(['two', 'one']))
      expect(calls.map(({ body }) => body.content)).toEqual(['one', 'one', 'two'])
      expect(new Set(keysOf(calls)).size).toBe(2)
    },
  )

  test('without a Retry-After is sent again after growing pauses', async () => {
    const answers = [500, 502, 507].map(status => laterPlease(status))
    const calls = serve(writeLog, ({ body }) => answers.shift() ?? logOf(1, { title: String(body.content) }))
    outbox().write(3, { title: '', content: 'one' })
    for (const [index, pause] of [1_000, 2_000, 4_000].entries()) {
      await waitFor(() => expect(entries()).toMatchObject([{ state: 'failed' }]))
      await tab.clock.pass(pause - 1)
      expect(calls).toHaveLength(index + 1)
      await tab.clock.pass(1)
    }
    await waitFor(() => expect(titles()).toEqual(['one']))
    expect(new Set(keysOf(calls)).size).toBe(1)
  })

  test('may be changed if the server certainly did not save it, but not if it may have', async () => {
    const answers = [laterPlease(429), laterPlease(502), laterPlease(429)]
    serve(writeLog, () => answers.shift() ?? apiError('document.read_only'))
    outbox().write(3, { title: '', content: 'one' })
    for (const isSafe of [true, false, false]) {
      await waitFor(() => expect(entries()).toMatchObject([{ state: 'failed' }]))
      expect(entries().map(isUnsaved)).toEqual([isSafe])
      await tab.clock.pass(10_000)
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

  test('keeps its text, also across a reload, and is not sent by itself', async () => {
    reload()
    const calls = servesWriting()
    startOutbox()
    await waitFor(() => expect(entries()).toMatchObject([{ content: 'Kept', state: 'failed' }]))
    await settled()
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
    expect(entries()).toEqual([])
    reload()
    startOutbox()
    await settled()
    expect(entries()).toEqual([])
  })

  test('leaves when another tab discarded it', async () => {
    const id = entries()[0]?.client_id ?? ''
    await mutationDatabase().remove(id)
    const channel = new BroadcastChannel('wheelhouse.mutations')
    channel.postMessage(id)
    await waitFor(() => expect(entries()).toEqual([]))
    channel.close()
  })
})

describe('Logs that an earlier version of the app left unsent', () => {
  const former = (client_id: string, more: object = {}) =>
    localStorage.setItem(
      `app.draft.7.4.log.outbox.${client_id}`,
      JSON.stringify({
        ...{ client_id, doc_id: 3, title: '', content: client_id, written_at: '2026-11-20T10:00:00.000Z' },
        ...{ tried_at: null, state: 'waiting', failure: null, ...more },
      }),
    )

  test('are sent as the same logs, in the order in which they were written, before new ones', async () => {
    const calls = servesWriting()
    isOnline = false
    former('second', { written_at: '2026-11-20T11:00:00.000Z', tried_at: '2026-11-20T12:00:00.000Z', state: 'sending' })
    former('first', { state: 'failed', failure: { code: 'network.failed', message: '' } })
    outbox().write(3, { title: '', content: 'third' })
    adoptFormerOutbox()
    expect(entries().map(({ content, state }) => `${content} ${state}`)).toEqual([
      ...['first waiting', 'second waiting', 'third waiting'],
    ])
    expect(Object.keys(localStorage).filter(key => key.includes('log.outbox'))).toEqual([])
    reload()
    isOnline = true
    startOutbox()
    await waitFor(() => expect(calls).toHaveLength(3))
    expect(calls.map(({ body }) => body.content)).toEqual(['first', 'second', 'third'])
    expect(keysOf(calls).slice(0, 2)).toEqual(['first', 'second'])
    await waitFor(() => expect(entries()).toEqual([]))
  })

  test('stay with the person if they were refused, and stay stored if they cannot be read', () => {
    const failure = { code: 'document.read_only', message: 'No', isPassing: false }
    former('refused', { state: 'failed', failure })
    former('unreadable', { content: 5 })
    adoptFormerOutbox()
    expect(entries()).toMatchObject([{ client_id: 'refused', state: 'failed', failure }])
    expect(localStorage.getItem('app.draft.7.4.log.outbox.unreadable')).not.toBeNull()
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
