import type { Annotation } from '#shared/contract/graphs/annotations'
import type { Counts, Labels, PlottedGraph, PlotUnit } from '#shared/contract/graphs/endpoints'
import type { Threshold } from '#shared/contract/graphs/thresholds'
import { labelColours } from '#shared/rules/label-colours'

/** A graph with the annotations that stand in its time. */
export interface NotedGraph extends PlottedGraph {
  annotations: readonly Note[]
  /** Those that are counted by the unit of the plot. */
  thresholds: readonly Limit[]
}
export type Note = Pick<Annotation, 'text' | 'from' | 'to'>
export type Limit = Pick<Threshold, 'label' | 'side' | 'value'>

export interface Box {
  x: number
  y: number
  width: number
  height: number
  fill: string
}

/** A line of text. `y` is its baseline, `x` its beginning or its end. */
export interface Label {
  x: number
  y: number
  text: string
  size: number
  ends?: boolean
  isBold?: boolean
}

/** A graph's drawing, independent of the file format. */
export interface Drawing {
  title: string
  width: number
  height: number
  boxes: readonly Box[]
  labels: readonly Label[]
}

/** The five label colours of the light theme. */
const colours = ['#2473b0', '#bf6e00', '#17835a', '#bf3f7f', '#66720f']
const faint = '#d5dbe2'
const band = '#eef1f5'
const dark = '#5b6b7f'
export const ink = '#1d2733'

const page = { width: 1_200, height: 600 }
const area = { left: 70, top: 120, right: 1_170, bottom: 530 }
const ticks = { across: 8, up: 4 }
const size = 15
const lineHeight = 24
const [dash, dashGap] = [12, 8]

const shortened = (text: string, most: number) => {
  const letters = [...text]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text
}

/**
 * Bars of logs by hour, day or week, with one colour for each label. They stand on each other; with thresholds, which are
 * about one label each, beside each other.
 */
export function drawingOf(graph: NotedGraph, language: string): Drawing {
  const { buckets } = graph.plot
  const indexes = Object.keys(graph.labels) as (keyof Counts)[]
  const isStacked = graph.thresholds.length === 0
  const highest = Math.max(
    1,
    ...graph.thresholds.map(({ value }) => value),
    ...buckets.map(({ counts }) =>
      isStacked ? Object.values(counts).reduce((sum, count) => sum + count, 0) : Math.max(0, ...Object.values(counts)),
    ),
  )
  const step = Math.ceil(highest / ticks.up)
  const top = step * Math.ceil(highest / step)
  const heightOf = (count: number) => (count / top) * (area.bottom - area.top)
  const room = (area.right - area.left) / buckets.length
  const scale = Array.from({ length: top / step + 1 }, (_, index) => index * step)
  const fillOf = fillsOf(graph)
  const bars = buckets.flatMap(({ counts }, place) => {
    let top = area.bottom
    const width = (room * 0.8) / (isStacked ? 1 : indexes.length)
    return indexes.flatMap((index, nr) => {
      const height = heightOf(counts[index] ?? 0)
      if (isStacked) top -= height
      const x = area.left + place * room + room * 0.1 + (isStacked ? 0 : nr * width)
      const y = isStacked ? top : area.bottom - height
      return height > 0 ? [{ x, y, width, height, fill: fillOf(index) }] : []
    })
  })
  const lines = scale.map(count => ({
    x: area.left,
    y: area.bottom - heightOf(count),
    width: area.right - area.left,
    height: 1,
    fill: faint,
  }))
  const legend = legendOf(graph, indexes)
  const notes = notesOf(graph, language)
  const limits = limitsOf(graph, fillOf, heightOf)
  const whole = { ...page, height: page.height + notes.height }
  return {
    title: graph.name,
    ...whole,
    boxes: [
      { x: 0, y: 0, ...whole, fill: '#ffffff' },
      ...notes.bands,
      ...lines,
      ...bars,
      ...limits.boxes,
      ...notes.lines,
      ...legend.boxes,
    ],
    labels: [
      { x: area.left, y: 45, text: shortened(graph.name, 80), size: 24, isBold: true },
      ...legend.labels,
      ...scale.map(count => ({
        x: area.left - 10,
        y: area.bottom - heightOf(count) + 5,
        text: String(count),
        size,
        ends: true,
      })),
      ...timesOf(graph, language, room),
      ...limits.labels,
      ...notes.labels,
    ],
  }
}

