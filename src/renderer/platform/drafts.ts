import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import {
  eraseDrafts,
  flushDrafts,
  isOnDevice,
  onShelfChanged,
  shelvedNames,
  storeDraft,
  storedDraft,
} from './draft-storage'
import { onSessionEnd, useSession } from './session'

const prefix = 'app.draft'

/** A draft belongs to a person in a workspace: nobody else who uses this browser meets it. */
function nameOf(key: string): string {
  const { userId, organizationId } = useSession.getState()
  return [prefix, userId ?? 'anyone', organizationId, key].join('.')
}

onSessionEnd(() => eraseDrafts(`${prefix}.`))

/** What was typed under this key and not sent yet; undefined when there is nothing. Not validated: older versions wrote it, too. */
export const readDraft = (key: string): unknown => storedDraft(nameOf(key))

/** All that is kept under keys that begin like this, by key. Not validated either. */
export function draftsUnder(beginning: string): { key: string; value: unknown }[] {
  const base = nameOf('')
  return shelvedNames()
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

/**
 * Keeps what is being typed, JSON values only; written at the latest after 250 ms or when the page goes away. What the browser refuses
 * to keep stays in this tab: whoever would leave it is asked, and `useIsKept` says so.
 */
export function writeDraft(key: string, value: unknown): void {
  storeDraft(nameOf(key), value)
}

/** Erases what was typed by nobody in particular: somebody signed in, and goes on in their own name. */
export const eraseOpenDrafts = (): void => eraseDrafts(`${prefix}.anyone.`)

/** What was typed has arrived: the draft goes, at once. */
export function clearDraft(key: string): void {
  storeDraft(nameOf(key), undefined)
  flushDrafts()
}

/** Whether all of these drafts outlive this tab; false once the browser has refused to keep one of them. */
export function useIsKept(keys: readonly string[]): boolean {
  return useSyncExternalStore(onShelfChanged, () => keys.every(key => isOnDevice(nameOf(key))))
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
