import type { Clock } from '../platform/clock'

export interface WakeParts {
  readonly clock: Pick<Clock, 'every'>
  readonly powerMonitor: { on(event: 'resume' | 'unlock-screen', then: () => void): unknown }
  readonly app: { on(event: 'browser-window-focus', then: () => void): unknown }
  readonly isOnline: () => boolean
  /** The computer woke from sleep [0.5c, 4.12b]. */
  readonly onWake: () => void
  /** A new attempt to connect may succeed now. */
  readonly onReconnect: () => void
}

/** Polled, because Electron does not tell the main process when the network returns. Milliseconds. */
const pollInterval = 5_000

/**
 * Watches for the computer's return: the end of sleep, the network, somebody looking at the window. Returns the
 * function that stops watching.
 */
export function watchWake({ clock, powerMonitor, app, isOnline, onWake, onReconnect }: WakeParts): () => void {
  powerMonitor.on('resume', () => {
    onWake()
    onReconnect()
  })
  powerMonitor.on('unlock-screen', onReconnect)
  app.on('browser-window-focus', onReconnect)
  let wasOnline = isOnline()
  return clock.every(pollInterval, () => {
    const isNow = isOnline()
    if (isNow && !wasOnline) onReconnect()
    wasOnline = isNow
  })
}
