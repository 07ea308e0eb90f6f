import { logError } from './log'

/** How long after the last key press a draft is written; milliseconds. */
const settleAfter = 250

const pending = new Map<string, unknown>()
/** What the browser refused to keep, for want of room or at all: it is in this tab alone. */
const inTab = new Map<string, unknown>()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let isAsking = false

/** Keeps a JSON value in the browser's storage a moment later; undefined takes it away. */
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
  if (isOther) tell()
}

/** Answers whether it is another now that is, or is not, in this tab alone. */
function tryToKeep(name: string, value: unknown): boolean {
  const wasInTab = inTab.has(name)
  try {
    if (value === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(value))
    return inTab.delete(name)
  } catch (cause) {
    // Nothing is lost where nothing was to be kept.
    if (value === undefined) return inTab.delete(name)
    if (!wasInTab) logError('A draft could not be kept on this device.', cause)
    inTab.set(name, value)
    return !wasInTab
  }
}

/** What is kept under a name; undefined when there is nothing. */
export function storedDraft(name: string): unknown {
  for (const newer of [pending, inTab]) if (newer.has(name)) return newer.get(name)
  try {
    const text = localStorage.getItem(name)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

export function shelvedNames(): string[] {
  return [...new Set([...storedNames(), ...inTab.keys(), ...pending.keys()])]
}

function storedNames(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** Takes away all whose names begin like this. */
export function eraseDrafts(beginning: string): void {
  for (const newer of [pending, inTab])
    for (const name of [...newer.keys()]) if (name.startsWith(beginning)) newer.delete(name)
  for (const name of storedNames()) if (name.startsWith(beginning)) localStorage.removeItem(name)
  askBeforeLeaving()
  tell()
}

/** Whether what is kept under a name will be there after a reload. */
export const isOnDevice = (name: string): boolean => !inTab.has(name)

/** Calls back when {@link isOnDevice} may answer otherwise. Answers the function that stops it. */
export function onShelfChanged(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** Only while there is something to lose: some browsers keep no page for going back to that listens to this. */
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
