import { useTranslation } from 'react-i18next'
import type { Annotation } from '#shared/contract/graphs/annotations'
import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import { useFormat } from '../../platform/format'
import type { Insets } from './chart-option'
import { GraphSwatch } from './colours'
import { labelsOf } from './labels-of'
import { bandOf } from './plot-geometry'

interface Props {
  graph: PlottedGraph
  /** The period before, if it is compared. */
  before: PlottedGraph | null
  /** The hovered bucket. */
  at: number
  title: string
  /** Those at the hovered time. */
  annotations: readonly Annotation[]
  hidden: ReadonlySet<number>
  insets: Insets
}

/** The numbers of the hovered bucket. It is visual only, because the slider announces them. */
export function ChartTip({ graph, before, at, title, annotations, hidden, insets }: Props) {
  const { t } = useTranslation('graphs')
  const format = useFormat()
  const { buckets } = graph.plot
  const counts = buckets[at]?.counts ?? {}
  const then = before?.plot.buckets[at]?.counts ?? {}
  const rows = labelsOf(graph).filter(({ index, key }) => (counts[key] || then[key]) && !hidden.has(index))
  const isRight = at >= buckets.length / 2
  const { left } = bandOf(at + (isRight ? 0 : 1), at, buckets.length, insets)
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-3 z-sticky w-max max-w-60 rounded-md border border-line bg-surface-1 px-3 py-2 text-xs shadow-2"
      style={{ left, transform: isRight ? 'translateX(calc(-100% - 8px))' : 'translateX(8px)' }}
    >
      <p className="font-semibold">{title}</p>
      {rows.length === 0 && <p className="text-muted">{t('chart.nothing')}</p>}
      <ul className="mt-1 grid gap-1">
        {rows.map(({ index, key, text }) => (
          <li key={key} className="flex items-center gap-1.5">
            <GraphSwatch graph_id={graph.graph_id} index={index} />
            <span className="min-w-0 flex-1 truncate">{text}</span>
            <span className="pl-3 tabular-nums">{format.number(counts[key] ?? 0)}</span>
            {before && (
              <span className="text-muted tabular-nums">
                {t('compare.beside', { number: format.number(then[key] ?? 0) })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {annotations.map(({ annotation_id, text }) => (
        <p key={annotation_id} className="mt-1 border-t border-line pt-1 wrap-anywhere">
          {text}
        </p>
      ))}
    </div>
  )
}
