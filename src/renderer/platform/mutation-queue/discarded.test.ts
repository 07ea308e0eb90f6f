import '../test-indexed-db'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '#shared/testing/eventually'
import { settled } from '../test-environment'
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

describe('A write that is discarded', () => {
  test('is gone for good', async () => {
    device.server.failures = [403]
    page.write('one')
    await device.rest()
    await page.queue.discard(idOf(page, 'one'))
    expect(page.states()).toEqual([])
    expect(await device.left()).toEqual([])
  })

  test('does not come back while this device is asked what waits', async () => {
    const { of } = device.storage
    const held: { answer?: () => void } = {}
    vi.spyOn(device.storage, 'of').mockImplementationOnce(async account => {
      const stored = await of(account)
      await new Promise<void>(resolve => {
        held.answer = resolve
      })
      return stored
    })
    page.write('one')
    await eventually(() => expect(held.answer).toBeDefined())
    const discarded = page.queue.discard(idOf(page, 'one'))
    held.answer?.()
    await discarded
    await device.rest()
    expect(page.states()).toEqual([])
    expect(device.server.calls).toEqual([])
    expect(await device.left()).toEqual([])
  })

  test('does not come back out of the journal while a page loads what is left', async () => {
    device.isOnline = false
    const { put, of } = device.storage
    const held: { store?: () => void; answer?: () => void } = {}
    vi.spyOn(device.storage, 'put').mockImplementationOnce(async mutation => {
      await new Promise<void>(resolve => {
        held.store = resolve
      })
      await put(mutation)
    })
    vi.spyOn(device.storage, 'of').mockImplementationOnce(async account => {
      const stored = await of(account)
      await new Promise<void>(resolve => {
        held.answer = resolve
      })
      return stored
    })
    page.write('one')
    await eventually(() => expect(held.store).toBeDefined())
    // The journal is read here, while it still holds the write.
    const opened = page.queue.open()
    await eventually(() => expect(held.answer).toBeDefined())
    held.store?.()
    await page.queue.discard(idOf(page, 'one'))
    held.answer?.()
    await opened
    await device.rest()
    expect(page.states()).toEqual([])
    expect(await device.left()).toEqual([])
  })

  test('does not come back while another tab announces it', async () => {
    device.server.failures = [403]
    page.write('one')
    await device.rest()
    const { remove } = device.storage
    const held: { remove?: () => void } = {}
    vi.spyOn(device.storage, 'remove').mockImplementationOnce(async id => {
      await new Promise<void>(resolve => {
        held.remove = resolve
      })
      await remove(id)
    })
    const id = idOf(page, 'one')
    const discarded = page.queue.discard(id)
    await eventually(() => expect(held.remove).toBeDefined())
    page.hear(id)
    for (let round = 0; round < 12; round += 1) await settled()
    expect(page.states()).toEqual([])
    held.remove?.()
    await discarded
  })
})
