import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Annotation } from '#shared/contract/graphs/annotations'
import type { Bucket, PlottedGraph } from '#shared/contract/graphs/endpoints'
import type { Threshold } from '#shared/contract/graphs/thresholds'
import { useFormat } from '../../platform/format'
import { usePreferences } from '../../platform/preferences'
import { shift, useLocalKeys } from '../../ui/local-keys'
import { useMedia } from '../../ui/use-media'
import { annotationGraphics } from './annotations/annotation-graphics'
import { AnnotationMarks } from './annotations/annotation-marks'
import { annotationsIn } from './annotations/annotations-in'
import type { BucketNames } from './bucket-names'
import { type ChartKind, chartOption, type Insets } from './chart-option'
import { ChartTip } from './chart-tip'
import { useColours } from './colours'
import { type Drawing, draw, drawForPaper } from './drawing'
import { labelsOf } from './labels-of'
import { paletteAt, paperPalette } from './palette'
import { bandOf, bucketAt, onPaper } from './plot-geometry'

/** Consecutive buckets, by their indexes in the plot. */
export interface Stretch {
  first: number
  last: number
}

interface Props {
  graph: PlottedGraph
  /** The period before, if it is compared. */
  before?: PlottedGraph | null
  /** Those in the plotted time. */
  annotations?: readonly Annotation[]
  thresholds?: readonly Threshold[]
  kind: ChartKind
  names: BucketNames
  insets: Insets
  hidden: ReadonlySet<number>
  /** Describes the chart in a sentence. */
  summary: string
  selected: Stretch | null
  /** `label` is set when a point of a line or a part of a bar was pressed. */
  onSelect: (stretch: Stretch, label: number | null) => void
  onClear: () => void
}

const noAnnotations: readonly Annotation[] = []
const noThresholds: readonly Threshold[] = []

/**
 * The chart. The drawing is an image with a name. A slider above it selects time with the arrow keys and Enter or with
 * a press; Shift or dragging selects a stretch.
 */
