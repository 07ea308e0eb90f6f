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
/** `follow` shows the pictures that others cause, and takes none. */
export type Watching = 'watch' | 'follow'

/** How many places on screen show each source, live or as pictures come. */
const wanted = new Map<SourceKey, Record<Watching, number>>()
/** The sources that the server knows this page watches. */
const subscribed = new Map<SourceKey, Watching>()
let isDue = false

export const currentLine = (): FeedLine | null => line

/** Sets the connection; a new one has no subscriptions yet, and null means none. */
export function setFeedLine(now: FeedLine | null): void {
  line = now
  subscribed.clear()
  syncSoon()
}

/** Watches a source while it is on screen. Returns the function that stops it. */
export function watchSource(source: Source, how: Watching = 'watch'): () => void {
  const key = keyOf(source)
  change(key, how, 1)
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    change(key, how, -1)
  }
}

function change(key: SourceKey, how: Watching, by: number): void {
  const places = { ...(wanted.get(key) ?? { watch: 0, follow: 0 }) }
  places[how] += by
  if (places.watch + places.follow > 0) wanted.set(key, places)
  else wanted.delete(key)
  syncSoon()
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
  const shown: typeof wanted = document.visibilityState === 'visible' ? wanted : new Map()
  const howOf = (key: SourceKey): Watching | undefined => {
    const places = shown.get(key)
    return places && (places.watch > 0 ? 'watch' : 'follow')
  }
  for (const [key, how] of subscribed) {
    if (howOf(key) === how || !request('unwatch', key)) continue
    subscribed.delete(key)
    useSources.getState().stoppedWatching(key)
  }
  for (const key of shown.keys()) {
    const how = howOf(key)
    if (how && !subscribed.has(key) && request(how, key)) subscribed.set(key, how)
  }
}

function request(event: Watching | 'unwatch', key: SourceKey): boolean {
  const source = sourceOf(key)
  return source !== null && (line?.send({ event, source }) ?? false)
}

/** Pauses watching while the page is in the background. Returns the function that stops it. */
export function followVisibility(): () => void {
  document.addEventListener('visibilitychange', syncSoon)
  return () => document.removeEventListener('visibilitychange', syncSoon)
}
