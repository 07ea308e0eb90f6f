import type { FeedRequest, Source } from '#shared/contract/sources/endpoints'
import { keyOf, type SourceKey, sourceOf } from './keys'
import { useSources } from './store'

/** Sends requests to the server: over the page's own socket, or through the main process of the desktop app. */
export interface FeedLine {
  /** Returns false if it could not be sent. */
  send(request: FeedRequest): boolean
  /** Connects now instead of later; null if the page does not control the connection. */
  retry: (() => void) | null
  close(): void
}

let line: FeedLine | null = null
/** How many places on screen show each source. */
const wanted = new Map<SourceKey, number>()
/** The sources that the server knows this page watches. */
const subscribed = new Set<SourceKey>()
let isDue = false

export const currentLine = (): FeedLine | null => line

/** Sets the connection; a new one has no subscriptions yet, and null means none. */
export function setFeedLine(now: FeedLine | null): void {
  line = now
  subscribed.clear()
  syncSoon()
}

/** Watches a source while it is on screen. Returns the function that stops it. */
export function watchSource(source: Source): () => void {
  const key = keyOf(source)
  wanted.set(key, (wanted.get(key) ?? 0) + 1)
  syncSoon()
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    const left = (wanted.get(key) ?? 1) - 1
    if (left > 0) wanted.set(key, left)
    else wanted.delete(key)
    syncSoon()
  }
}

/**
 * Delayed a moment, so that a source shown elsewhere right after, for example when a tile becomes the large picture, is
 * not unsubscribed and subscribed again.
 */
function syncSoon(): void {
  if (isDue) return
  isDue = true
  queueMicrotask(() => {
    isDue = false
    sync()
  })
}

function sync(): void {
  // A page in the background shows nothing, so nobody is captured for it.
  const shown = document.visibilityState === 'visible' ? new Set(wanted.keys()) : new Set<SourceKey>()
  for (const key of subscribed) {
    if (shown.has(key) || !request('unwatch', key)) continue
    subscribed.delete(key)
    useSources.getState().stoppedWatching(key)
  }
  for (const key of shown) if (!subscribed.has(key) && request('watch', key)) subscribed.add(key)
}

function request(event: 'watch' | 'unwatch', key: SourceKey): boolean {
  const source = sourceOf(key)
  return source !== null && (line?.send({ event, source }) ?? false)
}

/** Pauses watching while the page is in the background. Returns the function that stops it. */
export function followVisibility(): () => void {
  document.addEventListener('visibilitychange', syncSoon)
  return () => document.removeEventListener('visibilitychange', syncSoon)
}
