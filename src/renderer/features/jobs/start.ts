import { offerCommands } from './commands'
import { followJobs } from './subscriptions'

let isStarted = false

/** Subscribes to events and registers commands. Runs once, for the first caller that needs it. */
export function startJobs(): void {
  if (isStarted) return
  isStarted = true
  followJobs()
  offerCommands()
}
