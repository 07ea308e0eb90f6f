import { type Draft, produce } from 'immer'
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { registerSaved, save } from './persist'

/** Changes state with an immer recipe or with the changed fields. */
export type Write<S> = (change: ((draft: Draft<S>) => void) | Partial<S>) => void

/**
 * The lifetime of a slice's state. `device` survives signing out (theme). `person` (the default) ends with the session.
 * `organisation` also ends when another workspace is chosen. `account`, which guests have too, also ends when a guest
 * signs in.
 */
export type Scope = 'device' | 'person' | 'organisation' | 'account'

interface Options<S> {
  /** Keys that are saved under the one local-storage key and followed between tabs. */
  persist?: readonly (keyof S & string)[]
  scope?: Scope
}

interface Registered {
  scope: Scope
  reset(): void
}

const slices = new Map<string, Registered>()

/**
 * Creates a slice: state together with its actions; server data lives in slices and nowhere else. Actions receive
 * `set`, `get` (the state only: call another action through the slice itself) and `writer`. Take a writer before an
 * `await`: its writes are dropped if the slice was reset meanwhile by signing out or another workspace.
 */
export function createSlice<S extends object, A extends object>(
  name: string,
  initial: S,
  actions: (set: Write<S>, get: () => S, writer: () => Write<S>) => A,
  { persist = [], scope = 'person' }: Options<S> = {},
): UseBoundStore<StoreApi<S & A>> {
  let age = 0
  const store = create<S & A>()((set, get) => {
    const write: Write<S> = change => {
      if (typeof change !== 'function') set(change as Partial<S & A>)
      // `void` keeps a recipe that is a single assignment from counting as a replacement.
      else set(produce(get(), draft => void change(draft as Draft<S>)))
    }
    const writer = (): Write<S> => {
      const born = age
      return change => {
        if (born === age) write(change)
      }
    }
    return { ...initial, ...actions(write, get, writer) }
  })
  const fixed = Object.fromEntries(Object.entries(store.getState()).filter(([key]) => !(key in initial)))
  const erase = persist.length > 0 ? keep(name, store as unknown as StoreApi<S>, initial, persist) : undefined

  slices.set(name, {
    scope,
    reset() {
      age += 1
      const state = store.getState() as Record<string, unknown>
      const isInitial = Object.entries(initial).every(([key, value]) => state[key] === value)
      if (!isInitial) store.setState({ ...fixed, ...initial } as S & A, true)
      // Erases values that are empty here too, because another tab may be saving them at this moment.
      erase?.()
    },
  })
  return store
}

/** Saves these keys from now on. Returns the function that saves their initial values. */
function keep<S extends object>(
  name: string,
  store: StoreApi<S>,
  initial: S,
  keys: readonly (keyof S & string)[],
): () => void {
  const pick = (state: S, wanted = keys) => Object.fromEntries(wanted.map(key => [key, state[key]]))
  registerSaved({
    name,
    initial: pick(initial),
    apply(values) {
      const known = keys.filter(key => key in values && isAlike(values[key], initial[key]))
      store.setState(Object.fromEntries(known.map(key => [key, values[key]])) as Partial<S>)
    },
  })
  store.subscribe((now, before) => {
    // Unchanged values are left to the other tabs, which may have newer ones.
    const changed = keys.filter(key => now[key] !== before[key])
    if (changed.length > 0) void save(name, pick(now, changed))
  })
  return () => void save(name, pick(initial))
}

/**
 * Another version may have saved a field in another form; then its default is used. A null default accepts anything.
 */
function isAlike(value: unknown, initial: unknown): boolean {
  if (initial === null || initial === undefined) return true
  return typeof value === typeof initial && Array.isArray(value) === Array.isArray(initial) && value !== null
}

function reset(scopes: Scope[], except?: string): void {
  for (const [name, slice] of slices) if (name !== except && scopes.includes(slice.scope)) slice.reset()
}

/** The reset action returns every data slice to its initial state [4.4b]. Settings of the device stay. */
export function resetAll({ except }: { except?: string } = {}): void {
  reset(['person', 'organisation', 'account'], except)
}

/** Resets the data of the workspace that was left. */
export function resetOrganisation(): void {
  reset(['organisation', 'account'])
}

/** Resets the data of a guest. */
export function resetAccount(): void {
  reset(['account'])
}
