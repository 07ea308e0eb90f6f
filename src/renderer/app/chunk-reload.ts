import { reload } from '../platform/reload'

const key = 'app.reloadedAt'
/** A second failure this soon after a reload means that reloading does not help. */
const once = 60_000

/** What browsers say when a module that a page needs could not be fetched. */
const chunkErrors = /dynamically imported module|module script failed|Unable to preload|error loading dynamically/i

export function isChunkError(error: unknown): boolean {
  return error instanceof Error && chunkErrors.test(error.message)
}

/**
 * A module did not load, most often because a newer version was deployed: loads the page anew, from the beginning of Home when on a
 * home route [4.18b]. False when that was just tried.
 */
export function reloadForChunk(now = Date.now()): boolean {
  const last = Number(sessionStorage.getItem(key) ?? 0)
  if (now - last < once) return false
  sessionStorage.setItem(key, String(now))
  if (/^#\/home(?![\w-])/.test(location.hash)) history.replaceState(null, '', '/#/home/spaces')
  reload()
  return true
}

/** Catches failed modules that no route waits for: dialogs, the palette, a language. */
export function watchChunks(): void {
  window.addEventListener('vite:preloadError', event => {
    if (reloadForChunk()) event.preventDefault()
  })
}
