import { type MouseEvent, memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlotEntry, PlottedGraph } from '#shared/contract/graphs/endpoints'
import { useFormat } from '../../platform/format'
import { cx } from '../../ui/cx'
import { useLocalKeys } from '../../ui/local-keys'
import type { Stretch } from './chart'
import type { Insets } from './chart-option'
import { useColours } from './colours'
import { labelsOf } from './labels-of'
import { bandOf, placeOf } from './plot-geometry'

interface Props {
  graph: PlottedGraph
  insets: Insets
  isNarrow: boolean
  hidden: ReadonlySet<number>
  selected: Stretch | null
  /** The log of the selected mark. */
  chosen: number | null
  onSelect: (log_id: number) => void
}

interface Placed {
  entry: PlotEntry
  /** The position along the plot, from 0 to 1. */
  at: number
}

/** One mark for each log, in a strip for each label, aligned with the chart above. */
export function Marks({ graph, insets, isNarrow, hidden, selected, chosen, onSelect }: Props) {
  const { buckets } = graph.plot
  const strips = useMemo(() => stripsOf(graph), [graph])
  const colourOf = useColours(graph.graph_id)
  return (
    <div className="relative">
      {selected && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 bg-accent-soft/75"
          style={bandOf(selected.first, selected.last, buckets.length, insets)}
        />
      )}
      {strips
        .filter(({ index }) => !hidden.has(index))
        .map(strip => (
          <Strip
            key={strip.index}
            {...strip}
            colour={colourOf(strip.index)}
            insets={insets}
            isNarrow={isNarrow}
            chosen={chosen}
            onSelect={onSelect}
          />
        ))}
    </div>
  )
}

/** Returns the logs of each label that has some, oldest first. */
function stripsOf(graph: PlottedGraph): { index: number; text: string; logs: Placed[] }[] {
  const { plot, plot_data } = graph
  const placed = plot_data.toReversed().map(entry => ({ entry, at: placeOf(entry.created_at, plot.buckets) }))
  return labelsOf(graph)
    .map(({ index, text }) => ({ index, text, logs: placed.filter(({ entry }) => entry.labels.includes(index)) }))
    .filter(({ logs }) => logs.length > 0)
}

const TONES = [
  'border-label-0-border bg-label-0-bg',
  'border-label-1-border bg-label-1-bg',
  'border-label-2-border bg-label-2-bg',
  'border-label-3-border bg-label-3-bg',
  'border-label-4-border bg-label-4-bg',
]

interface StripProps {
  colour: number
  text: string
  insets: Insets
  isNarrow: boolean
  logs: readonly Placed[]
  chosen: number | null
  onSelect: (log_id: number) => void
}

/**
 * The logs of one label. The strip as a whole takes presses and keys, because single marks are too small for either.
 */
function Strip({ colour, text, insets, isNarrow, logs, chosen, onSelect }: StripProps) {
  const { t } = useTranslation('graphs')
  const format = useFormat()
  const [cursor, setCursor] = useState(logs.length - 1)
  const [hasFocus, setFocus] = useState(false)
  const at = Math.min(cursor, logs.length - 1)
  const current = logs[at]

  const go = (step: number) => setCursor(Math.min(logs.length - 1, Math.max(0, at + step)))
  const onKeyDown = useLocalKeys('marks', [
    { keys: ['ArrowLeft', 'ArrowRight'], does: 'log', run: key => go(key === 'ArrowLeft' ? -1 : 1) },
    { keys: ['Home', 'End'], does: 'logsEnd', run: key => go(key === 'Home' ? -logs.length : logs.length) },
    { keys: ['Enter', ' '], does: 'open', run: () => current !== undefined && onSelect(current.entry.log_id) },
  ])
  function onClick(event: MouseEvent) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const pressed = (event.clientX - left) / Math.max(1, width)
    const distance = (mark: Placed) => Math.abs(mark.at - pressed)
    const nearest = logs.reduce((best, log) => (distance(log) < distance(best) ? log : best))
    setCursor(logs.indexOf(nearest))
    onSelect(nearest.entry.log_id)
  }

  return (
    <div className={cx('relative border-b border-line', isNarrow ? 'pt-1' : 'flex h-9 items-center')}>
      <p
        className={cx('truncate text-xs', !isNarrow && 'absolute left-0 pr-2')}
        style={isNarrow ? {} : { width: insets.left }}
      >
        {text}
      </p>
      <div
        role="slider"
        data-print
        tabIndex={0}
        aria-label={t('marks.of', { label: text })}
        aria-valuemin={1}
        aria-valuemax={logs.length}
        aria-valuenow={at + 1}
        aria-valuetext={current && `${format.dayAndTime(current.entry.created_at)}, ${current.entry.title}`}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onFocus={event => setFocus(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => setFocus(false)}
        className="relative h-8 flex-1 cursor-pointer rounded-sm"
        style={{ marginLeft: insets.left, marginRight: insets.right }}
      >
        <Drawn colour={colour} logs={logs} />
        {logs
          .filter((log, place) => log.entry.log_id === chosen || (hasFocus && place === at))
          .map(({ entry, at: place }) => (
            <span
              key={entry.log_id}
              aria-hidden="true"
              className="pointer-events-none absolute top-1 h-6 w-4 -translate-x-1/2 rounded-sm border-2 border-accent"
              style={{ left: `${100 * place}%` }}
            />
          ))}
      </div>
    </div>
  )
}

/** Up to two thousand marks, rendered again only when they change. */
const Drawn = memo(function Drawn({ colour, logs }: { colour: number; logs: readonly Placed[] }) {
  return logs.map(({ entry, at }) => (
    <span
      key={entry.log_id}
      aria-hidden="true"
      className={cx('absolute top-2 h-4 w-2 -translate-x-1/2 rounded-xs border-[1.5px]', TONES[colour])}
      style={{ left: `${100 * at}%` }}
    />
  ))
})
