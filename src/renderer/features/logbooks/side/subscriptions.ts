import { onEvent, onResync } from '../../../platform/live'
import { useSide } from './store'

/** Updates the side pane when others write and label. Called once when the app starts. */
export function followSide(): void {
  const { changed } = useSide.getState()
  onEvent(['log.added', 'log.labelled', 'graph.created', 'graph.changed', 'graph.deleted'], ({ doc_id }) =>
    changed(doc_id),
  )
  onResync(() => changed())
}
