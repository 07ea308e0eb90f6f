import type { Annotation } from '#shared/contract/graphs/annotations'
import type { Counts, PlottedGraph, PlotUnit } from '#shared/contract/graphs/endpoints'
import { labelColours } from '#shared/rules/label-colours'

/** A graph with the annotations that stand in its time. */
export interface NotedGraph extends PlottedGraph {
  annotations: readonly Note[]
}
export type Note = Pick<Annotation, 'text' | 'from' | 'to'>

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

const shortened = (text: string, most: number) => {
  const letters = [...text]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text
}

/** Bars of logs by hour, day or week, stacked with one colour for each label. */
export function drawingOf(graph: NotedGraph, language: string): Drawing {
  const { buckets } = graph.plot
  const indexes = Object.keys(graph.labels) as (keyof Counts)[]
  const highest = Math.max(
    1,
    ...buckets.map(({ counts }) => Object.values(counts).reduce((sum, count) => sum + count, 0)),
  )
  const step = Math.ceil(highest / ticks.up)
  const top = step * Math.ceil(highest / step)
  const heightOf = (count: number) => (count / top) * (area.bottom - area.top)
  const room = (area.right - area.left) / buckets.length
  const scale = Array.from({ length: top / step + 1 }, (_, index) => index * step)
  const fillOf = fillsOf(graph)
  const bars = buckets.flatMap(({ counts }, place) => {
    let y = area.bottom
    return indexes.flatMap(index => {
      const height = heightOf(counts[index] ?? 0)
      y -= height
      const x = area.left + place * room + room * 0.1
      return height > 0 ? [{ x, y, width: room * 0.8, height, fill: fillOf(index) }] : []
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
  const whole = { ...page, height: page.height + notes.height }
  return {
    title: graph.name,
    ...whole,
    boxes: [
      { x: 0, y: 0, ...whole, fill: '#ffffff' },
      ...notes.bands,
      ...lines,
      ...bars,
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
