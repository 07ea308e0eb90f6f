import { useSyncExternalStore } from 'react'

let offlineSince: number | null = navigator.onLine ? null : Date.now()

function subscribe(changed: () => void): () => void {
  const offline = () => {
    offlineSince ??= Date.now()
    changed()
  }
  const online = () => {
    offlineSince = null
    changed()
  }
  window.addEventListener('offline', offline)
  window.addEventListener('online', online)
  return () => {
    window.removeEventListener('offline', offline)
    window.removeEventListener('online', online)
  }
}

/** Since when the browser has had no network, in milliseconds since the epoch; null while it has one. */
export function useOfflineSince(): number | null {
  return useSyncExternalStore(subscribe, () => offlineSince)
}
