import type { Clock } from '../platform/clock'

export interface WakeParts {
  readonly clock: Pick<Clock, 'every'>
  readonly powerMonitor: { on(event: 'resume' | 'unlock-screen', then: () => void): unknown }
  readonly app: { on(event: 'browser-window-focus', then: () => void): unknown }
  readonly isOnline: () => boolean
  /** The computer woke from sleep [0.5c, 4.12b]. */
  readonly onWake: () => void
  /** A new attempt to connect has become promising. */
  readonly onReconnect: () => void
}

/** Electron does not tell the main process when the network comes back. */
const lookEvery = 5_000

/** Listens for what brings a computer back: sleep that ends, the network, somebody looking. Answers the function that stops looking. */
export function watchWake({ clock, powerMonitor, app, isOnline, onWake, onReconnect }: WakeParts): () => void {
  powerMonitor.on('resume', () => {
    onWake()
    onReconnect()
  })
  powerMonitor.on('unlock-screen', onReconnect)
  app.on('browser-window-focus', onReconnect)
  let wasOnline = isOnline()
  return clock.every(lookEvery, () => {
    const isNow = isOnline()
    if (isNow && !wasOnline) onReconnect()
    wasOnline = isNow
  })
}
