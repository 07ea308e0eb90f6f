import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import type { BucketNames } from './bucket-names'
import { type ChartKind, type ChartOption, chartOption } from './chart-option'
import { labelsOf } from './labels-of'
import type { Palette } from './palette'

interface Look {
  kind: ChartKind
  names: BucketNames
  palette: Palette
  hidden: ReadonlySet<number>
  number: (value: number) => string
  /** The subtitle: what is counted, and for which time. */
  subtitle: string
}

/** The chart for export, with title, time and legend, on white. */
export function imageOption(graph: PlottedGraph, { subtitle, ...look }: Look): ChartOption {
  const { palette, hidden, number } = look
  const labels = labelsOf(graph).filter(({ index }) => !hidden.has(index))
  const names = new Map(labels.map(({ key, text }) => [text, `${text}  ${number(graph.totals[key] ?? 0)}`]))
  return {
    ...chartOption(graph, { ...look, insets: { left: 64, right: 40, top: 128, bottom: 48 } }),
    backgroundColor: palette.surface,
    title: {
      text: graph.name,
      subtext: subtitle,
      left: 32,
      top: 24,
      textStyle: { color: palette.text, fontFamily: palette.font, fontSize: 22, overflow: 'truncate', width: 1130 },
      subtextStyle: { color: palette.muted, fontFamily: palette.font, fontSize: 14 },
    },
    legend: {
      left: 32,
      top: 88,
      itemWidth: 32,
      itemGap: 20,
      formatter: name => names.get(name) ?? name,
      textStyle: { color: palette.text, fontFamily: palette.font, fontSize: 13 },
    },
  }
}
