import { onEvent, onResync } from '../../platform/live'
import { followGraphs } from '../graphs/subscriptions'
import { useSide } from '../logs/side/store'
import { offerCommands } from './commands'
import { followDocuments } from './subscriptions'

let isStarted = false

/** Subscribes to events, sends unsent logs and registers commands. Runs once, for the first caller that needs it. */
export function startDocuments(): void {
  if (isStarted) return
  isStarted = true
  followDocuments()
  followGraphs()
  followSide()
  offerCommands()
}

/** Updates the side pane when others write and label. Called once when the app starts. */
function followSide(): void {
  const { changed } = useSide.getState()
  onEvent(['log.added', 'log.labelled', 'graph.created', 'graph.changed', 'graph.deleted'], ({ doc_id }) =>
    changed(doc_id),
  )
  onResync(() => changed())
}
