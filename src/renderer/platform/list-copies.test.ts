import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { useCopiesShown } from './copies-shown'
import { createKeyedListSlice } from './keyed-list-slice'
import { copied, reread } from './list-copies'
import { createListSlice } from './list-slice'
import { offlineCopies } from './offline-copies'
import { endSession } from './session'
import { resetOrganisation } from './store'
import { MemoryCopies } from './test-copies'
import { ManualClock, settled } from './test-environment'
import { ask, forgetRequests, gate, harbour, mill, request, type TestBranch } from './test-lists'
import { signInAs } from './test-server'

const item: z.ZodType<TestBranch> = z.object({ id: z.int(), name: z.string() })
const useBranches = createListSlice('test.copied', {
  list: (page, query: string) => ask({ ...page, query }),
  key: branch => branch.id,
  query: '',
  copies: query => (query === '' ? copied('branches', item) : undefined),
  actions: ({ changer }) => ({
    add: (branch: TestBranch) => changer()(items => [...items, branch]),
  }),
})
const useStaff = createKeyedListSlice('test.copiedStaff', {
  list: (of: number, page) => ask({ ...page, of }),
  key: person => person.id,
  nameOf: of => of,
  copies: of => copied(`staff.${of}`, item),
})
const branches = () => useBranches.getState()
const names = () => branches().items.map(branch => branch.name)

let clock: ManualClock
let storage: MemoryCopies

beforeEach(() => {
  clock = new ManualClock()
  storage = new MemoryCopies()
  offlineCopies.keepIn(storage, clock)
  forgetRequests()
  signInAs(7, { organizationId: 3 })
})
afterEach(() => {
  endSession()
  offlineCopies.keepIn(null)
})

/** Loads the list, copies it, and starts the app anew. */
async function readBefore(items: TestBranch[]): Promise<void> {
  void branches().load()
  await request().answer(items)
  await clock.pass(500)
  resetOrganisation()
}

describe('A list that is copied to the device', () => {
  test('is shown without a server as it was read last, changes included, and says that it is a copy', async () => {
    void branches().load()
    await request().answer([harbour])
    branches().add(gate)
    await clock.pass(500)
    resetOrganisation()
    void branches().load()
    await request().fail()
    expect(branches()).toMatchObject({ status: 'ready', next: null, failure: { code: 'network.failed' } })
    expect(names()).toEqual(['Harbour', 'Gate'])
    expect(Object.keys(useCopiesShown.getState().shown)).toEqual(['branches'])
  })

  test('is replaced by what the server says as soon as it can be reached', async () => {
    await readBefore([harbour])
    void branches().load()
    await request().fail()
    void branches().refresh()
    await request().answer([harbour, mill])
    expect(names()).toEqual(['Harbour', 'Mill'])
    expect(branches().failure).toBeNull()
    expect(useCopiesShown.getState().shown).toEqual({})
  })

  test('is shown while an answer takes long', async () => {
    await readBefore([harbour])
    void branches().load()
    await clock.pass(100)
    await settled()
    expect(names()).toEqual(['Harbour'])
    expect(Object.keys(useCopiesShown.getState().awaited)).toEqual(['branches'])
    await request().answer([gate])
    expect(names()).toEqual(['Gate'])
    expect(useCopiesShown.getState().awaited).toEqual({})
  })

  test('is shown at once while answers take long, for a minute after the last one that did', async () => {
    await readBefore([harbour])
    void branches().load()
    await clock.pass(100)
    await settled()
    await request().answer([gate])
    const isShownAtOnce = async () => {
      await clock.pass(500)
      resetOrganisation()
      void branches().load()
      await clock.pass(0)
      await settled()
      const isShown = names().length > 0
      await request().answer([gate])
      return isShown
    }
    expect(await isShownAtOnce()).toBe(true)
    await clock.pass(60_000)
    expect(await isShownAtOnce()).toBe(false)
  })

  test('is shown at once where the browser finds the network slow', async () => {
    await readBefore([harbour])
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' }, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
    void branches().load()
    await clock.pass(0)
    await settled()
    expect(names()).toEqual(['Harbour'])
    await request().answer([gate])
  })

  test('never replaces a list that is on screen', async () => {
    await readBefore([harbour])
    void branches().load()
    await request().answer([gate])
    void branches().refresh()
    await request().fail()
    expect(names()).toEqual(['Gate'])
    expect(useCopiesShown.getState().shown).toEqual({})
  })

  test('leaves the device when the server refuses it', async () => {
    await readBefore([harbour])
    void branches().load()
    await request().fail('branch.not_found')
    expect(branches()).toMatchObject({ status: 'failed', items: [] })
    expect(storage.names).toEqual([])
  })

  test('is copied for the searches that ask for it only', async () => {
    void branches().search('mill')
    await request().answer([mill])
    await clock.pass(500)
    expect(storage.names).toEqual([])
    void branches().search('gate')
    await request().fail()
    expect(branches().status).toBe('failed')
  })

  test('has a copy for each of the things that it belongs to', async () => {
    for (const of of [1, 2]) {
      void useStaff.getState().load(of)
      await request().answer([{ id: of, name: `Person ${of}` }])
    }
    await clock.pass(500)
    resetOrganisation()
    void useStaff.getState().load(2)
    await request().fail()
    expect(useStaff.getState().lists[2]?.items).toEqual([{ id: 2, name: 'Person 2' }])
  })
})

describe('A copied list that no page shows', () => {
  const again = (answer: ReturnType<typeof ask>) => reread('branches', () => answer)
  const copies = () => [...storage.copies.values()].map(({ json }) => JSON.parse(json))

  test('is read anew where access may have changed, and the list in memory stays', async () => {
    await readBefore([harbour, gate])
    void again(ask({}))
    await settled()
    await request().answer([gate])
    await clock.pass(500)
    expect(copies()).toEqual([[gate]])
    expect(branches().status).toBe('idle')
  })

  test('leaves the device when the server refuses it', async () => {
    await readBefore([harbour])
    void again(ask({}))
    await settled()
    await request().fail('branch.not_found')
    await settled()
    expect(storage.names).toEqual([])
  })

  test('stays while the server cannot be reached', async () => {
    await readBefore([harbour])
    void again(ask({}))
    await settled()
    await request().fail()
    await settled()
    expect(copies()).toEqual([[harbour]])
  })

  test('is not asked for where it was never read', async () => {
    let isAsked = false
    await reread('branches', () => {
      isAsked = true
      return ask({})
    })
    expect(isAsked).toBe(false)
  })
})
