import { Tag } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedGraph } from '#shared/contract/graphs'
import type { Log } from '#shared/contract/logbooks'
import { useErrorText } from '../../../i18n/texts'
import { useSession } from '../../../platform/session'
import { IconButton } from '../../../ui/icon-button'
import { LabelChip } from '../../../ui/label-chip'
import { Menu, type MenuEntry } from '../../../ui/menu'
import { toast } from '../../../ui/toast'
import { useRights } from '../rights'
import { useLogbooks } from '../store'
import { GraphDialog } from './graph-dialog'
import { LabelSwatch } from './label-swatch'
import { labelsOf } from './labels-of'
import { useGraphs } from './store'

const none: readonly ListedGraph[] = []

/** The labels that a log carries, and the menu that sets them: for its writer and those who edit the logbook. */
export function LogLabels({ log }: { log: Log }) {
  const { t } = useTranslation('graphs')
  const errorText = useErrorText()
  const graphs = useGraphs(state => state.lists[log.doc_id]?.graphs ?? none)
  const info = useLogbooks(state => state.opened[log.doc_id]?.info ?? null)
  const { writable, editable } = useRights(info)
  const isOwn = useSession(state => state.userId !== null && state.userId === log.created_by?.user_id)
  const [isCreating, setCreating] = useState(false)
  const mayLabel = writable && (editable || isOwn) && (graphs.length > 0 || editable)
  if (log.labels.length === 0 && !mayLabel) return null

  async function toggle(graph: ListedGraph, index: number) {
    const carried = log.labels.filter(one => one.graph_id === graph.graph_id).map(one => one.label)
    const wanted = carried.includes(index) ? carried.filter(one => one !== index) : [...carried, index]
    const failure = await useGraphs.getState().label(log, graph, wanted)
    if (failure) toast.failure(t('set.failed', { title: log.title }), { text: errorText(failure) })
  }
  const entries: MenuEntry[] = [
    ...graphs.map(graph => ({
      kind: 'toggles' as const,
      label: graph.name,
      options: labelsOf(graph).map(({ index, text }) => ({
        label: text,
        leading: <LabelSwatch index={index} />,
        checked: log.labels.some(one => one.graph_id === graph.graph_id && one.label === index),
        onToggle: () => void toggle(graph, index),
      })),
    })),
    ...(editable && graphs.length > 0 ? [{ kind: 'separator' as const }] : []),
    ...(editable ? [{ label: t('new'), onSelect: () => setCreating(true) }] : []),
  ]
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-1.5">
      {log.labels.length > 0 && (
        <ul aria-label={t('set.carried')} className="flex min-w-0 flex-wrap gap-1.5">
          {log.labels.map(({ graph_id, label, text }) => (
            <li key={`${graph_id}.${label}`} className="flex min-w-0">
              <LabelChip index={label}>{text}</LabelChip>
            </li>
          ))}
        </ul>
      )}
      {mayLabel && (
        <Menu label={t('set.of', { title: log.title })} entries={entries}>
          {trigger => <IconButton {...trigger} icon={Tag} size="sm" label={t('set.open')} />}
        </Menu>
      )}
      {isCreating && <GraphDialog doc_id={log.doc_id} graph={null} onClose={() => setCreating(false)} />}
    </div>
  )
}
