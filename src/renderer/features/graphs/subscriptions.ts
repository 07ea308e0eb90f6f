import { onEvent, onResync, reloadOn } from '../../platform/live'
import { useTimelines } from '../logs/store'
import { useBeside } from './beside-store'
import { dropPlots } from './last-read'
import { usePlot } from './plots'
import { useProposals } from './proposals/store'
import { holdLabels, useGraphs } from './store'

let isStarted = false

/** Updates graphs, their plots and the labels of logs when others change them. Runs once, for the first caller that needs it. */
export function startGraphs(): void {
  if (isStarted) return
  isStarted = true
  reloadOn(
    ['graph.created', 'graph.changed', 'graph.deleted'],
    ({ doc_id, graph_id }) => {
      reloadList(doc_id)
      if (usePlot.getState().params?.graph_id === graph_id) void usePlot.getState().reload()
      if (useBeside.getState().wanted?.graph_ids.includes(graph_id)) void useBeside.getState().reload()
    },
    ({ graph_id }) => graph_id,
  )
  onEvent('graph.deleted', ({ doc_id, graph_id }) => void dropPlots(doc_id, graph_id))
  onEvent('log.labelled', ({ doc_id, log_id, labels }) => {
    if (!holdLabels(log_id, labels)) useTimelines.getState().relabel(doc_id, log_id, labels)
  })
  onEvent('log.labels_proposed', ({ log_id, labels }) => useProposals.getState().show(log_id, labels))
  reloadOn(
    ['log.labelled', 'log.added'],
    ({ doc_id }) => {
      reloadList(doc_id)
      reloadPlot(doc_id)
    },
    change => (change.kind === 'log.added' && change.log.labels.length === 0 ? undefined : change.doc_id),
  )
  reloadOn(
    'log.corrected',
    ({ doc_id }) => reloadPlot(doc_id),
    ({ doc_id }) => doc_id,
  )
  // These events change access; a graph that is no longer accessible disappears when it is reloaded.
  onEvent(['document.access_changed', 'document.deleted'], ({ doc_id }) => reloadPlot(doc_id))
  reloadOn(['role.changed', 'branch.changed', 'member.changed'], () => {
    void usePlot.getState().reload()
    void useBeside.getState().reload()
  })
  onResync(() => {
    for (const doc_id of Object.keys(useGraphs.getState().lists).map(Number)) reloadList(doc_id)
    void usePlot.getState().reload()
    void usePlot.getState().readChosen()
    void useBeside.getState().reload()
  })
}

function reloadList(doc_id: number): void {
  if (useGraphs.getState().lists[doc_id]) void useGraphs.getState().load(doc_id)
}

function reloadPlot(doc_id: number): void {
  if (usePlot.getState().plot?.logbook_id !== doc_id) return
  void usePlot.getState().reload()
  void usePlot.getState().readChosen()
  void useBeside.getState().reload()
}
