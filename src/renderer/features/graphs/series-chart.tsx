import { useMemo } from 'react'
import type { Labels, PlottedGraph } from '#shared/contract/graphs/endpoints'
import { browserTimeZone, usePreferences } from '../../platform/preferences'
import { useViewport } from '../../ui/use-media'
import { bucketNames } from './bucket-names'
import { Chart } from './chart'
import { FiguresTable } from './figures-table'
import { Legend } from './legend'
import { insetsOf } from './plot-geometry'
import type { SeriesChartProps } from './slots'
import { useSummary } from './use-summary'

const nothingHidden: ReadonlySet<number> = new Set()

/** Draws numbers that are no graph of a logbook as bars in the same way, with the same keys and the same table. */
export function SeriesChart({ isTable, onSelect, ...data }: SeriesChartProps) {
  const { name, unit, parts, series } = data
  const language = usePreferences(state => state.language)
  const zone = usePreferences(state => state.timeZone) ?? browserTimeZone()
  const isNarrow = useViewport() === 'phone'
  const graph = useMemo(() => graphOf({ name, unit, parts, series }, zone), [name, unit, parts, series, zone])
  const names = useMemo(() => bucketNames(graph.plot, language), [graph, language])
  const insets = useMemo(() => ({ ...insetsOf(isNarrow), left: 36 }), [isNarrow])
  const summary = useSummary(graph, names)
  const shared = { graph, names, hidden: nothingHidden }
  if (isTable) return <FiguresTable {...shared} onSelect={at => onSelect(at, at)} />
  return (
    <>
      <Legend
        graph={graph}
        kind="bar"
        hidden={nothingHidden}
        chosen={null}
        onChoose={() => onSelect(0, parts.length - 1)}
      />
      <Chart
        {...shared}
        kind="bar"
        insets={insets}
        summary={summary}
        selected={null}
        onSelect={({ first, last }) => onSelect(first, last)}
        onClear={() => undefined}
      />
    </>
  )
}

const keys = ['0', '1', '2', '3', '4'] as const

function graphOf(
  { name, unit, parts, series }: Pick<SeriesChartProps, 'name' | 'unit' | 'parts' | 'series'>,
  zone: string,
): PlottedGraph {
  const shown = series.slice(0, keys.length).map((course, index) => ({ ...course, key: keys[index] ?? '0' }))
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  const [from, to] = [parts[0]?.from ?? '', parts.at(-1)?.to ?? '']
  return {
    // No graph has this id, so nobody chose colours for it.
    graph_id: 0,
    logbook_id: 0,
    instruction_id: null,
    name,
    created_at: from,
    created_by: null,
    updated_at: from,
    updated_by: null,
    is_pinned: false,
    mate_labels: 'off',
    labels: Object.fromEntries(shown.map(({ key, text }) => [key, text])) as Labels,
    plot: {
      unit,
      zone,
      from,
      to,
      buckets: parts.map((part, at) => ({
        ...part,
        counts: Object.fromEntries(shown.flatMap(({ key, counts }) => (counts[at] ? [[key, counts[at]]] : []))),
      })),
    },
    totals: Object.fromEntries(shown.map(({ key, counts }) => [key, sum(counts)])),
    log_count: sum(shown.map(({ counts }) => sum(counts))),
    plot_data: [],
    has_more: false,
  }
}
