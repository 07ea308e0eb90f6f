import '../test-indexed-db'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Device, type NoteServer } from './test-queue'

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})

/** The failures on the way, each with another order of steps. */
const weathers: [string, NoteServer['failures']][] = [
  ['a good connection', []],
  ['answers that get lost', ['lost', 'lost', 'lost']],
  ['a server that is busy', [429, 503, { status: 429, retryAfter: 20 }]],
  ['a mixture of both', ['lost', 503, 'lost', 500]],
]
const texts = ['x1', 'x2', 'y1', 'x3']

/** Writes until the page crashes. Returns the texts that were reported as stored. */
function writeAll(device: Device): string[] {
  const page = device.open()
  return texts.filter(text => {
    if (page.isAlive) page.write(text, text.slice(0, 1))
    return page.isAlive
  })
}

function expectEachOnce({ server }: Device, promised: readonly string[]): void {
  const ofLane = (lane: string) => server.notes.filter(text => text.startsWith(lane))
  expect(new Set(server.notes).size).toBe(server.notes.length)
  expect(server.notes).toEqual(expect.arrayContaining([...promised]))
  expect(ofLane('x')).toEqual([...ofLane('x')].sort())
}

/** Counts the steps without a crash, so that a crash can be placed at each. */
async function countSteps(failures: NoteServer['failures'], isUnordered: boolean): Promise<number> {
  const device = new Device(isUnordered)
  device.server.failures = [...failures]
  expect(writeAll(device)).toEqual(texts)
  await device.rest()
  expectEachOnce(device, texts)
  return device.steps
}

const orders: [string, boolean][] = [
  ['', false],
  [', where several tabs may be sent in any order', true],
]
const circumstances = weathers.flatMap(([weather, failures]) =>
  orders.map(([order, isUnordered]) => [`${weather}${order}`, failures, isUnordered] as const),
)

describe.each(circumstances)('With %s, every write arrives exactly once and in order', (_, failures, isUnordered) => {
  test('even if the page crashes at any step', async () => {
    const count = await countSteps(failures, isUnordered)
    expect(count).toBeGreaterThan(60)
    for (let dieAt = 1; dieAt <= count; dieAt += 1) {
      vi.stubGlobal('indexedDB', new IDBFactory())
      const device = new Device(isUnordered)
      device.server.failures = [...failures]
      device.dieAt = dieAt
      const promised = writeAll(device)
      await device.rest()
      const next = device.open()
      await next.queue.open()
      await device.rest()
      expectEachOnce(device, promised)
      expect(await device.left(), `after a crash at step ${dieAt}`).toEqual([])
      expect(next.states()).toEqual([])
    }
  })

  test('even if one of two tabs crashes at any step', async () => {
    const count = await countSteps(failures, isUnordered)
    for (let dieAt = 2; dieAt <= count; dieAt += 3) {
      vi.stubGlobal('indexedDB', new IDBFactory())
      const device = new Device(isUnordered)
      device.server.failures = [...failures]
      const other = device.open()
      await other.queue.open()
      device.steps = 0
      device.dieAt = dieAt
      const promised = writeAll(device)
      other.write('z1', 'z')
      await device.rest()
      await device.open().queue.open()
      await device.rest()
      expectEachOnce(device, [...promised, ...(other.isAlive ? ['z1'] : [])])
      expect(await device.left(), `after a crash at step ${dieAt}`).toEqual([])
    }
  })
})

test('A page that starts while another one is sending sends nothing twice', async () => {
  const device = new Device()
  const page = device.open()
  for (const text of texts) page.write(text, 'x')
  const other = device.open()
  await other.queue.open()
  await device.rest()
  expect(device.server.calls).toEqual(texts)
  expect([page.states(), other.states()]).toEqual([[], []])
  expect(page.settled).toEqual(texts)
})

test('What is added to a write arrives, whatever another tab is doing with it, and if its own tab crashes right after', async () => {
  for (const isStored of [true, false]) {
    const { steps, arrivedApart } = await addAtEachStep(isStored)
    expect(steps).toBeGreaterThan(20)
    expect(arrivedApart).toBeGreaterThan(3)
  }
})

/** Adds to a write at each step of another tab that sends it, and crashes at once or when that is stored. */
async function addAtEachStep(isStored: boolean): Promise<{ steps: number; arrivedApart: number }> {
  let arrivedApart = 0
  let addAt = 1
  for (let isAdded = true; isAdded; addAt += 1) {
    vi.stubGlobal('indexedDB', new IDBFactory())
    const device = new Device()
    device.isOnline = false
    const other = device.open()
    await other.queue.open()
    const page = device.open()
    for (const tab of [page, other]) tab.notes.isRepeatable = true
    const id = page.write('one')
    await device.rest()
    isAdded = false
    device.at(addAt, async () => {
      isAdded = page.queue.find(id) !== undefined
      if (!isAdded) return
      const added = page.queue.change(id, { lane: 'x', text: 'one and two' })
      if (isStored) await added
      page.die()
    })
    device.isOnline = true
    // The other tab has the lane first, so that this one waits for it and hears nothing.
    other.reconnect()
    page.reconnect()
    await device.rest()
    if (!isAdded) continue
    // What was stored is sent by the tab that is left, what was not by the next one that opens.
    if (!isStored) await device.open().queue.open()
    await device.rest()
    expect(device.server.notes.at(-1), `added at step ${addAt}`).toBe('one and two')
    expect(await device.left(), `added at step ${addAt}`).toEqual([])
    if (device.server.notes.length === 2) arrivedApart += 1
  }
  return { steps: addAt, arrivedApart }
}
