import { useCallback, useEffect, useRef, useState } from 'react'
import { logError } from './log'
import { onSessionEnd, useSession } from './session'

/** How long after the last key press a draft is written; milliseconds. */
const settleAfter = 250
const prefix = 'app.draft'

const pending = new Map<string, unknown>()
let timer: ReturnType<typeof setTimeout> | undefined

/** A draft belongs to a person in a workspace: nobody else who uses this browser meets it. */
function nameOf(key: string): string {
  const { userId, organizationId } = useSession.getState()
  return [prefix, userId ?? 'anyone', organizationId, key].join('.')
}

function flush(): void {
  clearTimeout(timer)
  timer = undefined
  for (const [name, value] of pending) {
    try {
      if (value === undefined) localStorage.removeItem(name)
      else localStorage.setItem(name, JSON.stringify(value))
    } catch (cause) {
      logError('A draft could not be saved.', cause)
    }
  }
  pending.clear()
}

function put(name: string, value: unknown): void {
  pending.set(name, value)
  timer ??= setTimeout(flush, settleAfter)
}

window.addEventListener('pagehide', flush)

onSessionEnd(() => {
  pending.clear()
  for (const name of Object.keys(localStorage)) if (name.startsWith(`${prefix}.`)) localStorage.removeItem(name)
})

/** What was typed under this key and not sent yet; undefined when there is nothing. Not validated: older versions wrote it, too. */
export function readDraft(key: string): unknown {
  const name = nameOf(key)
  if (pending.has(name)) return pending.get(name)
  try {
    const text = localStorage.getItem(name)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** All that is kept under keys that begin like this, by key. Not validated either. */
export function draftsUnder(beginning: string): { key: string; value: unknown }[] {
  const base = nameOf('')
  const names = new Set([...Object.keys(localStorage), ...pending.keys()])
  return [...names]
    .filter(name => name.startsWith(base + beginning))
    .map(name => name.slice(base.length))
    .map(key => ({ key, value: readDraft(key) }))
    .filter(({ value }) => value !== undefined)
}

/** Calls back with the key when another tab cleared one of these drafts. Answers the function that stops it. */
export function onDraftCleared(beginning: string, cleared: (key: string) => void): () => void {
  const onStorage = ({ key: name, newValue, storageArea }: StorageEvent) => {
    if (storageArea !== localStorage || newValue !== null) return
    if (name?.startsWith(nameOf(beginning))) cleared(name.slice(nameOf('').length))
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Keeps what is being typed, JSON values only; written at the latest after 250 ms or when the page goes away. */
export function writeDraft(key: string, value: unknown): void {
  put(nameOf(key), value)
}

/** What was typed has arrived: the draft goes, at once. */
export function clearDraft(key: string): void {
  put(nameOf(key), undefined)
  flush()
}

/**
 * Text that survives reload, crash and a failed call: `[text, setText, clear]`. Call `clear` when the server has it. Changing the
 * key changes to that key's draft; one component may serve many things.
 */
export function useDraft(key: string, initial = ''): [string, (text: string) => void, () => void] {
  const read = useCallback(() => {
    const saved = readDraft(key)
    return typeof saved === 'string' ? saved : initial
  }, [key, initial])
  const [text, setText] = useState(read)
  const shown = useRef(key)
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    setText(read())
  }, [key, read])

  const change = useCallback(
    (next: string) => {
      setText(next)
      writeDraft(key, next === initial ? undefined : next)
    },
    [key, initial],
  )
  const clear = useCallback(() => {
    setText(initial)
    clearDraft(key)
  }, [key, initial])
  return [text, change, clear]
}
