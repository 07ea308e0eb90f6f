import { reload } from '../platform/reload'
import { isServerThere } from '../platform/retry-import'

const key = 'app.reloadedAt'
/** A second failure this soon after a reload means that reloading does not help. */
const once = 60_000

/**
 * A module did not load, most often because a newer version was deployed: loads the page anew, from the beginning of Home when on a
 * home route [4.18b]. False when that was just tried.
 */
export function reloadForChunk(now = Date.now()): boolean {
  const last = Number(sessionStorage.getItem(key) ?? 0)
  if (Math.abs(now - last) < once) return false
  sessionStorage.setItem(key, String(now))
  if (/^#\/home(?![\w-])/.test(location.hash)) history.replaceState(null, '', '/#/home/spaces')
  reload()
  return true
}

/**
 * Catches failed modules that no route waits for: dialogs, the palette, a language. Not while the server is away: a page that is loaded
 * anew then is gone.
 */
export function watchChunks(): void {
  window.addEventListener('vite:preloadError', () => {
    void isServerThere().then(isThere => isThere && reloadForChunk())
  })
}
