import { offerCommands } from './commands'
import { followDocuments } from './subscriptions'

let isStarted = false

/** Subscribes to events and registers commands. Runs once, for the first caller that needs it. */
export function startDocuments(): void {
  if (isStarted) return
  isStarted = true
  followDocuments()
  offerCommands()
}
