import { persistKey, persistTimeout } from '#shared/limits'
import { logError } from './log'

type Maybe<T> = T | Promise<T>
type Values = Record<string, unknown>

/** Where saved state lies. Synchronous where the platform is, so that a closing tab still gets its last write in. */
export interface StateStorage {
  read(): Maybe<string | null>
  write(text: string): Maybe<void>
}

/** One slice's saved half. `apply` receives exactly what was saved, possibly by an older version of the app. */
export interface Saved {
  readonly name: string
  apply(values: Values): void
  /** What it goes back to when another tab cleared it. */
  readonly initial: Values
}

const browserStorage = {
  read: () => localStorage.getItem(persistKey),
  write: text => localStorage.setItem(persistKey, text),
} satisfies StateStorage

type BySlice<T> = Record<string, Record<string, T>>

/**
 * Everything that is saved. Tabs do not see each other's writes at once, so one may write all over what another one has just
 * written. `revisions` counts the changes of each value, slice by slice, and the higher count holds; null where somebody wrote who
 * does not count.
 */
interface State {
  slices: BySlice<unknown>
  revisions: BySlice<number> | null
}

const parts = new Map<string, Saved>()
let storage: StateStorage = browserStorage
/** What this tab knows; null before it has read anything. */
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
    logError('Saved state is not readable and is left aside.', cause)
    return nothing()
  }
}

/** `state` with what `mine` knows to be newer, and whether that was anything. Of equals those of `state` hold. */
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

/** Adds a slice; one that comes with a lazy route gets what was rehydrated before it existed. */
export function registerSaved(part: Saved): void {
  parts.set(part.name, part)
  if (known?.slices[part.name]) applyTo(part, known)
}

/** Writes the values of a slice that changed, beside what other slices have saved, and other tabs in the same slice. */
export function save(name: string, changed: Values): Maybe<void> {
  if (isApplying) return
  if (known) known.slices[name] = { ...known.slices[name], ...changed }
  if (!held) return write({ [name]: changed })
  held[name] = { ...held[name], ...changed }
}

/** Saves all that changes meanwhile in one go: another tab, which may save at the same moment, sees either none of it or everything. */
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

/** Writes changes, and what went under of earlier ones, on top of what is stored at this moment. */
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
    logError('State could not be saved; it lasts until this tab closes.', cause)
  }
}

/** Going back to the beginning counts for two: who signs out wins over who saves something at the same moment. */
function weight(name: string, key: string, value: unknown): number {
  return JSON.stringify(value) === JSON.stringify(parts.get(name)?.initial[key]) ? 2 : 1
}

/** Takes over what others have saved, and writes again what they wrote over without having seen it. */
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

/** Takes over what another tab may have saved meanwhile, without waiting for its event. */
export async function rereadSaved(): Promise<void> {
  const text = await storage.read()
  if (text !== null) learn(text)
}

/**
 * Fills every registered slice from the one key [4.17]. Storage that does not answer within the time-out is logged, and the app
 * goes on with defaults [8.8b, 9.7b].
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

/** Follows sign-in, sign-out and rotated tokens of other tabs. Answers the function that stops following. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.storageArea !== localStorage || (event.key !== null && event.key !== persistKey)) return
    const stands = browserStorage.read()
    if (event.newValue !== null && stands !== null) {
      // The event's first: of two equals the one that stands holds, for every tab the same.
      learn(event.newValue, stands)
      return
    }
    known = nothing()
    for (const part of parts.values()) applyTo(part, known)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
