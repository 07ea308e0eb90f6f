import type { Annotation } from '#shared/contract/graphs/annotations'
import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import type { Threshold } from '#shared/contract/graphs/thresholds'
import { annotationGraphics } from './annotations/annotation-graphics'
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
  /** Those in the plotted time, each with its time in words. */
  annotations?: readonly (Annotation & { time: string })[]
  thresholds?: readonly Threshold[]
}

/** A picture to be drawn, with its size in pixels; bitmap files have twice as many. */
export interface GraphImage {
  option: ChartOption
  width: number
  height: number
}

const size = { width: 1200, height: 640 }
const line = 22
const insets = { left: 64, right: 40, top: 128, bottom: 48 }

/** The chart for export, with title, time and legend, on white; its annotations are listed below it. */
export function imageOption(graph: PlottedGraph, { subtitle, annotations = [], ...look }: Look): GraphImage {
  const { palette, hidden, number } = look
  const labels = labelsOf(graph).filter(({ index }) => !hidden.has(index))
  const names = new Map(labels.map(({ key, text }) => [text, `${text}  ${number(graph.totals[key] ?? 0)}`]))
  const listed = annotations.length > 0 ? annotations.length * line + line : 0
  const height = size.height + listed
  const place = { width: size.width, height, insets: { ...insets, bottom: insets.bottom + listed } }
  const list = annotations.map(({ text, time }, at) => ({
    ...{ type: 'text' as const, silent: true, x: insets.left, y: size.height + at * line },
    style: {
      ...{ text: `${at + 1}  ${text} (${time})`, fill: palette.text, fontFamily: palette.font, fontSize: 14 },
      ...{ width: size.width - insets.left - insets.right, overflow: 'truncate' as const },
    },
  }))
  const option: ChartOption = {
    ...chartOption(graph, { ...look, insets: place.insets }),
    graphic: [...annotationGraphics(annotations, graph.plot, palette, place), ...list],
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
  return { option, width: size.width, height }
}
