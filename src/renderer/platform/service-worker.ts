import { desktop } from './desktop'
import { afterFirstPage } from './first-page'
import { logError } from './log'

/**
 * Registers the service worker, which starts the app when the server does not answer and shows push notifications
 * [2.23a]. Waits until the page has loaded, so that its requests do not compete with those of the page.
 */
export function registerServiceWorker(): void {
  if (desktop() || !('serviceWorker' in navigator) || import.meta.env.DEV) return
  const register = () => void start().catch(cause => logError('The service worker could not be registered.', cause))
  afterFirstPage(() => {
    if (document.readyState === 'complete') register()
    else window.addEventListener('load', register, { once: true })
  })
}

async function start(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js')
  const { active } = await navigator.serviceWorker.ready
  const fetched = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const keep = fetched.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname)
  active?.postMessage({ keep })
}
