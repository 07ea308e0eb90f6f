import { browserClock, type Clock } from '../../platform/clock'
import { useLive } from '../../platform/live'
import { browserUploadStorage, type UploadStorage } from './upload-storage'

/** What uploads need from around them, so that tests can be it. */
export interface UploadEnvironment {
  storage: UploadStorage
  clock: Clock
  /**
   * Waits until no other tab has this upload, then has it until the function is called that it is answered with. `signal` gives up
   * waiting, which rejects.
   */
  hold(id: string, signal: AbortSignal): Promise<() => void>
  /** Calls back when the network or the server seems to be back. Answers the function that stops it. */
  onReconnect(reconnect: () => void): () => void
}

export function browserUploads(): UploadEnvironment {
  return { storage: browserUploadStorage(), clock: browserClock, hold, onReconnect }
}

function hold(id: string, signal: AbortSignal): Promise<() => void> {
  // Not on plain-HTTP addresses. Two tabs may then send the same parts, which does no harm.
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
