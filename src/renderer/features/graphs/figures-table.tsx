import { useTranslation } from 'react-i18next'
import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import { useFormat } from '../../platform/format'
import type { BucketNames } from './bucket-names'
import { GraphSwatch } from './colours'
import { labelsOf } from './labels-of'

interface Props {
  graph: PlottedGraph
  /** The period before, if it is compared. */
  before?: PlottedGraph | null
  names: BucketNames
  hidden: ReadonlySet<number>
  onSelect: (at: number) => void
}

/** The numbers of the chart as a table, with sums. */
export function FiguresTable({ graph, before = null, names, hidden, onSelect }: Props) {
  const { t } = useTranslation('graphs')
  const { number } = useFormat()
  const labels = labelsOf(graph).filter(({ index }) => !hidden.has(index))
  const cell = 'px-3 py-1.5 text-right tabular-nums'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable with the keyboard.
    <section aria-label={t('table.scroll')} tabIndex={0} className="max-h-100 overflow-auto">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{t('table.caption', { name: graph.name })}</caption>
        <thead className="sticky top-0 bg-surface-1">
          <tr className="border-b border-line">
            <th scope="col" className="px-3 py-1.5 text-left font-medium text-muted">
              {t(`unit.${graph.plot.unit}`)}
            </th>
            {labels.map(({ index, key, text }) => (
              <th key={key} scope="col" className="px-3 py-1.5 text-right font-medium">
                <span className="inline-flex items-center gap-1.5">
                  <GraphSwatch graph_id={graph.graph_id} index={index} />
                  {text}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {graph.plot.buckets.map(({ from, counts }, at) => (
            <tr key={from} className="border-b border-line">
              <th scope="row" className="px-1 py-0.5 text-left font-regular whitespace-nowrap">
                <button
                  type="button"
                  onClick={() => onSelect(at)}
                  className="min-h-6 rounded-xs px-2 text-accent hover:underline pointer-coarse:min-h-touch"
                >
                  {names.time(at)}
                </button>
              </th>
              {labels.map(({ key }) => (
                <td key={key} className={counts[key] ? cell : `${cell} text-muted`}>
                  {number(counts[key] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="px-3 py-1.5 text-left">
              {t('table.total')}
            </th>
            {labels.map(({ key }) => (
              <td key={key} className={cell}>
                {number(graph.totals[key] ?? 0)}
              </td>
            ))}
          </tr>
          {before && (
            <tr className="text-muted">
              <th scope="row" className="px-3 py-1.5 text-left font-regular">
                {t('compare.row')}
              </th>
              {labels.map(({ key }) => (
                <td key={key} className={cell}>
                  {number(before.totals[key] ?? 0)}
                </td>
              ))}
            </tr>
          )}
        </tfoot>
      </table>
    </section>
  )
}
