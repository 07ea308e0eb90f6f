import { useTranslation } from 'react-i18next'
import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import { useFormat } from '../../platform/format'
import { cx } from '../../ui/cx'
import type { ChartKind } from './chart-option'
import { useColours } from './colours'
import { labelsOf } from './labels-of'
import { styleOf } from './series-style'

interface Props {
  graph: PlottedGraph
  kind: ChartKind
  hidden: ReadonlySet<number>
  /** The label whose logs are listed. */
  chosen: number | null
  onChoose: (index: number) => void
}

/** Shows how each label is drawn and how often it was used; pressing one lists its logs. */
export function Legend({ graph, kind, hidden, chosen, onChoose }: Props) {
  const { t } = useTranslation('graphs')
  const format = useFormat()
  const colourOf = useColours(graph.graph_id)
  return (
    <ul aria-label={t('legend')} className="flex flex-wrap gap-x-3 gap-y-1">
      {labelsOf(graph)
        .filter(({ index }) => !hidden.has(index))
        .map(({ index, key, text }) => (
          <li key={key} className="flex min-w-0">
            <button
              type="button"
              data-print
              aria-pressed={chosen === index}
              onClick={() => onChoose(index)}
              className={cx(
                'flex min-h-6 min-w-0 items-center gap-1.5 rounded-xs px-1 text-sm pointer-coarse:min-h-touch',
                chosen === index ? 'bg-accent-soft text-accent-ink' : 'hover:bg-surface-3',
              )}
            >
              {kind === 'line' ? (
                <Line index={index} colour={colourOf(index)} />
              ) : (
                <Bar index={index} colour={colourOf(index)} />
              )}
              <span className="truncate">{text}</span>{' '}
              <span className="text-muted tabular-nums">{format.number(graph.totals[key] ?? 0)}</span>
            </button>
          </li>
        ))}
    </ul>
  )
}

const SYMBOLS = {
  circle: 'M10 1.8a3.2 3.2 0 1 0 0 6.4a3.2 3.2 0 1 0 0-6.4Z',
  rect: 'M7 2h6v6H7Z',
  triangle: 'M10 1.4L13.8 8H6.2Z',
  diamond: 'M10 1L14 5L10 9L6 5Z',
  roundRect: 'M8 2.5h4a1.5 1.5 0 0 1 1.5 1.5v2a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 6V4A1.5 1.5 0 0 1 8 2.5Z',
} as const

/** A sample of the label's line with its symbol. */
function Line({ index, colour }: { index: number; colour: number }) {
  const { dash, symbol } = styleOf(index)
  const stroke = `var(--label-${colour}-mark)`
  return (
    <svg width="24" height="10" viewBox="-2 0 24 10" aria-hidden="true" className="shrink-0">
      <path
        d="M-2 5H22"
        style={{ stroke }}
        strokeWidth="2.25"
        strokeDasharray={dash === 'solid' ? undefined : dash.join(' ')}
      />
      <path d={SYMBOLS[symbol]} style={{ stroke, fill: 'var(--surface-1)' }} strokeWidth="2" />
    </svg>
  )
}

/** The pattern of each label's bars as a sample. */
const PATTERNS = [
  '',
  'M-2-4L12 14M4-4L18 14M10-4L24 14',
  'M3 3h.01M8 3h.01M13 3h.01M3 7.5h.01M8 7.5h.01M13 7.5h.01',
  'M12-4L-2 14M18-4L4 14M24-4L10 14',
  'M0 3H20M0 7.5H20',
]

/** A sample of the label's bar. */
function Bar({ index, colour }: { index: number; colour: number }) {
  return (
    <svg width="18" height="11" viewBox="0 0 18 11" aria-hidden="true" className="shrink-0 rounded-[2px]">
      <path d="M0 0H18V11H0Z" style={{ fill: `var(--label-${colour}-mark)` }} />
      <path
        d={PATTERNS[index]}
        style={{ stroke: 'var(--surface-1)' }}
        strokeWidth="2"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  )
}
