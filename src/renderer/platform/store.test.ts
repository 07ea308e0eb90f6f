import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { followOtherTabs, rehydrate, type StateStorage } from './persist'
import { endSession, useSession } from './session'
import { createSlice, resetAll } from './store'
import { freshTokens, signInAs } from './test-server'

const useMarks = createSlice(
  'test.marks',
  { notes: [] as string[], filter: 'mine', count: 0 },
  (set, get, writer) => ({
    add: (note: string) =>
      set(state => {
        state.notes.push(note)
      }),
    countUp: () => set({ count: get().count + 1 }),
    async addLater(note: Promise<string>) {
      const write = writer()
      const arrived = await note
      write(state => {
        state.notes.push(arrived)
      })
    },
  }),
  { persist: ['filter'] },
)
const usePlace = createSlice('test.place', { branch: 0 }, set => ({ go: (branch: number) => set({ branch }) }), {
  scope: 'organisation',
})
const useLook = createSlice('test.look', { dark: false }, set => ({ darken: () => set({ dark: true }) }), {
  persist: ['dark'],
  scope: 'device',
})

const saved = () => JSON.parse(localStorage.getItem('app') ?? '{}') as Record<string, Record<string, unknown>>

beforeEach(async () => {
  await rehydrate()
  useLook.setState({ dark: false })
  signInAs(7, { organizationId: 3 })
})
afterEach(() => {
  vi.useRealTimers()
  endSession()
  localStorage.clear()
})

describe('A slice', () => {
  test('changes by recipe or by field', () => {
    useMarks.getState().add('one')
    useMarks.getState().countUp()
    expect(useMarks.getState()).toMatchObject({ notes: ['one'], count: 1, filter: 'mine' })
  })

  test('resets with all others on the reset action, except settings of the device [4.4b]', () => {
    useMarks.getState().add('one')
    usePlace.getState().go(5)
    useLook.getState().darken()
    resetAll()
    expect(useMarks.getState().notes).toEqual([])
    expect(usePlace.getState().branch).toBe(0)
    expect(useLook.getState().dark).toBe(true)
    useMarks.getState().add('still works')
    expect(useMarks.getState().notes).toEqual(['still works'])
  })

  test('drops results for somebody who has left', async () => {
    let arrive: (note: string) => void = () => {}
    const waiting = useMarks.getState().addLater(
      new Promise(resolve => {
        arrive = resolve
      }),
    )
    useMarks.getState().add('mine')
    resetAll()
    arrive('late')
    await waiting
    expect(useMarks.getState().notes).toEqual([])
  })

  test('of a workspace is reset when another one is chosen [4.5a]', () => {
    usePlace.getState().go(5)
    useMarks.getState().add('one')
    useSession.getState().choose(4)
    expect(usePlace.getState().branch).toBe(0)
    expect(useMarks.getState().notes).toEqual(['one'])
    resetAll()
  })
})

describe('Saved state', () => {
  test('is stored under the one key app, named keys only [4.17]', () => {
    useMarks.setState({ filter: 'all', count: 3 })
    expect(saved()['test.marks']).toEqual({ filter: 'all' })
    expect(Object.keys(localStorage)).toEqual(['app'])
  })

  test('is restored after a reload; values of another version are left out', async () => {
    const storage: StateStorage = {
      read: () =>
        Promise.resolve(JSON.stringify({ 'test.marks': { filter: 'all', gone: 1 }, 'test.look': { dark: 'yes' } })),
      write: () => {},
    }
    await rehydrate(storage)
    expect(useMarks.getState().filter).toBe('all')
    expect(useMarks.getState()).not.toHaveProperty('gone')
    expect(useLook.getState().dark).toBe(false)
  })

  test('reaches a slice that loads with a lazy route', async () => {
    await rehydrate({ read: () => JSON.stringify({ 'test.late': { open: true } }), write: () => {} })
    const useLate = createSlice('test.late', { open: false }, () => ({}), { persist: ['open'] })
    expect(useLate.getState().open).toBe(true)
  })

  test('that does not load within 5000 ms is logged, and the app continues with defaults [4.17] [8.8b] [9.7b]', async () => {
    vi.useFakeTimers()
    const log = vi.spyOn(console, 'error').mockReturnValue()
    let isReady = false
    const ready = rehydrate({ read: () => new Promise(() => {}), write: () => {} }).then(() => {
      isReady = true
    })
    await vi.advanceTimersByTimeAsync(4999)
    expect(isReady).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await ready
    expect(log).toHaveBeenCalledWith(expect.stringContaining('5000 ms'))
    expect(useMarks.getState().filter).toBe('mine')
    log.mockRestore()
  })

  test('that cannot be read at all is logged, too', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    await rehydrate({ read: () => '{broken', write: () => {} })
    await rehydrate()
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })
})

