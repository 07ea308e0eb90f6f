import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import type {
  GraphicComponentOption,
  GridComponentOption,
  LegendComponentOption,
  TitleComponentOption,
} from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import type { Threshold } from '#shared/contract/graphs/thresholds'
import type { BucketNames } from './bucket-names'
import { type GraphLabel, labelsOf } from './labels-of'
import type { Palette } from './palette'
import { styleOf } from './series-style'

export type ChartKind = 'line' | 'bar'
export type ChartOption = ComposeOption<
  | LineSeriesOption
  | BarSeriesOption
  | GridComponentOption
  | TitleComponentOption
  | LegendComponentOption
  | GraphicComponentOption
>

/** The insets of the plot in its box, in pixels. */
export interface Insets {
  left: number
  right: number
  top: number
  bottom: number
}

interface Look {
  /** The period before, drawn fainter; null for none. */
  before?: PlottedGraph | null
  /** Those of other units are not drawn. */
  thresholds?: readonly Threshold[]
  kind: ChartKind
  names: BucketNames
  palette: Palette
  insets: Insets
  /** Labels that are not drawn. */
  hidden: ReadonlySet<number>
  /** Formats a count. */
  number: (value: number) => string
}

/** Above this number of points, symbols are left out because they would merge into a band. */
const maxSymbols = 80

/** Returns the ECharts option for a graph, with a series for each label over the times of the plot. */
export function chartOption(
  graph: PlottedGraph,
  { before = null, thresholds = [], kind, names, palette, insets, hidden, number }: Look,
): ChartOption {
  const { buckets } = graph.plot
  const shown = labelsOf(graph).filter(({ index }) => !hidden.has(index))
  const isEmpty = shown.every(({ key }) => !graph.totals[key] && !before?.totals[key])
  const axisText = { color: palette.muted, fontFamily: palette.font, fontSize: 11 }
  return {
    animation: false,
    textStyle: { fontFamily: palette.font },
    grid: { ...insets, outerBoundsMode: 'none' },
    xAxis: {
      type: 'category',
      data: buckets.map((_, at) => names.tick(at)),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: palette.line } },
      axisLabel: { ...axisText, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      // An empty plot needs a scale, too.
      ...(isEmpty && { max: 4 }),
      splitLine: { lineStyle: { color: palette.line, type: [2, 4] } },
      axisLabel: { ...axisText, formatter: (value: number) => number(value) },
    },
    series: [
      ...shown.map(({ index, key, text }): LineSeriesOption | BarSeriesOption => {
        const { dash, symbol, pattern } = styleOf(index)
        const color = palette.marks[index] ?? palette.muted
        const counted = buckets.map(({ counts }) => counts[key] ?? 0)
        const common = { id: key, name: text, emphasis: { disabled: true } }
        if (kind === 'bar') {
          return {
            ...common,
            type: 'bar',
            // A bar of height zero would still draw its border.
            data: counted.map(count => count || null),
            stack: 'labels',
            barMaxWidth: 36,
            barCategoryGap: '30%',
            itemStyle: {
              color,
              borderColor: palette.surface,
              borderWidth: buckets.length > maxSymbols ? 0 : 1,
              decal: pattern
                ? {
                    symbol: pattern.symbol,
                    symbolSize: pattern.size,
                    rotation: pattern.rotation,
                    dashArrayX: pattern.dashX,
                    dashArrayY: pattern.dashY,
                    color: palette.pattern,
                  }
                : { symbol: 'none' },
            },
          }
        }
        return {
          ...common,
          type: 'line',
          data: lineData(counted),
          symbol,
          symbolSize: 7,
          showSymbol: buckets.length <= maxSymbols,
          showAllSymbol: true,
          lineStyle: { color, width: 2.25, type: dash },
          itemStyle: { color: palette.surface, borderColor: color, borderWidth: 2 },
        }
      }),
      ...(before ? seriesBefore(before, { kind, palette, shown, length: buckets.length }) : []),
      ...linesOf(thresholds, { graph, kind, palette, shown, number }),
    ],
  }
}

/** Draws points where something was counted. A line rises from zero and returns to it, but does not follow it. */
function lineData(counted: readonly number[]) {
  return counted.map((count, at) => {
    if (count > 0) return count
    const isBeside = (counted[at - 1] ?? 0) > 0 || (counted[at + 1] ?? 0) > 0
    return isBeside ? { value: 0, symbol: 'none' } : null
  })
}

/** Begins the ids of series that are drawn but cannot be chosen. */
export const passiveId = 'passive '

/**
 * The period before as thin lines: one for each label, or beside bars, one for the sum that a whole bar shows. Its first
 * part is drawn above the first one of the plot, whatever their dates.
 */
function seriesBefore(
  { plot }: PlottedGraph,
  { kind, palette, shown, length }: { kind: ChartKind; palette: Palette; shown: readonly GraphLabel[]; length: number },
): LineSeriesOption[] {
  const line = (name: string, color: string, keys: readonly GraphLabel['key'][]): LineSeriesOption => ({
    ...{ id: `${passiveId}${name}`, type: 'line', z: kind === 'bar' ? 3 : 1, silent: true, symbol: 'none' },
    data: lineData(
      Array.from({ length }, (_, at) => keys.reduce((sum, key) => sum + (plot.buckets[at]?.counts[key] ?? 0), 0)),
    ),
    lineStyle: { color, width: 1.25, opacity: 0.6, type: [2, 3] },
    emphasis: { disabled: true },
  })
  if (kind === 'bar')
    return [
      line(
        'all',
        palette.muted,
        shown.map(({ key }) => key),
      ),
    ]
  return shown.map(({ index, key }) => line(key, palette.marks[index] ?? palette.muted, [key]))
}

/**
 * A line at the height of each threshold, with its value at its end. Bars of several labels stand on each other, so there
 * a line would say nothing about one of them.
 */
function linesOf(
  thresholds: readonly Threshold[],
  {
    graph: { plot },
    kind,
    palette,
    shown,
    number,
  }: Pick<Look, 'kind' | 'palette' | 'number'> & { graph: PlottedGraph; shown: readonly GraphLabel[] },
): LineSeriesOption[] {
  if (kind === 'bar' && shown.length > 1) return []
  const { length } = plot.buckets
  return thresholds
    .filter(({ unit, label }) => unit === plot.unit && shown.some(({ index }) => index === label))
    .map(({ threshold_id, label, value, side }) => {
      const color = palette.marks[label] ?? palette.muted
      return {
        ...{ id: `${passiveId}threshold ${threshold_id}`, type: 'line', z: 4, silent: true },
        // A line needs two points, so the only one is drawn as a short one. The last point carries the value.
        ...{ symbol: 'rect', symbolSize: length > 1 ? 1 : [120, 1.5], showSymbol: true, showAllSymbol: true },
        data: Array.from({ length }, (_, at) =>
          at === length - 1 ? { value, label: { show: true } } : { value, symbol: 'none' },
        ),
        label: {
          ...{ show: false, position: side === 'above' ? 'top' : 'bottom', align: 'right', distance: 3 },
          ...{ color: palette.text, fontFamily: palette.font, fontSize: 11 },
          formatter: `${side === 'above' ? '>' : '<'} ${number(value)}`,
        },
        lineStyle: { color, width: 1.5, type: 'dashed' },
        itemStyle: { color },
        emphasis: { disabled: true },
      }
    })
}
