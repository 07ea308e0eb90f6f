import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createListSlice } from './list-slice'
import { startLive } from './live'
import { endSession, useSession } from './session'
import { FakeEnvironment, settled } from './test-environment'
import { ask, asked, forgetRequests, gate, harbour, mill, request, type TestBranch } from './test-lists'
import { signInAs } from './test-server'

const useBranches = createListSlice('test.branches', {
  list: (page, query: string) => ask({ ...page, query }),
  key: branch => branch.id,
  query: '',
  extra: { total: 0 },
  events: ['branch.changed'],
  reduce: (items, { branch_id }) => items.filter(branch => branch.id !== branch_id),
  refreshOn: ['role.changed'],
  actions: ({ changer }) => ({
    async rename(id: number, name: Promise<string>) {
      const change = changer()
      const now = await name
      change(items => items.map(branch => (branch.id === id ? { ...branch, name: now } : branch)))
    },
  }),
})
const branches = () => useBranches.getState()
const names = () => branches().items.map(branch => branch.name)

async function loaded(items: TestBranch[], next: string | null = null): Promise<void> {
  void branches().load()
  await request().answer(items, next)
}

beforeEach(() => {
  forgetRequests()
  signInAs(7, { organizationId: 3 })
})
afterEach(endSession)

describe('A list', () => {
  test('loads its first page, with what comes beside the items, and further pages until the end', async () => {
    const loading = branches().load()
    expect(branches()).toMatchObject({ status: 'loading', items: [] })
    await request().answer([harbour], 'c1', { total: 3 })
    await loading
    expect(branches()).toMatchObject({ status: 'ready', next: 'c1', total: 3 })
    void branches().loadMore()
    expect(branches().more).toBe('loading')
    expect(request()).toMatchObject({ cursor: 'c1' })
    await request().answer([gate, mill])
    expect(names()).toEqual(['Harbour', 'Gate', 'Mill'])
    await branches().loadMore()
    expect(asked).toHaveLength(2)
  })

  test('lists an item once that moved to the next page meanwhile', async () => {
    await loaded([harbour, gate], 'c1')
    void branches().loadMore()
    await request().answer([gate, mill])
    expect(names()).toEqual(['Harbour', 'Gate', 'Mill'])
  })

  test('asks for the next page once when it is wanted twice', async () => {
    await loaded([harbour], 'c1')
    void branches().loadMore()
    void branches().loadMore()
    expect(asked).toHaveLength(2)
    await request().answer([gate])
    expect(names()).toEqual(['Harbour', 'Gate'])
  })

  test('tells why it could not be loaded, and can be tried again', async () => {
    void branches().load()
    await request().fail()
    expect(branches()).toMatchObject({ status: 'failed', failure: { code: 'network.failed' } })
    void branches().load()
    expect(branches()).toMatchObject({ status: 'loading', failure: null })
    await request().answer([harbour])
    expect(branches()).toMatchObject({ status: 'ready', failure: null })
  })

  test('stays visible beside the failure of a reload', async () => {
    await loaded([harbour])
    void branches().load()
    expect(branches().status).toBe('ready')
    await request().fail()
    expect(names()).toEqual(['Harbour'])
    expect(branches()).toMatchObject({ status: 'ready', failure: { code: 'network.failed' } })
    await loaded([harbour])
    expect(branches().failure).toBeNull()
  })

  test('stays visible beside the failure of its next page, which can be tried again', async () => {
    await loaded([harbour], 'c1')
    void branches().loadMore()
    await request().fail()
    expect(names()).toEqual(['Harbour'])
    expect(branches()).toMatchObject({ status: 'ready', next: 'c1', more: 'failed' })
    void branches().loadMore()
    await request().answer([gate])
    expect(branches()).toMatchObject({ more: 'idle', next: null })
    expect(names()).toEqual(['Harbour', 'Gate'])
  })
})

test('A list is requested once for the parts of a page that open together', async () => {
  void branches().open()
  void branches().open()
  expect(asked).toHaveLength(1)
  await request().answer([harbour])
  void branches().open()
  expect(asked).toHaveLength(2)
})

describe('Answers in the wrong order', () => {
  test('an older answer never replaces a newer one', async () => {
    void branches().load()
    void branches().load()
    await request(1).answer([gate])
    await request(0).answer([harbour])
    expect(names()).toEqual(['Gate'])
  })

  test('an older failure never replaces a newer answer, nor hides one that is on its way', async () => {
    void branches().load()
    void branches().load()
    await request(0).fail()
    expect(branches().status).toBe('loading')
    await request(1).answer([gate])
    void branches().load()
    void branches().load()
    await request(3).answer([mill])
    await request(2).fail()
    expect(branches()).toMatchObject({ status: 'ready', failure: null, items: [mill] })
  })

  test('an older answer is shown where the newer request failed', async () => {
    void branches().load()
    void branches().load()
    await request(1).fail()
    await request(0).answer([harbour])
    expect(branches()).toMatchObject({ status: 'ready', failure: null, items: [harbour] })
  })

  test('a page of the list before its reload is dropped', async () => {
    await loaded([harbour], 'c1')
    void branches().loadMore()
    void branches().load()
    await request(2).answer([mill], 'c2')
    await request(1).answer([gate], 'c9')
    expect(names()).toEqual(['Mill'])
    expect(branches()).toMatchObject({ next: 'c2', more: 'idle' })
  })

  test('a failed page of the list before its reload does not fail the new one', async () => {
    await loaded([harbour], 'c1')
    void branches().loadMore()
    await loaded([mill], 'c2')
    await request(1).fail()
    expect(branches().more).toBe('idle')
  })
})

