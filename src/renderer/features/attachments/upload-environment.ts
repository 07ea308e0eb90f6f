import { browserClock, type Clock } from '../../platform/clock'
import { useLive } from '../../platform/live'
import { browserUploadStorage, type UploadStorage } from './upload-storage'

/** What uploads need from their surroundings, so that tests can replace it. */
export interface UploadEnvironment {
  storage: UploadStorage
  clock: Clock
  /**
   * Waits until no other tab holds this upload, then holds it until the returned function is called. `signal` cancels
   * the waiting, which then rejects.
   */
  hold(id: string, signal: AbortSignal): Promise<() => void>
  /** Calls back when the network or the server may be back. Returns the function that unsubscribes. */
  onReconnect(reconnect: () => void): () => void
}

export function browserUploads(): UploadEnvironment {
  return { storage: browserUploadStorage(), clock: browserClock, hold, onReconnect }
}

function hold(id: string, signal: AbortSignal): Promise<() => void> {
  // Plain-HTTP addresses have no locks. Two tabs may then send the same parts, which does no harm.
  if (!('locks' in navigator)) return Promise.resolve(() => undefined)
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(`wheelhouse.upload.${id}`, { signal }, () => new Promise<void>(release => resolve(release)))
      .catch(reject)
  })
}

function onReconnect(reconnect: () => void): () => void {
  window.addEventListener('online', reconnect)
  const stop = useLive.subscribe((now, before) => {
    if (now.state === 'open' && before.state !== 'open') reconnect()
  })
  return () => {
    window.removeEventListener('online', reconnect)
    stop()
  }
}
