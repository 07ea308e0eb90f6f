import { Tag } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedGraph } from '#shared/contract/graphs/endpoints'
import type { LabelAssignment, LogLabel } from '#shared/contract/graphs/label'
import type { Log } from '#shared/contract/logs/log'
import { useErrorText } from '../../i18n/texts'
import { useSession } from '../../platform/session'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { toast } from '../../ui/toast'
import { useDocuments, useRights } from '../documents/store'
import type { PendingLabelsProps } from '../logs/slots'
import { useUndeleted } from '../undo/store'
import { GraphChip } from './colours'
import { GraphDialog } from './graph-dialog'
import { LabelPicker } from './label-picker'
import { ProposedLabels } from './proposals/proposed-labels'
import { useGraphs } from './store'

const none: readonly ListedGraph[] = []

function useLabelling(doc_id: number, isOwn: boolean) {
  const all = useGraphs(state => state.lists[doc_id]?.graphs ?? none)
  const graphs = useUndeleted('graph', all, graph => graph.graph_id)
  const { writable, editable } = useRights(useDocuments(state => state.opened[doc_id]?.info ?? null))
  return { graphs, editable, mayLabel: writable && (editable || isOwn) && (graphs.length > 0 || editable) }
}

/** The labels of a log, and the menu that sets them, for its author and for editors of the logbook. */
export function LogLabels({ log }: { log: Log }) {
  const { t } = useTranslation('graphs')
  const errorText = useErrorText()
  const isOwn = useSession(state => state.userId !== null && state.userId === log.created_by?.user_id)
  const { graphs, editable, mayLabel } = useLabelling(log.doc_id, isOwn)
  const [isCreating, setCreating] = useState(false)
  const carried = useUndeleted('graph', log.labels, ({ graph_id }) => graph_id)
  if (carried.length === 0 && !mayLabel) return null

  async function toggle({ graph_id, label }: LabelAssignment) {
    const graph = graphs.find(candidate => candidate.graph_id === graph_id)
    if (!graph) return
    const before = log.labels.filter(assigned => assigned.graph_id === graph_id).map(assigned => assigned.label)
    const wanted = before.includes(label) ? before.filter(index => index !== label) : [...before, label]
    const failure = await useGraphs.getState().label(log, graph, wanted)
    if (failure) toast.failure(t('set.failed', { title: log.title }), { text: errorText(failure) })
  }
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-1.5">
      <Carried labels={carried} />
      {mayLabel && <ProposedLabels log={log} />}
      {mayLabel && (
        <LabelPicker
          needsServer
          label={t('set.of', { title: log.title })}
          graphs={graphs}
          chosen={log.labels}
          onToggle={label => void toggle(label)}
          more={editable ? [{ label: t('new'), onSelect: () => setCreating(true) }] : []}
        >
          {trigger => <IconButton {...trigger} icon={Tag} size="sm" label={t('set.open')} />}
        </LabelPicker>
      )}
      {isCreating && <GraphDialog doc_id={log.doc_id} graph={null} onClose={() => setCreating(false)} />}
    </div>
  )
}

function Carried({ labels }: { labels: readonly LogLabel[] }) {
  const { t } = useTranslation('graphs')
  if (labels.length === 0) return null
  return (
    <ul aria-label={t('set.carried')} className="flex min-w-0 flex-wrap gap-1.5">
      {labels.map(({ graph_id, label, text }) => (
        <li key={`${graph_id}.${label}`} className="flex min-w-0">
          <GraphChip graph_id={graph_id} label={label}>
            {text}
          </GraphChip>
        </li>
      ))}
    </ul>
  )
}

/**
 * The labels of an unsent log. They are as high as they will be with the menu, so that nothing moves when the log
 * arrives.
 */
export function PendingLabels({ doc_id, labels, isOwn }: PendingLabelsProps) {
  const { mayLabel } = useLabelling(doc_id, isOwn)
  if (labels.length === 0 && !mayLabel) return null
  return (
    <div className={cx('mt-1.5 flex flex-wrap items-center gap-1.5', mayLabel && 'min-h-6')}>
      <Carried labels={labels} />
    </div>
  )
}
