import { persistKey, persistTimeout } from '#shared/limits'
import { logError } from './log'

type Maybe<T> = T | Promise<T>
type Values = Record<string, unknown>

/** Storage for saved state. Synchronous where the platform is, so that a closing tab still completes its last write. */
export interface StateStorage {
  read(): Maybe<string | null>
  write(text: string): Maybe<void>
}

/** The saved part of a slice. `apply` receives exactly what was saved, possibly by an older version of the app. */
export interface Saved {
  readonly name: string
  apply(values: Values): void
  /** The values to return to when another tab cleared the storage. */
  readonly initial: Values
}

const browserStorage = {
  read: () => localStorage.getItem(persistKey),
  write: text => localStorage.setItem(persistKey, text),
} satisfies StateStorage

type BySlice<T> = Record<string, Record<string, T>>

/**
 * Everything that is saved. Tabs do not see each other's writes at once, so one may overwrite what another has just
 * written. `revisions` counts the changes of each value by slice, and the higher count wins; null if the writer did not
 * count.
 */
interface State {
  slices: BySlice<unknown>
  revisions: BySlice<number> | null
}

const parts = new Map<string, Saved>()
let storage: StateStorage = browserStorage
/** What this tab knows; null before the first read. */
let known: State | null = null
let isApplying = false
let held: BySlice<unknown> | null = null

const nothing = (): State => ({ slices: {}, revisions: {} })

function parse(text: string | null): State {
  if (!text) return nothing()
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return nothing()
    const { revisions, ...slices } = value as BySlice<unknown>
    return { slices, revisions: (revisions as BySlice<number> | undefined) ?? null }
  } catch (cause) {
    logError('Saved state is not readable.', cause)
    return nothing()
  }
}

/**
 * Merges into `state` what `mine` knows to be newer, and says whether there was anything. On equal counts `state` wins.
 */
function withNewer(state: State, mine: State): { state: State; isBehind: boolean } {
  const { slices, revisions } = state
  const counts: BySlice<number> = revisions ?? { ...mine.revisions }
  let isBehind = false
  for (const [name, values] of Object.entries(mine.slices)) {
    for (const [key, value] of Object.entries(values)) {
      const count = mine.revisions?.[name]?.[key] ?? 0
      const isThere = slices[name] !== undefined && key in slices[name]
      if (isThere && (revisions === null || count <= (revisions[name]?.[key] ?? 0))) continue
      slices[name] = { ...slices[name], [key]: value }
      counts[name] = { ...counts[name], [key]: count }
      isBehind = true
    }
  }
  return { state: { slices, revisions: counts }, isBehind }
}

function chain<T, R>(value: Maybe<T>, next: (value: T) => Maybe<R>): Maybe<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}

function applyTo(part: Saved, saved: State): void {
  isApplying = true
  try {
    part.apply(saved.slices[part.name] ?? part.initial)
  } finally {
    isApplying = false
  }
}

/** Registers a slice. One that comes with a lazy route receives what was rehydrated before it existed. */
export function registerSaved(part: Saved): void {
  parts.set(part.name, part)
  if (known?.slices[part.name]) applyTo(part, known)
}

/** Writes the changed values of a slice, and keeps what other slices and other tabs have saved. */
export function save(name: string, changed: Values): Maybe<void> {
  if (isApplying) return
  if (known) known.slices[name] = { ...known.slices[name], ...changed }
  if (!held) return write({ [name]: changed })
  held[name] = { ...held[name], ...changed }
}

/** Saves all changes made meanwhile in one write, so that another tab sees either none or all of them. */
export function saveTogether(change: () => void): void {
  const saved: BySlice<unknown> = {}
  held = saved
  try {
    change()
  } finally {
    held = null
    void write(saved)
  }
}

/** Writes changes, together with earlier ones that were overwritten, on top of the currently stored state. */
function write(changed: BySlice<unknown>): Maybe<void> {
  try {
    return chain(storage.read(), text => {
      const { slices, revisions } = text === null || !known ? parse(text) : withNewer(parse(text), known).state
      const counts: BySlice<number> = { ...revisions }
      for (const [name, values] of Object.entries(changed)) {
        slices[name] = { ...slices[name], ...values }
        const fresh = Object.fromEntries(
          Object.entries(values).map(([key, value]) => [key, (counts[name]?.[key] ?? 0) + weight(name, key, value)]),
        )
        counts[name] = { ...counts[name], ...fresh }
        if (known) known.revisions = { ...known.revisions, [name]: { ...known.revisions?.[name], ...fresh } }
      }
      return storage.write(JSON.stringify({ ...slices, revisions: counts }))
    })
  } catch (cause) {
    logError('State could not be saved.', cause)
  }
}

/** Returning to the initial value counts twice, so that signing out wins over a change saved at the same moment. */
function weight(name: string, key: string, value: unknown): number {
  return JSON.stringify(value) === JSON.stringify(parts.get(name)?.initial[key]) ? 2 : 1
}

/** Takes over what other tabs have saved, and writes again what they overwrote without having seen it. */
function learn(...texts: string[]): void {
  const before = known ?? nothing()
  let now = before
  let isBehind = false
  for (const text of texts) ({ state: now, isBehind } = withNewer(parse(text), now))
  known = now
  for (const part of parts.values()) {
    if (JSON.stringify(now.slices[part.name]) !== JSON.stringify(before.slices[part.name])) applyTo(part, now)
  }
  if (isBehind) void write({})
}

/** Takes over what another tab may have saved, without waiting for its event. */
export async function rereadSaved(): Promise<void> {
  const text = await storage.read()
  if (text !== null) learn(text)
}

/**
 * Fills every registered slice from the one key [4.17]. If the storage does not answer in time, that is logged and the
 * app continues with defaults [8.8b, 9.7b].
 */
export async function rehydrate(from: StateStorage = browserStorage): Promise<void> {
  storage = from
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<'late'>(resolve => {
    timer = setTimeout(() => resolve('late'), persistTimeout)
  })
  try {
    const text = await Promise.race([Promise.resolve(from.read()), tooLate])
    if (text === 'late') logError(`Saved state was not read within ${persistTimeout} ms.`)
    known = text === 'late' ? nothing() : parse(text)
  } catch (cause) {
    logError('Saved state could not be read.', cause)
    known = nothing()
  } finally {
    clearTimeout(timer)
  }
  for (const part of parts.values()) if (known.slices[part.name]) applyTo(part, known)
}

/** Follows sign-in, sign-out and rotated tokens of other tabs. Returns the function that stops it. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.storageArea !== localStorage || (event.key !== null && event.key !== persistKey)) return
    const stands = browserStorage.read()
    if (event.newValue !== null && stands !== null) {
      // The event's value comes first, so that on equal counts the stored one wins in every tab.
      learn(event.newValue, stands)
      return
    }
    known = nothing()
    for (const part of parts.values()) applyTo(part, known)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
