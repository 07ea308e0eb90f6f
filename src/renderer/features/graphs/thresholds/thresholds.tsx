import { Bell, BellOff, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import type { Threshold } from '#shared/contract/graphs/thresholds'
import { useErrorText } from '../../../i18n/texts'
import type { Failure } from '../../../platform/failure'
import { failureBeside } from '../../../platform/failure-beside'
import { useFormat } from '../../../platform/format'
import { useAction } from '../../../platform/shortcuts'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { toast } from '../../../ui/toast'
import { deleteRestorable } from '../../undo/store'
import { AdditionSection } from '../addition-section'
import { GraphSwatch } from '../colours'
import { labelsOf } from '../labels-of'
import { useThresholds } from './store'
import { ThresholdDialog } from './threshold-dialog'

const none: readonly Threshold[] = []

/** The thresholds of a graph; loads them when it is opened. */
export function useThresholdsOf(graph_id: number): readonly Threshold[] {
  useEffect(() => void useThresholds.getState().load(graph_id), [graph_id])
  return useThresholds(state => state.lists[graph_id]?.items) ?? none
}

interface Props {
  graph: PlottedGraph
  thresholds: readonly Threshold[]
  /** Whether the person may set some. */
  writable: boolean
}

/** The thresholds of a graph as a list, with the ways to set, watch, change and remove them. */
export function Thresholds({ graph, thresholds, writable }: Props) {
  const { t } = useTranslation(['graphs', 'app'])
  const errorText = useErrorText()
  const { graph_id } = graph
  const failure = useThresholds(state => failureBeside(state.lists[graph_id]))
  const isReady = useThresholds(state => state.lists[graph_id]?.status === 'ready')
  const [edited, setEdited] = useState<Threshold | 'new' | null>(null)

  const report = (title: string, outcome: { ok: true } | ({ ok: false } & Failure)) => {
    if (!outcome.ok) toast.failure(title, { text: errorText(outcome) })
    return outcome.ok
  }
  const putBack = async (threshold: Threshold) =>
    void report(t('thresholds.notChanged'), await useThresholds.getState().change(threshold, settingsOf(threshold)))
  const watch = async (threshold: Threshold) =>
    void report(t('thresholds.notChanged'), await useThresholds.getState().watch(threshold, !threshold.is_watched))
  async function remove(threshold: Threshold) {
    const kept = useThresholds.getState()
    const outcome = await deleteRestorable({
      remove: () => kept.remove(threshold),
      done: t('thresholds.deleted'),
      restore: () => kept.restore(threshold),
      notRestored: t('thresholds.notRestored'),
    })
    report(t('thresholds.notDeleted'), outcome)
  }
  function onSaved(before: Threshold | null) {
    const action = before && { label: t('app:action.undo'), onPress: () => void putBack(before) }
    if (action) toast.success(t('thresholds.changed'), { action })
  }

  useAction({ label: t('thresholds.add'), group: t('open'), isOn: writable && isReady }, () => setEdited('new'))

  if (!failure && (!isReady || (thresholds.length === 0 && !writable))) return null
  return (
    <AdditionSection
      title={t('thresholds.title')}
      addLabel={t('thresholds.add')}
      onAdd={writable ? () => setEdited('new') : null}
      failure={failure}
      failedText={t('thresholds.failed')}
      onRetry={() => void useThresholds.getState().load(graph_id)}
      noneText={t('thresholds.none')}
      rows={thresholds.map(threshold => (
        <Row
          key={threshold.threshold_id}
          graph={graph}
          threshold={threshold}
          onWatch={() => void watch(threshold)}
          onEdit={() => setEdited(threshold)}
          onDelete={() => void remove(threshold)}
        />
      ))}
    >
      {edited && (
        <ThresholdDialog
          graph={graph}
          threshold={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => onSaved(edited === 'new' ? null : edited)}
        />
      )}
    </AdditionSection>
  )
}

const settingsOf = ({ label, side, value, unit }: Threshold) => ({ label, side, value, unit })

interface RowProps {
  graph: PlottedGraph
  threshold: Threshold
  onWatch: () => void
  onEdit: () => void
  onDelete: () => void
}

function Row({ graph, threshold, onWatch, onEdit, onDelete }: RowProps) {
  const { t } = useTranslation('graphs')
  const { number } = useFormat()
  const { label, side, value, unit, author, is_editable, is_watched, watcher_ids } = threshold
  const text = labelsOf(graph).find(({ index }) => index === label)?.text ?? ''
  const rule = t(`thresholds.rule.${side}.${unit}`, { label: text, value: number(value) })
  return (
    <li className="flex flex-wrap items-center gap-2 border-t border-line py-2 first:border-t-0">
      <GraphSwatch graph_id={graph.graph_id} index={label} />
      <div className="min-w-40 flex-1">
        <p className="text-sm wrap-anywhere">{rule}</p>
        <p className="text-xs text-muted">
          {[
            author?.user_displayname ?? t('annotations.former'),
            t('thresholds.watchers', { count: watcher_ids.length }),
            ...(unit === graph.plot.unit ? [] : [t(`thresholds.drawnBy.${unit}`)]),
          ].join(', ')}
        </p>
      </div>
      <div className="ml-auto flex items-center gap-2">
        <Button
          size="sm"
          needsServer
          variant={is_watched ? 'soft' : 'default'}
          icon={is_watched ? Bell : BellOff}
          aria-pressed={is_watched}
          aria-label={t('thresholds.watchOf', { rule })}
          onClick={onWatch}
        >
          {t('thresholds.watch')}
        </Button>
        {is_editable && (
          <>
            <IconButton icon={Pencil} size="sm" label={t('thresholds.edit', { rule })} onClick={onEdit} />
            <IconButton
              icon={Trash2}
              size="sm"
              needsServer
              label={t('thresholds.delete', { rule })}
              onClick={onDelete}
            />
          </>
        )}
      </div>
    </li>
  )
}
