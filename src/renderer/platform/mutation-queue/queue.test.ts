import '../test-indexed-db'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { day } from '#shared/limits'
import { eventually } from '#shared/testing/eventually'
import { Device, type Page } from './test-queue'

let device: Device
let page: Page

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  device = new Device()
  page = device.open()
})
const idOf = (on: Page, text: string): string =>
  on.mutations.find(({ input }) => (input as { text: string }).text === text)?.id ?? ''

describe('A write', () => {
  test('is sent at once, applies the answer, and leaves nothing behind', async () => {
    page.write('one')
    expect(page.states()).toEqual(['one sending'])
    expect(device.isAnyMarked).toBe(true)
    await device.rest()
    expect(page.settled).toEqual(['one'])
    expect(page.states()).toEqual([])
    expect(device.isAnyMarked).toBe(false)
    expect(await device.left()).toEqual([])
  })

  test('waits without a network, also across a reload, and is sent when there is one', async () => {
    device.isOnline = false
    page.write('one')
    await device.rest()
    page.die()
    const next = device.open()
    await next.queue.open()
    expect(next.states()).toEqual(['one waiting'])
    device.isOnline = true
    next.reconnect()
    await device.rest()
    expect(device.server.notes).toEqual(['one'])
  })

  test('that is postponed with Retry-After is sent by itself after that time, before later ones', async () => {
    device.server.failures = [{ status: 429, retryAfter: 20 }]
    page.write('one')
    page.write('two')
    await eventually(() => expect(page.states()).toEqual(['one waiting: request.too_many', 'two waiting']))
    page.write('elsewhere', 'y')
    page.reconnect()
    await eventually(() => expect(device.server.calls).toEqual(['one', 'elsewhere']))
    await device.clock.pass(19_999)
    expect(device.server.calls).toEqual(['one', 'elsewhere'])
    await device.rest()
    expect(device.server.calls).toEqual(['one', 'elsewhere', 'one', 'two'])
  })

  test('that fails without an answer is sent at once when the connection is back', async () => {
    device.server.failures = ['lost']
    page.write('one')
    await eventually(() => expect(page.states()).toEqual(['one waiting: network.failed']))
    page.reconnect()
    await eventually(() => expect(page.states()).toEqual([]))
    expect(device.server.calls).toEqual(['one', 'one'])
    expect(device.server.notes).toEqual(['one'])
  })

  test('that is refused stays with the person, lets others pass, and is sent again only on request', async () => {
    device.server.failures = [403]
    page.write('one')
    page.write('two')
    await device.rest()
    expect(page.states()).toEqual(['one failed: document.read_only'])
    page.reconnect()
    await device.rest()
    expect(device.server.notes).toEqual(['two'])
    await page.queue.retry(idOf(page, 'one'))
    expect(device.server.notes).toEqual(['two', 'one'])
  })

  test('that causes server errors repeatedly finally lets later ones pass', async () => {
    device.server.failures = Array.from({ length: 8 }, () => 500)
    page.write('poison')
    page.write('two')
    await device.rest()
    expect(device.server.notes).toEqual(['two'])
    expect(page.states()).toEqual(['poison failed: server.error'])
  })

  test('that waits for something on this device lets others pass, and is sent when it is ready', async () => {
    page.held.add('with a file')
    page.write('with a file')
    page.write('words only')
    await device.rest()
    expect(device.server.notes).toEqual(['words only'])
    page.held.clear()
    await page.queue.run()
    expect(device.server.notes).toEqual(['words only', 'with a file'])
  })

  test('is not sent again by itself once the server may have forgotten its key; the person may send it as a new one', async () => {
    device.server.failures = ['lost']
    const first = page.write('one')
    await eventually(() => expect(page.states()).toEqual(['one waiting: network.failed']))
    device.clock.set(day)
    await device.rest()
    expect(page.states()).toEqual(['one failed: mutation.unsure'])
    await page.queue.retry(first)
    expect(idOf(page, 'one')).toBe('')
    expect(device.server.notes).toEqual(['one', 'one'])
    expect(await device.left()).toEqual([])
  })
})

