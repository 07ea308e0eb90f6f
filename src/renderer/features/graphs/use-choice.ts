import { useTranslation } from 'react-i18next'
import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import { useFormat } from '../../platform/format'
import type { BucketNames } from './bucket-names'
import type { Stretch } from './chart'
import { labelsOf } from './labels-of'
import type { Choice } from './last-read'
import { usePlot } from './plots'

/** The selection in a graph, its place in the visible plot, and the function that changes it. */
export function useChoice(graph: PlottedGraph, names: BucketNames) {
  const { t } = useTranslation('graphs')
  const format = useFormat()
  const chosen = usePlot(state => state.chosen?.choice ?? null)
  const { buckets } = graph.plot
  const stretch = chosen && stretchOf(chosen, graph)
  const isAll = stretch?.first === 0 && stretch.last === buckets.length - 1

  const choose = ({ first, last }: Stretch, label: number | null) => {
    const from = buckets[first]?.from
    const to = buckets[last]?.to
    if (from && to) void usePlot.getState().choose({ from, to, label })
  }
  const chooseLog = (log_id: number) => void usePlot.getState().choose({ log_id })
  const clear = () => void usePlot.getState().choose(null)

  let title = ''
  if (chosen && 'log_id' in chosen) {
    const entry = graph.plot_data.find(candidate => candidate.log_id === chosen.log_id)
    title = entry ? format.dayAndTime(entry.created_at) : t('chosen.one')
  } else if (chosen && stretch) {
    const text = labelsOf(graph).find(({ index }) => index === chosen.label)?.text
    title = [text, names.time(stretch.first, stretch.last)].filter(Boolean).join(', ')
  }
  return {
    chosen: chosen && ('log_id' in chosen || stretch) ? chosen : null,
    /** Null for the whole time and for a single log, which need no highlight. */
    selected: isAll ? null : stretch,
    choose,
    chooseLog,
    clear,
    title,
    count: chosen && stretch ? countOf(graph, stretch, 'label' in chosen ? chosen.label : null) : null,
  }
}

/** Null for a single log, and for a time outside of the plot. */
function stretchOf(choice: Choice, { plot: { buckets } }: PlottedGraph): Stretch | null {
  if ('log_id' in choice) return null
  const first = buckets.findIndex(({ from }) => from === choice.from)
  const last = buckets.findIndex(({ to }) => to === choice.to)
  return first < 0 || last < 0 ? null : { first, last }
}

/**
 * Returns the number of selected logs; null if only the newest of many are known. A log with two labels counts once.
 */
function countOf(graph: PlottedGraph, { first, last }: Stretch, label: number | null): number | null {
  const { buckets } = graph.plot
  if (label !== null) {
    const key = String(label) as keyof PlottedGraph['totals']
    return buckets.slice(first, last + 1).reduce((sum, { counts }) => sum + (counts[key] ?? 0), 0)
  }
  if (first === 0 && last === buckets.length - 1) return graph.log_count
  if (graph.has_more) return null
  const from = Date.parse(buckets[first]?.from ?? '')
  const to = Date.parse(buckets[last]?.to ?? '')
  return graph.plot_data.filter(({ created_at }) => Date.parse(created_at) >= from && Date.parse(created_at) < to)
    .length
}
