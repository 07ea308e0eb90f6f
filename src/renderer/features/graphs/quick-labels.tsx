import { Check } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { graph } from '#shared/contract/graphs/limits'
import { labelKey } from '#shared/rules/labels'
import { cx } from '../../ui/cx'
import type { DraftLabelPickerProps } from '../logs/slots'
import { GraphSwatch } from './colours'
import { toggled } from './draft-labels'
import { labelsOf } from './labels-of'
import { useGraphs } from './store'

/** As many as fit into the width of a phone. */
const mostShown = 3

/** The labels that a logbook uses most, each set and removed by one tap; the others are in the menu beside the text. */
export function QuickLabels({
  doc_id,
  labels,
  onChange,
}: Pick<DraftLabelPickerProps, 'doc_id' | 'labels' | 'onChange'>) {
  const { t } = useTranslation('graphs')
  const offered = useOffered(doc_id)
  if (offered.length === 0) return null
  const chosen = new Set(labels.map(labelKey))
  const isFull = labels.length >= graph.labelsAtOnce
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as a form of its own.
    <div role="group" aria-label={t('set.carried')} className="mb-1.5 flex gap-2">
      {offered.map(label => {
        const isChosen = chosen.has(labelKey(label))
        return (
          <button
            key={labelKey(label)}
            type="button"
            aria-pressed={isChosen}
            disabled={isFull && !isChosen}
            // The text keeps the focus, so that the keyboard of the phone stays where it is.
            onMouseDown={event => event.preventDefault()}
            onClick={() => onChange(toggled(labels, label))}
            className={cx(
              'flex min-h-touch min-w-0 items-center gap-1.5 rounded-full border px-3 text-sm disabled:opacity-50',
              isChosen ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line bg-surface-1',
            )}
          >
            <span className="grid size-4 shrink-0 place-items-center">
              {isChosen ? <Check size={16} /> : <GraphSwatch graph_id={label.graph_id} index={label.label} />}
            </span>
            <span className="truncate">{label.text}</span>
          </button>
        )
      })}
    </div>
  )
}

/** Those that most logs carry. They keep their places while logs are written, so that nothing moves under a finger. */
function useOffered(doc_id: number) {
  const graphs = useGraphs(state => state.lists[doc_id]?.graphs)
  const all = useMemo(
    () =>
      (graphs ?? []).flatMap(({ graph_id, labels, label_counts }) =>
        labelsOf({ labels }).map(({ index, key, text }) => ({
          label: { graph_id, label: index, text },
          count: label_counts[key] ?? 0,
        })),
      ),
    [graphs],
  )
  const known = JSON.stringify(all.map(({ label }) => label))
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts alone change no order.
  return useMemo(
    () =>
      all
        .toSorted((one, other) => other.count - one.count)
        .slice(0, mostShown)
        .map(({ label }) => label),
    [known],
  )
}