test('A write interrupted by a crash and found too late is left to the person', async () => {
  device.server.answering = new Promise(() => undefined)
  page.write('one')
  await eventually(() => expect(device.server.notes).toEqual(['one']))
  page.die()
  device.clock.set(day)
  const next = device.open()
  await next.queue.open()
  await device.rest()
  expect(next.states()).toEqual(['one failed: mutation.unsure'])
  expect(device.server.calls).toEqual(['one'])
})

describe('Waiting writes belong to a person in a workspace', () => {
  test('nobody else sends or sees them, and they continue when the person is back', async () => {
    device.isOnline = false
    page.write('of the first')
    await device.rest()
    device.isOnline = true
    page.changeAccount('8.4')
    page.reconnect()
    page.write('of the second')
    await device.rest()
    expect(device.server.notes).toEqual(['of the second'])
    page.changeAccount(null)
    expect(page.states()).toEqual([])
    expect(() => page.write('of nobody')).toThrow()
    page.changeAccount('7.4')
    await device.rest()
    expect(device.server.notes).toEqual(['of the second', 'of the first'])
  })

  test('an answer after switching the workspace still counts, and shows nothing there', async () => {
    const storage = vi.spyOn(device.storage, 'remove')
    let answer = () => {}
    device.server.answering = new Promise(resolve => {
      answer = resolve
    })
    page.write('one')
    await eventually(() => expect(device.server.calls).toEqual(['one']))
    page.changeAccount('7.5')
    answer()
    await device.rest()
    expect(storage).toHaveBeenCalledOnce()
    expect(page.settled).toEqual([])
    page.changeAccount('7.4')
    await device.rest()
    expect(device.server.calls).toEqual(['one'])
  })
})

describe('On a full device', () => {
  test('a write stays in the journal, is sent anyway, and leaves nothing', async () => {
    device.isFull = true
    device.isOnline = false
    page.write('one')
    await device.rest()
    expect(device.journal.size).toBe(1)
    page.die()
    const next = device.open()
    await next.queue.open()
    expect(next.states()).toEqual(['one waiting'])
    device.isOnline = true
    next.reconnect()
    await device.rest()
    expect(device.server.notes).toEqual(['one'])
    expect(await device.left()).toEqual([])
  })
})

describe('Two tabs', () => {
  test('show the same, and send one after the other', async () => {
    device.isOnline = false
    const other = device.open()
    await other.queue.open()
    page.write('one')
    await device.rest()
    other.write('two')
    await device.rest()
    expect([page.states(), other.states()]).toEqual([
      ['one waiting', 'two waiting'],
      ['one waiting', 'two waiting'],
    ])
    device.isOnline = true
    for (const tab of [page, other]) tab.reconnect()
    await device.rest()
    expect(device.server.calls).toEqual(['one', 'two'])
    expect([page.states(), other.states()]).toEqual([[], []])
  })

  test('need not wait for each other where the server takes any order, and still send nothing twice', async () => {
    device = new Device(true)
    let answer = () => {}
    device.server.answering = new Promise(resolve => {
      answer = resolve
    })
    const [one, other] = [device.open(), device.open()]
    one.write('one')
    await eventually(() => expect(device.server.calls).toEqual(['one']))
    other.write('two')
    expect(other.states()).toContain('two sending')
    await eventually(() => expect(device.server.calls).toEqual(['one', 'two']))
    answer()
    await device.rest()
    expect(device.server.calls).toEqual(['one', 'two'])
    expect(await device.left()).toEqual([])
  })

  test('a write discarded in one is removed from the other', async () => {
    device.server.failures = [403]
    const other = device.open()
    page.write('one')
    await device.rest()
    await other.queue.open()
    expect(other.states()).toEqual(['one failed: document.read_only'])
    await other.queue.discard(idOf(other, 'one'))
    await eventually(() => expect(page.states()).toEqual([]))
  })

  test('a pause that the server asked for holds for a tab that opens during it', async () => {
    device.server.failures = [{ status: 503, retryAfter: 20 }]
    page.write('one')
    await eventually(() => expect(page.states()).toEqual(['one waiting: server.unavailable']))
    page.die()
    const next = device.open()
    await next.queue.open()
    await device.clock.pass(19_000)
    expect(device.server.calls).toEqual(['one'])
    await device.rest()
    expect(device.server.notes).toEqual(['one'])
  })
})

