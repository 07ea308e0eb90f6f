import { Tag } from 'lucide-react'
import { type ComponentProps, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { LogLabel } from '#shared/contract/graphs/label'
import { graph } from '#shared/contract/graphs/limits'
import { labelKey } from '#shared/rules/labels'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import type { DraftLabelPickerProps, DraftLabelsProps, LabelsOfLogbook as LabelsSlot } from '../logs/slots'
import { GraphChip } from './colours'
import { LabelPicker } from './label-picker'
import { labelsOf } from './labels-of'
import { RemovableChip } from './removable-chip'
import { useGraphs } from './store'

/** Returns the labels with one more or, if it was among them, without it; in the order of the server. */
export function toggled(labels: readonly LogLabel[], label: LogLabel): LogLabel[] {
  const rest = labels.filter(other => labelKey(other) !== labelKey(label))
  const now = rest.length < labels.length ? rest : [...labels, label]
  return now.sort((a, b) => a.graph_id - b.graph_id || a.label - b.label)
}

/** Chooses labels for a log that is being written; renders nothing where the logbook has no labels. */
export function DraftLabelPicker({ doc_id, labels, onChange, size, isIcon = false }: DraftLabelPickerProps) {
  const { t } = useTranslation('graphs')
  const list = useGraphs(state => state.lists[doc_id])
  useEffect(() => {
    if (!useGraphs.getState().lists[doc_id]) void useGraphs.getState().load(doc_id)
  }, [doc_id])
  // A label that was deleted in the meantime would keep the log from being saved.
  useEffect(() => {
    if (list?.status !== 'ready') return
    const texts = new Map(
      list.graphs.flatMap(graph =>
        labelsOf(graph).map(({ index, text }) => [labelKey({ graph_id: graph.graph_id, label: index }), text] as const),
      ),
    )
    const now = labels.flatMap(label => {
      const text = texts.get(labelKey(label))
      return text === undefined ? [] : [{ ...label, text }]
    })
    if (JSON.stringify(now) !== JSON.stringify(labels)) onChange(now)
  }, [list, labels, onChange])
  if (!list || list.graphs.length === 0) return null

  return (
    <LabelPicker
      label={t('set.ofNew')}
      graphs={list.graphs}
      chosen={labels}
      onToggle={label => onChange(toggled(labels, label))}
      isFull={labels.length >= graph.labelsAtOnce}
    >
      {trigger =>
        isIcon ? (
          <IconButton {...trigger} icon={Tag} size="lg" label={t('set.carried')} />
        ) : (
          <Button {...trigger} icon={Tag} size={size} variant="soft">
            {t('set.carried')}
          </Button>
        )
      }
    </LabelPicker>
  )
}

/** Reports the labels of a logbook. */
export function LabelsOfLogbook({ doc_id, onLabels }: ComponentProps<typeof LabelsSlot>) {
  const list = useGraphs(state => state.lists[doc_id])
  useEffect(() => {
    onLabels(
      (list?.graphs ?? []).flatMap(({ graph_id, labels }) =>
        labelsOf({ labels }).map(({ index, text }) => ({ graph_id, label: index, text })),
      ),
    )
  }, [list, onLabels])
  return null
}

/** The labels that a log will carry; pressing one removes it. */
export function DraftLabels({ labels, onChange }: DraftLabelsProps) {
  const { t } = useTranslation('graphs')
  if (labels.length === 0) return null
  return (
    <ul aria-label={t('set.ofNew')} className="flex flex-wrap gap-x-2 gap-y-1">
      {labels.map(({ graph_id, label, text }) => (
        <RemovableChip
          key={labelKey({ graph_id, label })}
          label={t('set.remove', { label: text })}
          onRemove={() => onChange(labels.filter(other => other.graph_id !== graph_id || other.label !== label))}
        >
          <GraphChip graph_id={graph_id} label={label}>
            {text}
          </GraphChip>
        </RemovableChip>
      ))}
    </ul>
  )
}