export function Chart({
  graph,
  before = null,
  annotations = noAnnotations,
  thresholds = noThresholds,
  kind,
  names,
  insets,
  hidden,
  summary,
  selected,
  onSelect,
  onClear,
}: Props) {
  const { t } = useTranslation('graphs')
  const { number } = useFormat()
  const { buckets } = graph.plot
  const colourOf = useColours(graph.graph_id)
  const box = useRef<HTMLDivElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing | null>(null)
  const theme = usePreferences(state => state.theme)
  const isDark = useMedia('(prefers-color-scheme: dark)')
  const [cursor, setCursor] = useState(0)
  /** The start of a stretch that is being dragged or extended. */
  const [anchor, setAnchor] = useState<number | null>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const [hasFocus, setFocus] = useState(false)

  useEffect(() => {
    const element = box.current
    if (!element) return
    const made = draw(element)
    drawing.current = made
    const watcher = new ResizeObserver(() => made.resize())
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      made.dispose()
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme determines the colours that are read.
  useEffect(() => {
    if (!box.current) return
    const palette = paletteAt(box.current, colourOf)
    drawing.current?.show(chartOption(graph, { before, thresholds, kind, names, palette, insets, hidden, number }))
  }, [graph, before, thresholds, kind, names, insets, hidden, number, theme, isDark, colourOf])

  useEffect(() => {
    // In light colours and as wide as the paper. The chart on screen keeps its width during printing.
    const print = () => {
      const palette = paperPalette(colourOf)
      const option = chartOption(graph, { before, thresholds, kind, names, palette, insets, hidden, number })
      const graphic = annotationGraphics(annotations, graph.plot, palette, { insets, ...onPaper })
      const canvas = drawForPaper({ ...option, graphic })
      canvas.setAttribute('role', 'img')
      canvas.setAttribute('aria-label', summary)
      canvas.className = 'h-auto w-full'
      paper.current?.replaceChildren(canvas)
    }
    const clear = () => paper.current?.replaceChildren()
    window.addEventListener('beforeprint', print)
    window.addEventListener('afterprint', clear)
    return () => {
      window.removeEventListener('beforeprint', print)
      window.removeEventListener('afterprint', clear)
    }
  }, [graph, before, annotations, thresholds, kind, names, insets, hidden, number, colourOf, summary])

  const at = Math.min(cursor, buckets.length - 1)
  const drawn: Stretch | null = anchor === null ? null : { first: Math.min(anchor, at), last: Math.max(anchor, at) }
  function wordsFor(stretch: Stretch): string {
    return [
      `${names.time(stretch.first, stretch.last)}: ${countsIn(buckets, stretch)}`,
      ...(before ? [t('compare.atThen', { counts: countsIn(before.plot.buckets, stretch) })] : []),
      ...annotationsOf(stretch).map(({ text }) => t('annotations.said', { text })),
    ].join('. ')
  }
  function annotationsOf({ first, last }: Stretch): Annotation[] {
    const [from, to] = [buckets[first]?.from, buckets[last]?.to]
    return from && to ? annotationsIn(annotations, { from, to }) : []
  }
  function countsIn(of: readonly Bucket[], { first, last }: Stretch): string {
    const sums = sumsOf(of.slice(first, last + 1))
    const parts = labelsOf(graph).flatMap(({ index, text }) => {
      const count = sums.get(index)
      return count && !hidden.has(index) ? [`${text} ${number(count)}`] : []
    })
    return parts.length > 0 ? parts.join(', ') : t('chart.nothing')
  }

  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageUp: 10,
    PageDown: -10,
    Home: -buckets.length,
    End: buckets.length,
  }
  function go(key: string) {
    const [name = key, isStretch] = key.startsWith(shift) ? [key.slice(shift.length), true] : [key]
    setAnchor(isStretch ? (anchor ?? at) : null)
    setCursor(Math.min(buckets.length - 1, Math.max(0, at + (steps[name] ?? 0))))
  }
  const onKeyDown = useLocalKeys('chart', [
    { keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], does: 'time', run: go },
    { keys: ['PageUp', 'PageDown'], does: 'timeFar', run: go },
    { keys: ['Home', 'End'], does: 'timeEnd', run: go },
    { keys: Object.keys(steps).map(name => `${shift}${name}`), does: 'stretch', run: go },
    {
      keys: ['Enter', ' '],
      does: 'logsOf',
      run() {
        onSelect(drawn ?? { first: at, last: at }, null)
        setAnchor(null)
      },
    },
    {
      keys: ['Escape'],
      does: 'clear',
      run() {
        if (!drawn && !selected) return false
        setAnchor(null)
        onClear()
        return true
      },
    },
  ])

  const placeOf = (event: PointerEvent) => {
    const { left, top, width } = event.currentTarget.getBoundingClientRect()
    const x = event.clientX - left
    return { x, y: event.clientY - top, index: bucketAt(x, width, insets, buckets.length) }
  }
  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0) return
    const { index } = placeOf(event)
    event.currentTarget.setPointerCapture(event.pointerId)
    setCursor(index)
    setAnchor(index)
  }
  function onPointerMove(event: PointerEvent) {
    const { index } = placeOf(event)
    setHovered(index)
    if (event.currentTarget.hasPointerCapture(event.pointerId)) setCursor(index)
  }
  function onPointerUp(event: PointerEvent) {
    if (anchor === null) return
    const { x, y, index } = placeOf(event)
    const stretch = { first: Math.min(anchor, index), last: Math.max(anchor, index) }
    const series = stretch.first === stretch.last ? drawing.current?.seriesAt(x, y) : null
    setAnchor(null)
    onSelect(stretch, series === null || series === undefined ? null : Number(series))
  }

  const marked = drawn ?? (hasFocus ? { first: at, last: at } : null)
  const shown = hovered ?? (hasFocus ? at : null)
  const active = shown === null ? [] : annotationsOf({ first: shown, last: shown })
  return (
    <div className="relative h-75 max-md:h-60 print:h-auto">
      <div ref={paper} className="hidden print:block" />
      {selected && <Band stretch={selected} count={buckets.length} insets={insets} className="bg-accent-soft/75" />}
      {marked && (
        <Band
          stretch={marked}
          count={buckets.length}
          insets={insets}
          className="border-x border-accent bg-accent-soft/40"
        />
      )}
      <AnnotationMarks annotations={annotations} plot={graph.plot} insets={insets} active={active} />
      <div ref={box} role="img" aria-label={summary} className="absolute inset-0 print:hidden" />
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('chart.time')}
        aria-valuemin={0}
        aria-valuemax={buckets.length - 1}
        aria-valuenow={at}
        aria-valuetext={wordsFor(drawn ?? { first: at, last: at })}
        onKeyDown={onKeyDown}
        onFocus={event => setFocus(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => setFocus(false)}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setAnchor(null)}
        onPointerLeave={() => setHovered(null)}
        className="absolute inset-0 cursor-crosshair touch-pan-y rounded-sm"
      />
      {shown !== null && (
        <ChartTip {...{ graph, before, hidden, insets }} at={shown} title={names.time(shown)} annotations={active} />
      )}
    </div>
  )
}

function Band({
  stretch: { first, last },
  count,
  insets,
  className,
}: {
  stretch: Stretch
  count: number
  insets: Insets
  className: string
}) {
  return (
    <div
      aria-hidden="true"
      className={`pointer-events-none absolute print:hidden ${className}`}
      style={{ ...bandOf(first, last, count, insets), top: insets.top, bottom: insets.bottom }}
    />
  )
}

function sumsOf(buckets: readonly Bucket[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { counts } of buckets) {
    for (const [key, count] of Object.entries(counts)) sums.set(Number(key), (sums.get(Number(key)) ?? 0) + count)
  }
  return sums
}
