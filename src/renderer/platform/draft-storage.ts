import { logError } from './log'

/** Milliseconds between the last key press and writing the draft. */
const settleAfter = 250

const pending = new Map<string, unknown>()
/** Values that the browser refused to store, for lack of room or at all. They exist in this tab only. */
const inTab = new Map<string, unknown>()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let isAsking = false

/** Stores a JSON value in the browser's storage after a moment; undefined removes it. */
export function storeDraft(name: string, value: unknown): void {
  pending.set(name, value)
  timer ??= setTimeout(flushDrafts, settleAfter)
  askBeforeLeaving()
}

export function flushDrafts(): void {
  clearTimeout(timer)
  timer = undefined
  const waiting = [...pending]
  pending.clear()
  let isOther = false
  for (const [name, value] of waiting) isOther = tryToKeep(name, value) || isOther
  const changed = new Set(waiting.map(([name]) => name))
  // There may be room by now.
  for (const [name, value] of [...inTab]) if (!changed.has(name)) isOther = tryToKeep(name, value) || isOther
  askBeforeLeaving()
  if (isOther) notify()
}

/** Returns whether the value's being stored or only in this tab has changed. */
function tryToKeep(name: string, value: unknown): boolean {
  const wasInTab = inTab.has(name)
  try {
    if (value === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(value))
    return inTab.delete(name)
  } catch (cause) {
    // There is nothing to lose where nothing was to be stored.
    if (value === undefined) return inTab.delete(name)
    if (!wasInTab) logError('A draft could not be kept on this device.', cause)
    inTab.set(name, value)
    return !wasInTab
  }
}

/** Returns the value stored under a name, or undefined. */
export function storedDraft(name: string): unknown {
  for (const newer of [pending, inTab]) if (newer.has(name)) return newer.get(name)
  try {
    const text = localStorage.getItem(name)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

export function namesInStorage(): string[] {
  return [...new Set([...storedNames(), ...inTab.keys(), ...pending.keys()])]
}

function storedNames(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** Removes all values whose names start with a prefix. */
export function eraseDrafts(beginning: string): void {
  for (const newer of [pending, inTab])
    for (const name of [...newer.keys()]) if (name.startsWith(beginning)) newer.delete(name)
  for (const name of storedNames()) if (name.startsWith(beginning)) localStorage.removeItem(name)
  askBeforeLeaving()
  notify()
}

/** Whether the value under a name will survive a reload. */
export const isOnDevice = (name: string): boolean => !inTab.has(name)

/** Calls back when {@link isOnDevice} may have changed. Returns the function that unsubscribes. */
export function onStoredChanged(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}

/**
 * Registered only while there is something to lose, because some browsers keep pages with this listener out of the
 * back/forward cache.
 */
function askBeforeLeaving(): void {
  const isDue = inTab.size > 0 || pending.size > 0
  if (isDue === isAsking) return
  isAsking = isDue
  if (isDue) window.addEventListener('beforeunload', onLeaving)
  else window.removeEventListener('beforeunload', onLeaving)
}

function onLeaving(event: BeforeUnloadEvent): void {
  flushDrafts()
  if (inTab.size > 0) event.preventDefault()
}

window.addEventListener('pagehide', flushDrafts)
