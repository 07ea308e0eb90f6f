import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import {
  eraseDrafts,
  flushDrafts,
  isOnDevice,
  namesInStorage,
  onStoredChanged,
  storeDraft,
  storedDraft,
} from './draft-storage'
import { onSessionEnd, useSession } from './session'

const prefix = 'app.draft'

/** A draft belongs to a person in a workspace, so that other users of this browser never see it. */
function nameOf(key: string): string {
  const { userId, organizationId } = useSession.getState()
  return [prefix, userId ?? 'anyone', organizationId, key].join('.')
}

onSessionEnd(() => eraseDrafts(`${prefix}.`))

/** Returns the unsent text under a key, or undefined. It is not validated and may come from an older version. */
export const readDraft = (key: string): unknown => storedDraft(nameOf(key))

/** Returns all drafts whose keys start with a prefix, by key. They are not validated either. */
export function draftsUnder(beginning: string): { key: string; value: unknown }[] {
  const base = nameOf('')
  return namesInStorage()
    .filter(name => name.startsWith(base + beginning))
    .map(name => name.slice(base.length))
    .map(key => ({ key, value: readDraft(key) }))
    .filter(({ value }) => value !== undefined)
}

/** Calls back with the key when another tab clears one of these drafts. Returns the function that unsubscribes. */
export function onDraftCleared(beginning: string, cleared: (key: string) => void): () => void {
  const onStorage = ({ key: name, newValue, storageArea }: StorageEvent) => {
    if (storageArea !== localStorage || newValue !== null) return
    if (name?.startsWith(nameOf(beginning))) cleared(name.slice(nameOf('').length))
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/**
 * Stores what is being typed, JSON values only. It is written after 250 ms at the latest, or when the page goes away.
 * What the browser refuses to store stays in this tab: leaving it asks first, and `useIsKept` returns false.
 */
export function writeDraft(key: string, value: unknown): void {
  storeDraft(nameOf(key), value)
}

/** Erases drafts typed before signing in; the person continues under their own account. */
export const eraseOpenDrafts = (): void => eraseDrafts(`${prefix}.anyone.`)

/** Deletes a draft at once, after the server has received the text. */
export function clearDraft(key: string): void {
  storeDraft(nameOf(key), undefined)
  flushDrafts()
}

/** Whether all of these drafts survive this tab; false once the browser has refused to store one of them. */
export function useIsKept(keys: readonly string[]): boolean {
  return useSyncExternalStore(onStoredChanged, () => keys.every(key => isOnDevice(nameOf(key))))
}

/**
 * Text that survives reloads, crashes and failed calls: `[text, setText, clear]`. Call `clear` when the server has it.
 * When the key changes, the draft of the new key is returned.
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
