import type { FeedRequest, Source } from '#shared/contract/sources'
import { keyOf, type SourceKey, sourceOf } from './keys'
import { useSources } from './store'

/** What carries requests to the server: the page's own socket, or the desktop's main process. */
export interface FeedLine {
  /** False where it could not be sent. */
  send(request: FeedRequest): boolean
  /** Connects now instead of later; null where that is not for the page to decide. */
  retry: (() => void) | null
  close(): void
}

let line: FeedLine | null = null
/** How many places on the screen show a source. */
const wanted = new Map<SourceKey, number>()
/** What the server knows of it. */
const told = new Set<SourceKey>()
let isDue = false

export const currentLine = (): FeedLine | null => line

/** A line that has just connected knows nothing yet; null is none. */
export function connected(now: FeedLine | null): void {
  line = now
  told.clear()
  tellSoon()
}

/** Asks for pictures of a source for as long as it is on the screen. Answers the function that ends it. */
export function watchSource(source: Source): () => void {
  const key = keyOf(source)
  wanted.set(key, (wanted.get(key) ?? 0) + 1)
  tellSoon()
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    const left = (wanted.get(key) ?? 1) - 1
    if (left > 0) wanted.set(key, left)
    else wanted.delete(key)
    tellSoon()
  }
}

/** What is shown elsewhere in the next moment, as when a tile becomes the large one, is not given up and asked for again. */
function tellSoon(): void {
  if (isDue) return
  isDue = true
  queueMicrotask(() => {
    isDue = false
    tell()
  })
}

function tell(): void {
  // A page in the background shows nothing, so nobody is captured for it.
  const shown = document.visibilityState === 'visible' ? new Set(wanted.keys()) : new Set<SourceKey>()
  for (const key of told) {
    if (shown.has(key) || !say('unwatch', key)) continue
    told.delete(key)
    useSources.getState().lookedAway(key)
  }
  for (const key of shown) if (!told.has(key) && say('watch', key)) told.add(key)
}

function say(event: 'watch' | 'unwatch', key: SourceKey): boolean {
  const source = sourceOf(key)
  return source !== null && (line?.send({ event, source }) ?? false)
}

/** Follows the page into the background and back. Answers the function that stops it. */
export function followVisibility(): () => void {
  document.addEventListener('visibilitychange', tellSoon)
  return () => document.removeEventListener('visibilitychange', tellSoon)
}
