import { mutationQueue } from '../../platform/mutation-queue/store'
import { offerCommands } from './commands'
import { followTexts } from './editor/writing'
import { pageChange } from './pages/page-change'
import { followPrinting } from './printing'
import { followDocuments } from './subscriptions'

let isStarted = false

/** Subscribes to events, sends unsaved texts and registers commands. Runs once, for the first caller that needs it. */
export function startDocuments(): void {
  if (isStarted) return
  isStarted = true
  followDocuments()
  followTexts()
  followPrinting()
  // What earlier pages left is sent whether or not the page is opened again.
  mutationQueue().register(pageChange)
  offerCommands()
}