describe('A search', () => {
  test('keeps the previous results until its own arrive, and never uses their cursor', async () => {
    await loaded([harbour], 'c1')
    void branches().search('gate')
    expect(branches()).toMatchObject({ status: 'loading', query: 'gate', next: null, items: [harbour] })
    await branches().loadMore()
    expect(asked).toHaveLength(2)
    expect(request()).not.toHaveProperty('cursor')
    await request().answer([gate], 'g1')
    void branches().loadMore()
    expect(request()).toMatchObject({ query: 'gate', cursor: 'g1' })
  })

  test('shows the answer to the latest words only', async () => {
    void branches().search('g')
    void branches().search('gate')
    await request(0).answer([harbour])
    expect(branches()).toMatchObject({ status: 'loading', items: [] })
    await request(1).answer([gate])
    await request(0).fail()
    expect(branches()).toMatchObject({ status: 'ready', items: [gate] })
  })

  test('drops a page of earlier words, even under the same cursor', async () => {
    void branches().search('g')
    await request().answer([harbour], 'c1')
    void branches().loadMore()
    void branches().search('gate')
    await request(2).answer([gate], 'c1')
    await request(1).answer([mill])
    expect(names()).toEqual(['Gate'])
    expect(branches()).toMatchObject({ next: 'c1', more: 'idle' })
  })

  test('is forgotten when it is cleared, with the answer that was on its way', async () => {
    void branches().search('gate')
    await request().answer([gate], 'c1')
    void branches().search('gates')
    branches().clear()
    await request().answer([gate], 'c1')
    expect(branches()).toMatchObject({ status: 'idle', query: '', items: [], next: null, total: 0 })
  })

  test('says that it failed, also over results of earlier words', async () => {
    await loaded([harbour])
    void branches().search('gate')
    await request().fail()
    expect(branches()).toMatchObject({ status: 'failed', failure: { code: 'network.failed' } })
  })
})

describe('Live changes', () => {
  let environment: FakeEnvironment
  let stop: () => void
  let seq = 10
  const emit = (change: object) => {
    seq += 1
    environment.latest.emit({ event: 'event', seq, actor_id: 9, at: '2026-11-20T14:04:00.000Z', change })
  }
  const gateClosed = () => emit({ kind: 'branch.changed', branch_id: gate.id })
  const rolesChanged = () => emit({ kind: 'role.changed', role_id: 4 })

  beforeEach(async () => {
    environment = new FakeEnvironment()
    stop = startLive(environment)
    await settled()
    environment.latest.accept()
    environment.latest.emit({ event: 'ready', seq })
  })
  afterEach(() => stop())

  test('change what is shown', async () => {
    await loaded([harbour, gate])
    gateClosed()
    expect(names()).toEqual(['Harbour'])
  })

  test('are not undone by an answer that was on its way', async () => {
    void branches().load()
    gateClosed()
    await request().answer([harbour, gate], 'c1')
    expect(names()).toEqual(['Harbour'])
  })

  test('are not undone by a page that was on its way', async () => {
    await loaded([harbour], 'c1')
    void branches().loadMore()
    gateClosed()
    await request().answer([gate, mill])
    expect(names()).toEqual(['Harbour', 'Mill'])
  })

  test("one's own change is not undone by an answer that was on its way either", async () => {
    await loaded([harbour])
    void branches().load()
    await branches().rename(harbour.id, Promise.resolve('Old harbour'))
    expect(names()).toEqual(['Old harbour'])
    await request().answer([harbour, gate])
    expect(names()).toEqual(['Old harbour', 'Gate'])
  })

  test('reload the list where they do not say how it changed, once for all that come during a load', async () => {
    void branches().load()
    rolesChanged()
    rolesChanged()
    expect(asked).toHaveLength(1)
    await request().answer([harbour])
    expect(asked).toHaveLength(2)
    await request().answer([gate])
    expect(names()).toEqual(['Gate'])
    expect(asked).toHaveLength(2)
  })

  test('reload the list although an older request is still waiting for its answer', async () => {
    void branches().load()
    void branches().load()
    await request(1).answer([harbour])
    rolesChanged()
    await request(2).answer([gate])
    await request(0).answer([mill])
    expect(names()).toEqual(['Gate'])
  })

  test('do not load a list that nobody opened', () => {
    rolesChanged()
    expect(asked).toHaveLength(0)
  })

  test('that were missed for good cause a reload', async () => {
    await loaded([harbour])
    environment.latest.emit({ event: 'resync', seq: 99 })
    await request(1).answer([gate])
    expect(names()).toEqual(['Gate'])
  })
})

describe('The end of a session or workspace', () => {
  test('empties the list and drops answers that were on their way [4.4b]', async () => {
    await loaded([harbour], 'c1')
    void branches().loadMore()
    void branches().load()
    endSession()
    await request(1).answer([gate])
    await request(2).answer([mill])
    expect(branches()).toMatchObject({ status: 'idle', items: [], next: null, more: 'idle', query: '', total: 0 })
  })

  test('does not hold up the list of the next workspace', async () => {
    void branches().load()
    useSession.getState().choose(4)
    void branches().open()
    await request(1).answer([gate])
    await request(0).answer([harbour])
    expect(names()).toEqual(['Gate'])
  })

  test('drops a change whose answer was on its way', async () => {
    await loaded([harbour])
    let arrive = (_: string) => {}
    const renaming = branches().rename(harbour.id, new Promise<string>(resolve => (arrive = resolve)))
    useSession.getState().choose(4)
    await loaded([harbour])
    arrive('Old harbour')
    await renaming
    expect(names()).toEqual(['Harbour'])
  })

  test('does not reload a list that waited for its turn', async () => {
    void branches().load()
    void branches().refresh()
    endSession()
    await request().answer([harbour])
    expect(asked).toHaveLength(1)
  })
})
