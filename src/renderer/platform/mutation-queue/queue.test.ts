import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { day } from '#shared/limits'
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
    await vi.waitFor(() => expect(page.states()).toEqual(['one waiting: request.too_many', 'two waiting']))
    page.write('elsewhere', 'y')
    page.reconnect()
    await vi.waitFor(() => expect(device.server.calls).toEqual(['one', 'elsewhere']))
    await device.clock.pass(19_999)
    expect(device.server.calls).toEqual(['one', 'elsewhere'])
    await device.rest()
    expect(device.server.calls).toEqual(['one', 'elsewhere', 'one', 'two'])
  })

  test('that fails without an answer is sent at once when the connection is back', async () => {
    device.server.failures = ['lost']
    page.write('one')
    await vi.waitFor(() => expect(page.states()).toEqual(['one waiting: network.failed']))
    page.reconnect()
    await vi.waitFor(() => expect(page.states()).toEqual([]))
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

  test('that is discarded is gone for good', async () => {
    device.server.failures = [403]
    page.write('one')
    await device.rest()
    await page.queue.discard(idOf(page, 'one'))
    expect(page.states()).toEqual([])
    expect(await device.left()).toEqual([])
  })

  test('is not sent again by itself once the server may have forgotten its key; the person may send it as a new one', async () => {
    device.server.failures = ['lost']
    const first = page.write('one')
    await vi.waitFor(() => expect(page.states()).toEqual(['one waiting: network.failed']))
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
  await vi.waitFor(() => expect(device.server.notes).toEqual(['one']))
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
    await vi.waitFor(() => expect(device.server.calls).toEqual(['one']))
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

  test('a write discarded in one is removed from the other', async () => {
    device.server.failures = [403]
    const other = device.open()
    page.write('one')
    await device.rest()
    await other.queue.open()
    expect(other.states()).toEqual(['one failed: document.read_only'])
    await other.queue.discard(idOf(other, 'one'))
    await vi.waitFor(() => expect(page.states()).toEqual([]))
  })

  test('a pause that the server asked for holds for a tab that opens during it', async () => {
    device.server.failures = [{ status: 503, retryAfter: 20 }]
    page.write('one')
    await vi.waitFor(() => expect(page.states()).toEqual(['one waiting: server.unavailable']))
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
  page.queue.adopt('note', 'x', { words: 'one' }, { id: 'old' })
  page.write('two')
  await device.rest()
  expect(device.server.notes).toEqual(['two'])
  expect(page.mutations).toMatchObject([{ id: 'old', state: 'failed', failure: { code: 'mutation.unreadable' } }])
})
