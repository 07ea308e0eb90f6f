import { reload } from '../platform/reload'
import { isServerThere } from '../platform/retry-import'

const key = 'app.reloadedAt'
/** A second failure this soon after a reload means that reloading does not help. */
const once = 60_000

/**
 * Reloads the page after a module failed to load, most often because a newer version was deployed. On a home route it
 * reloads at the start of Home [4.18b]. Returns false if that was just tried.
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
 * Handles failed modules that no route waits for: dialogs, the palette, a language. Does nothing while the server is
 * unreachable, because a page reloaded then would be lost.
 */
export function watchChunks(): void {
  window.addEventListener('vite:preloadError', () => {
    void isServerThere().then(isThere => isThere && reloadForChunk())
  })
}
