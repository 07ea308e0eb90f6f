import { followLogs } from './subscriptions'

let isStarted = false

/** Subscribes to events and sends unsent logs. Runs once, for the first caller that needs it. */
export function startLogs(): void {
  if (isStarted) return
  isStarted = true
  followLogs()
}