/** Colours by the meaning of the labels; readers' own colours are personal and not used here. */
function fillsOf({ labels }: PlottedGraph): (index: string) => string {
  const places = labelColours(labels)
  return index => colours[places[index] ?? 0] ?? ink
}

function legendOf(graph: PlottedGraph, indexes: readonly (keyof Counts)[]) {
  const { labels, totals } = graph
  const fillOf = fillsOf(graph)
  const room = (area.right - area.left) / Math.max(1, indexes.length)
  const at = (place: number) => area.left + place * room
  return {
    boxes: indexes.map((index, place) => ({
      ...{ x: at(place), y: 72, width: 14, height: 14 },
      fill: fillOf(index),
    })),
    labels: indexes.map((index, place) => ({
      ...{ x: at(place) + 22, y: 85, size },
      text: `${shortened(labels[index] ?? '', Math.floor(room / 10) - 6)}: ${totals[index] ?? 0}`,
    })),
  }
}

/** Thresholds: dashed lines in the colour of their label, with what they say at the end. */
function limitsOf(
  { thresholds, labels }: NotedGraph,
  fillOf: (index: string) => string,
  heightOf: (count: number) => number,
) {
  const across = Math.ceil((area.right - area.left) / (dash + dashGap))
  return {
    boxes: thresholds.flatMap(({ label, value }) =>
      Array.from({ length: across }, (_, nr) => {
        const x = area.left + nr * (dash + dashGap)
        const y = area.bottom - heightOf(value) - 1
        return { x, y, width: Math.min(dash, area.right - x), height: 2, fill: fillOf(String(label)) }
      }),
    ),
    labels: thresholds.map(({ label, side, value }) => ({
      ...{ x: area.right, ends: true, size: 13 },
      y: area.bottom - heightOf(value) + (side === 'above' ? -6 : 16),
      text: `${shortened(labels[String(label) as keyof Labels] ?? '', 40)} ${side === 'above' ? '>' : '<'} ${value}`,
    })),
  }
}

/** Annotations: lines and bands with a number, and their texts under it below the graph. */
function notesOf({ annotations, plot: { buckets, zone } }: NotedGraph, language: string) {
  const format = timeFormat(language, 'hour', zone)
  const room = (area.right - area.left) / buckets.length
  const at = (instant: string) => {
    const index = buckets.findIndex(({ to }) => instant < to)
    const bucket = buckets[index]
    if (!bucket) return area.right
    const from = Date.parse(bucket.from)
    const within = Math.max(0, Date.parse(instant) - from) / (Date.parse(bucket.to) - from)
    return area.left + (index + within) * room
  }
  const tall = { y: area.top, height: area.bottom - area.top }
  const placed = annotations.map(note => ({ ...note, start: at(note.from), end: at(note.to ?? note.from) }))
  return {
    height: annotations.length > 0 ? annotations.length * lineHeight + 10 : 0,
    bands: placed.map(({ start, end }) => ({ ...tall, x: start, width: Math.max(1, end - start), fill: band })),
    lines: placed.flatMap(({ start, end, to }) =>
      (to === null ? [start] : [start, end]).map(x => ({ ...tall, x, width: 1, fill: dark })),
    ),
    labels: placed.flatMap(({ text, from, to, start }, index) => [
      { x: start + 4, y: area.top + size, text: String(index + 1), size },
      {
        ...{ x: area.left, y: page.height - 15 + index * lineHeight + size, size },
        text: `${index + 1}  ${shortened(text, 90)} (${[from, ...(to === null ? [] : [to])].map(format).join(' – ')})`,
      },
    ]),
  }
}

function timesOf({ plot: { buckets, unit, zone } }: PlottedGraph, language: string, room: number): Label[] {
  const format = timeFormat(language, unit, zone)
  const every = Math.ceil(buckets.length / ticks.across)
  return buckets.flatMap(({ from }, place) =>
    place % every === 0 ? [{ x: area.left + place * room, y: area.bottom + 25, text: format(from), size }] : [],
  )
}

function timeFormat(language: string, unit: PlotUnit, timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat(language, {
    timeZone,
    day: 'numeric',
    month: 'short',
    ...(unit === 'hour' ? { hour: '2-digit', minute: '2-digit' } : { year: 'numeric' }),
  })
  return instant => format.format(new Date(instant))
}
