import { persistKey, persistTimeout } from '#shared/limits'
import { logError } from './log'

type Maybe<T> = T | Promise<T>
type Values = Record<string, unknown>

/** Where saved state lies. Synchronous where the platform is, so that a closing tab still gets its last write in. */
export interface Shelf {
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

const browserShelf: Shelf = {
  read: () => localStorage.getItem(persistKey),
  write: text => localStorage.setItem(persistKey, text),
}

const parts = new Map<string, Saved>()
let shelf: Shelf = browserShelf
let snapshot: Record<string, Values> | null = null
let isApplying = false
let held: Record<string, Values> | null = null

function parse(text: string | null): Record<string, Values> {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, Values>) : {}
  } catch (cause) {
    logError('Saved state is not readable and is left aside.', cause)
    return {}
  }
}

function chain<T, R>(value: Maybe<T>, next: (value: T) => Maybe<R>): Maybe<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}

function applyTo(part: Saved, saved: Record<string, Values>): void {
  isApplying = true
  try {
    part.apply(saved[part.name] ?? part.initial)
  } finally {
    isApplying = false
  }
}

/** Adds a slice; one that comes with a lazy route gets what was rehydrated before it existed. */
export function registerSaved(part: Saved): void {
  parts.set(part.name, part)
  if (snapshot?.[part.name]) applyTo(part, snapshot)
}

/** Writes the values of a slice that changed, beside what other slices have saved, and other tabs in the same slice. */
export function save(name: string, changed: Values): Maybe<void> {
  if (isApplying) return
  if (snapshot) snapshot[name] = { ...snapshot[name], ...changed }
  if (!held) return write({ [name]: changed })
  held[name] = { ...held[name], ...changed }
}

/** Saves all that changes meanwhile in one go: another tab, which may save at the same moment, sees either none of it or everything. */
export function saveTogether(change: () => void): void {
  const saved: Record<string, Values> = {}
  held = saved
  try {
    change()
  } finally {
    held = null
    void write(saved)
  }
}

function write(changed: Record<string, Values>): Maybe<void> {
  try {
    return chain(shelf.read(), text => {
      const saved = parse(text)
      for (const [name, values] of Object.entries(changed)) saved[name] = { ...saved[name], ...values }
      return shelf.write(JSON.stringify(saved))
    })
  } catch (cause) {
    logError('State could not be saved; it lasts until this tab closes.', cause)
  }
}

/** Takes over what another tab may have saved meanwhile, without waiting for its event. */
export async function rereadSaved(name: string): Promise<void> {
  const part = parts.get(name)
  if (!part) return
  const saved = parse(await shelf.read())
  if (JSON.stringify(saved[name]) !== JSON.stringify(snapshot?.[name])) applyTo(part, saved)
  if (snapshot && saved[name]) snapshot[name] = saved[name]
}

/**
 * Fills every registered slice from the one key [4.17]. Storage that does not answer within the time-out is logged, and the app
 * goes on with defaults [8.8b, 9.7b].
 */
export async function rehydrate(from: Shelf = browserShelf): Promise<void> {
  shelf = from
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<'late'>(resolve => {
    timer = setTimeout(() => resolve('late'), persistTimeout)
  })
  try {
    const text = await Promise.race([Promise.resolve(from.read()), tooLate])
    if (text === 'late') logError(`Saved state was not read within ${persistTimeout} ms.`)
    snapshot = text === 'late' ? {} : parse(text)
  } catch (cause) {
    logError('Saved state could not be read.', cause)
    snapshot = {}
  } finally {
    clearTimeout(timer)
  }
  for (const part of parts.values()) if (snapshot[part.name]) applyTo(part, snapshot)
}

/** Follows sign-in, sign-out and rotated tokens of other tabs. Answers the function that stops following. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.storageArea !== localStorage || (event.key !== null && event.key !== persistKey)) return
    const before = snapshot ?? {}
    const saved = parse(event.newValue)
    snapshot = saved
    for (const part of parts.values()) {
      if (JSON.stringify(saved[part.name]) !== JSON.stringify(before[part.name])) applyTo(part, saved)
    }
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
