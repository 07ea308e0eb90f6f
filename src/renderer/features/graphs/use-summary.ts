import { useTranslation } from 'react-i18next'
import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import { useFormat } from '../../platform/format'
import type { BucketNames } from './bucket-names'
import { labelsOf } from './labels-of'

/** Describes a graph in a sentence: how many logs, how often each label was used, and the highest value. */
export function useSummary(graph: Omit<PlottedGraph, 'plot_data' | 'has_more'>, names: BucketNames): string {
  const { t } = useTranslation('graphs')
  const { number } = useFormat()
  const { plot, totals, log_count } = graph
  const time = names.time(0, plot.buckets.length - 1)
  if (log_count === 0) return t('summary.empty', { name: graph.name, time })
  const given = labelsOf(graph)
    .map(({ key, text }) => `${text} ${number(totals[key] ?? 0)}`)
    .join(', ')
  let peak = { text: '', count: 0, at: 0 }
  for (const [at, { counts }] of plot.buckets.entries()) {
    for (const { key, text } of labelsOf(graph)) {
      const count = counts[key] ?? 0
      if (count > peak.count) peak = { text, count, at }
    }
  }
  return t('summary.full', {
    count: log_count,
    name: graph.name,
    time,
    given,
    label: peak.text,
    most: number(peak.count),
    when: names.time(peak.at),
  })
}