describe('Other tabs', () => {
  let stop: () => void
  beforeEach(() => {
    stop = followOtherTabs()
  })
  afterEach(() => stop())

  const otherTabWrites = (state: unknown) => {
    const newValue = state === null ? null : JSON.stringify(state)
    if (newValue === null) localStorage.removeItem('app')
    else localStorage.setItem('app', newValue)
    window.dispatchEvent(new StorageEvent('storage', { key: 'app', newValue, storageArea: localStorage }))
  }

  test('a sign-out there signs out here, and resets all state', () => {
    useMarks.getState().add('one')
    otherTabWrites({ ...saved(), session: { ...saved().session, tokens: null, userId: null, organizationId: -1 } })
    expect(useSession.getState().tokens).toBeNull()
    expect(useMarks.getState().notes).toEqual([])
  })

  test('a sign-out here is one write, so a tab that saves at the same moment restores nothing of the person', () => {
    useMarks.setState({ filter: 'theirs' })
    const write = vi.spyOn(Storage.prototype, 'setItem')
    endSession()
    const ofTheApp = write.mock.calls.filter(([key]) => key === 'app')
    write.mockRestore()
    expect(ofTheApp).toHaveLength(1)
    expect(saved().session).toMatchObject({ tokens: null })
    expect(saved()['test.marks']).toEqual({ filter: 'mine' })
  })

  test('a sign-in there signs in here', () => {
    const tokens = freshTokens()
    endSession()
    otherTabWrites({
      ...saved(),
      session: { tokens, userId: 8, organizationId: -1, profileToken: null, isNewUser: false, clockOffset: 0 },
    })
    expect(useSession.getState()).toMatchObject({ tokens, userId: 8 })
  })

  test('somebody else’s sign-in there removes everything of the previous person here', () => {
    useMarks.getState().add('private')
    otherTabWrites({ ...saved(), session: { ...saved().session, tokens: freshTokens(), userId: 8 } })
    expect(useMarks.getState().notes).toEqual([])
    expect(useSession.getState().userId).toBe(8)
  })

  test('cleared site data means signed out', () => {
    otherTabWrites(null)
    expect(useSession.getState().tokens).toBeNull()
  })

  test('what this tab saves keeps what another one has saved', () => {
    const rotated = freshTokens()
    localStorage.setItem(
      'app',
      JSON.stringify({ session: { ...saved().session, tokens: rotated }, 'test.other': { kept: true } }),
    )
    useMarks.setState({ filter: 'all' })
    useSession.getState().choose(4)
    expect(saved()).toMatchObject({
      session: { tokens: rotated, organizationId: 4 },
      'test.other': { kept: true },
      'test.marks': { filter: 'all' },
    })
  })

  /** What another tab leaves in storage when it changes these values, having seen `from` and nothing since. */
  const asSavedBy = (from: ReturnType<typeof saved>, changes: Record<string, Record<string, unknown>>) => {
    const state = structuredClone(from) as Record<string, Record<string, unknown>> & {
      revisions: Record<string, Record<string, number>>
    }
    for (const [slice, values] of Object.entries(changes)) {
      for (const [key, value] of Object.entries(values)) {
        const counts = state.revisions[slice] ?? {}
        state.revisions[slice] = { ...counts, [key]: (counts[key] ?? 0) + 1 }
        state[slice] = { ...state[slice], [key]: value }
      }
    }
    return state
  }

  test('two tabs that save at the same moment lose nothing of each other, in memory or in storage', () => {
    const seenByBoth = saved()
    const rotated = freshTokens()
    useMarks.setState({ filter: 'all' })
    otherTabWrites(asSavedBy(seenByBoth, { session: { tokens: rotated } }))
    expect(useMarks.getState().filter).toBe('all')
    expect(useSession.getState().tokens).toEqual(rotated)
    expect(saved()).toMatchObject({ session: { tokens: rotated }, 'test.marks': { filter: 'all' } })
  })

  test('a value that another tab overwrote unseen is written again with the next change, without waiting for its event', () => {
    const seenByBoth = saved()
    useMarks.setState({ filter: 'all' })
    localStorage.setItem('app', JSON.stringify(asSavedBy(seenByBoth, { 'test.look': { dark: true } })))
    useSession.getState().choose(4)
    expect(saved()).toMatchObject({
      session: { organizationId: 4 },
      'test.marks': { filter: 'all' },
      'test.look': { dark: true },
    })
  })

  test('when two tabs change the same value, the stored one wins in both', () => {
    const seenByBoth = saved()
    useMarks.setState({ filter: 'mine here' })
    const here = JSON.stringify(saved())
    const there = asSavedBy(seenByBoth, { 'test.marks': { filter: 'theirs' } })
    otherTabWrites(there)
    expect(useMarks.getState().filter).toBe('theirs')
    expect(saved()['test.marks']).toEqual({ filter: 'theirs' })
    // The event for this tab's older write reaches the other tab after its own write, and must not undo it.
    window.dispatchEvent(new StorageEvent('storage', { key: 'app', newValue: here, storageArea: localStorage }))
    expect(useMarks.getState().filter).toBe('theirs')
  })

  test('the later change of a value wins, in whatever order the tabs hear of both', () => {
    useMarks.setState({ filter: 'first' })
    const first = saved()
    useMarks.setState({ filter: 'second' })
    otherTabWrites(first)
    expect(useMarks.getState().filter).toBe('second')
    expect(saved()['test.marks']).toEqual({ filter: 'second' })
  })

  test('a sign-out wins over tokens and values saved by a tab that has not heard of it', () => {
    const seenByBoth = saved()
    endSession()
    otherTabWrites(asSavedBy(seenByBoth, { session: { tokens: freshTokens() }, 'test.marks': { filter: 'theirs' } }))
    expect(useSession.getState().tokens).toBeNull()
    expect(saved().session).toMatchObject({ tokens: null, userId: null })
    expect(saved()['test.marks']).toEqual({ filter: 'mine' })
  })

  test('tabs that agree stop writing', () => {
    useMarks.setState({ filter: 'all' })
    const write = vi.spyOn(Storage.prototype, 'setItem')
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'app', newValue: localStorage.getItem('app'), storageArea: localStorage }),
    )
    const writes = write.mock.calls.length
    write.mockRestore()
    expect(writes).toBe(0)
  })
})