test('Data stored by another version of the app is neither sent unchanged nor thrown away', async () => {
  void page.queue.adopt('note', 'x', { words: 'one' }, { id: 'old' })
  page.write('two')
  await device.rest()
  expect(device.server.notes).toEqual(['two'])
  expect(page.mutations).toMatchObject([{ id: 'old', state: 'failed', failure: { code: 'mutation.unreadable' } }])
})

describe('A write that can be stopped', () => {
  /** Registers a kind that sends until the test says so, and stays as done. */
  function slowKind(on: Page) {
    const attempts: { signal: AbortSignal; end: (status?: number) => void; progressed: () => void }[] = []
    on.queue.register<{ text: string }, string>({
      name: 'slow',
      input: z.object({ text: z.string() }),
      lane: ({ text }) => text,
      canStop: true,
      send: ({ text }, _, { signal, progressed }) =>
        new Promise(resolve => {
          const end = (status = 200) =>
            status === 200
              ? resolve({ ok: true, data: text, status, message: 'OK' })
              : resolve({ ok: false, data: null, status, message: '', code: 'server.unavailable' })
          signal.addEventListener('abort', () => end(503))
          attempts.push({ signal, end, progressed })
        }),
      settle: () => undefined,
      keepDone: (answer, input) => ({ ...input, text: `${answer} at the server` }),
    })
    return attempts
  }
  const add = () => page.queue.adopt('slow', 'film', { text: 'film' }, { id: 'film' })
  const attempt = async (attempts: ReturnType<typeof slowKind>, count: number) => {
    await eventually(() => expect(attempts).toHaveLength(count))
    return attempts[count - 1] ?? expect.fail('Nothing was sent.')
  }

  test('stays paused across a reload until the person resumes it, and as done until it is discarded', async () => {
    const attempts = slowKind(page)
    void add()
    const { signal } = await attempt(attempts, 1)
    await page.queue.pause('film')
    expect(signal.aborted).toBe(true)
    await device.rest()
    expect(page.states()).toEqual(['film paused'])
    page.die()
    page = device.open()
    const resumed = slowKind(page)
    await page.queue.open()
    await device.rest()
    expect(resumed).toEqual([])
    void page.queue.retry('film')
    const { end } = await attempt(resumed, 1)
    end()
    await eventually(() => expect(page.states()).toEqual(['film at the server done']))
    page.die()
    page = device.open()
    slowKind(page)
    await page.queue.open()
    expect(page.states()).toEqual(['film at the server done'])
    await page.queue.discard('film')
    expect(await device.left()).toEqual([])
  })

  test('is discarded in the middle of an attempt, together with its bytes', async () => {
    const attempts = slowKind(page)
    await add()
    await page.queue.parts.putPart('film', 1, new ArrayBuffer(3))
    const { signal } = await attempt(attempts, 1)
    await page.queue.discard('film')
    expect(signal.aborted).toBe(true)
    await device.rest()
    expect(await device.left()).toEqual([])
    expect(await page.queue.parts.part('film', 1)).toBeUndefined()
    await expect(page.queue.parts.putPart('film', 2, new ArrayBuffer(3))).rejects.toThrow()
  })

  test('is stopped when the account changes, and sent again when its owner is back', async () => {
    const attempts = slowKind(page)
    await add()
    const { signal } = await attempt(attempts, 1)
    page.changeAccount('8.4')
    expect(signal.aborted).toBe(true)
    await device.rest()
    page.changeAccount('7.4')
    const { end } = await attempt(attempts, 2)
    end()
    await eventually(() => expect(page.states()).toEqual(['film at the server done']))
  })

  test('waits as briefly as after a first failure once something arrived', async () => {
    const attempts = slowKind(page)
    await add()
    for (const count of [1, 2, 3]) {
      const { end } = await attempt(attempts, count)
      end(503)
      await eventually(() => expect(page.states()).toEqual(['film waiting: server.unavailable']))
      await device.clock.pass(30_000)
    }
    const { end, progressed } = await attempt(attempts, 4)
    progressed()
    end(503)
    await eventually(() => expect(page.states()).toEqual(['film waiting: server.unavailable']))
    await device.clock.pass(1_000)
    await attempt(attempts, 5)
  })
})
