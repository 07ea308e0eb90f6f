import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import { labelColours } from '#shared/rules/label-colours'
import { useFormat } from '../../platform/format'
import { usePreferences } from '../../platform/preferences'
import { cx } from '../../ui/cx'
import { bucketNames } from './bucket-names'
import { useChosen } from './colours'
import { LabelSwatch } from './label-swatch'
import { labelsOf } from './labels-of'
import { useSummary } from './use-summary'

const MARKS = ['bg-label-0-mark', 'bg-label-1-mark', 'bg-label-2-mark', 'bg-label-3-mark', 'bg-label-4-mark']

/** A graph with a stacked bar for each of the last seven days; pressing it opens the graph. */
export function SmallGraph({
  graph,
  subtitle,
}: {
  graph: Omit<PlottedGraph, 'plot_data' | 'has_more'>
  subtitle: string
}) {
  const { number } = useFormat()
  const language = usePreferences(state => state.language)
  const names = bucketNames(graph.plot, language)
  const weekday = new Intl.DateTimeFormat(language, { timeZone: graph.plot.zone, weekday: 'short' })
  const summary = useSummary(graph, names)
  const colours = labelColours(graph.labels, useChosen(graph.graph_id))
  const labels = labelsOf(graph).map(label => ({ ...label, colour: colours[label.index] ?? label.index }))
  const { buckets } = graph.plot
  const heights = buckets.map(({ counts }) => Object.values(counts).reduce((sum, count) => sum + count, 0))
  const most = Math.max(1, ...heights)
  return (
    <a
      href={`#/docs/${graph.logbook_id}/${graph.graph_id}`}
      className="flex flex-col gap-2.5 rounded-md border [print-color-adjust:exact] border-line bg-surface-1 p-3.5 text-default no-underline hover:border-strong"
    >
      <span className="min-w-0">
        <span className="block truncate text-sm font-semibold">{graph.name}</span>
        <span className="block truncate text-xs text-muted">{subtitle}</span>
      </span>
      <span role="img" aria-label={summary} className="flex h-24 items-end gap-1.5">
        {buckets.map(({ from, counts }, at) => (
          <span key={from} className="flex h-full min-w-0 flex-1 flex-col gap-1">
            <span className="flex min-h-0 flex-1 flex-col justify-end">
              <span
                className="flex min-h-px flex-col-reverse gap-px overflow-hidden rounded-xs bg-line"
                style={{ height: `${(100 * (heights[at] ?? 0)) / most}%` }}
              >
                {labels.map(
                  ({ key, colour }) =>
                    (counts[key] ?? 0) > 0 && (
                      <span key={key} className={cx('w-full', MARKS[colour])} style={{ flexGrow: counts[key] }} />
                    ),
                )}
              </span>
            </span>
            <span className="truncate text-center text-xs text-muted">{weekday.format(Date.parse(from))}</span>
          </span>
        ))}
      </span>
      <span className="flex flex-wrap gap-x-3 gap-y-1 text-xs">
        {labels.map(({ key, text, colour }) => (
          <span key={key} className="inline-flex min-w-0 items-center gap-1.5">
            <LabelSwatch index={colour} />
            <span className="truncate">{text}</span>
            <span className="text-muted tabular-nums">{number(graph.totals[key] ?? 0)}</span>
          </span>
        ))}
      </span>
    </a>
  )
}
