import { offerCommands } from './commands'
import { followTexts } from './editor/writing'
import { followDocuments } from './subscriptions'

let isStarted = false

/** Subscribes to events, sends unsaved texts and registers commands. Runs once, for the first caller that needs it. */
export function startDocuments(): void {
  if (isStarted) return
  isStarted = true
  followDocuments()
  followTexts()
  offerCommands()
}
