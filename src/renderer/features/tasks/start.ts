import { startSending } from './comments-store'
import { followTasks } from './subscriptions'

let isStarted = false

/** Subscribes to events and sends what waits. Runs once, for the first caller that needs it. */
export function startTasks(): void {
  if (isStarted) return
  isStarted = true
  followTasks()
  startSending()
}
