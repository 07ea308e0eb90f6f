import { desktop } from './desktop'
import { logError } from './log'

/** Registers the worker that shows pushed notifications, once the page has loaded [2.23a]. It caches nothing. */
export function registerServiceWorker(): void {
  if (desktop() || !('serviceWorker' in navigator) || import.meta.env.DEV) return
  const register = () => {
    navigator.serviceWorker
      .register('/sw.js')
      .catch(cause => logError('The push worker could not be registered.', cause))
  }
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
