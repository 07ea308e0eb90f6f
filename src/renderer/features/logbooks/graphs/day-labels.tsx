import { useTranslation } from 'react-i18next'
import type { Log } from '#shared/contract/logbooks'
import { useFormat } from '../../../platform/format'
import { cx } from '../../../ui/cx'

const MARKS = ['bg-label-0-mark', 'bg-label-1-mark', 'bg-label-2-mark', 'bg-label-3-mark', 'bg-label-4-mark']

/** How many of these logs carry each label. */
export function DayLabels({ logs }: { logs: readonly Log[] }) {
  const { t } = useTranslation('graphs')
  const format = useFormat()
  const rows = new Map<string, { index: number; text: string; count: number }>()
  for (const { labels } of logs) {
    for (const { graph_id, label, text } of labels) {
      const key = `${graph_id}.${label}`
      rows.set(key, { index: label, text, count: (rows.get(key)?.count ?? 0) + 1 })
    }
  }
  if (rows.size === 0) return null
  const most = Math.max(...[...rows.values()].map(row => row.count))
  return (
    <section aria-labelledby="day-labels" className="mb-5">
      <h2 id="day-labels" className="text-xs font-semibold text-muted">
        {t('ofDay')}
      </h2>
      <ul className="mt-2 grid grid-cols-1 gap-2 text-xs">
        {[...rows].sort(byKey).map(([key, { index, text, count }]) => (
          <li key={key} className="flex items-center gap-2">
            <span className="w-24 truncate">{text}</span>
            <span aria-hidden="true" className="h-1.5 flex-1 overflow-hidden rounded-full bg-track">
              <span
                className={cx('block h-full rounded-full', MARKS[index])}
                style={{ width: `${(100 * count) / most}%` }}
              />
            </span>
            <span className="min-w-5 text-right text-muted tabular-nums">{format.number(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const byKey = ([one]: [string, unknown], [other]: [string, unknown]) =>
  one.localeCompare(other, undefined, { numeric: true })
