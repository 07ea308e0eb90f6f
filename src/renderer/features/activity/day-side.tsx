import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/format'
import { MateMark } from '../../ui/mate-mark'
import { useActivityDay } from './store'
import { useDayText } from './use-day-text'
import { Waiting } from './waiting'

/** What happened on a day in short, when, and what waits for the person. */
export function DaySide({ day }: { day: string }) {
  const { t } = useTranslation('activity')
  const { number } = useFormat()
  const { items: hours, status } = useActivityDay()
  const sentences = useDayText()
  const total = hours.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="grid grid-cols-1 gap-4 p-5">
      <div className="grid gap-2 text-sm">
        {status === 'ready' && (
          <p className="flex items-center gap-2 text-xs text-muted">
            <MateMark size={20} />
            {t('side.count', { count: total, number: number(total), day })}
          </p>
        )}
        {status === 'ready' && sentences.length > 0 && <p className="text-pretty">{sentences.join(' ')}</p>}
        {status === 'failed' && <p>{t('side.failed')}</p>}
      </div>
      {total > 0 && (
        <section aria-labelledby="activity-hours">
          <h3 id="activity-hours" className="text-xs font-semibold text-muted">
            {t('side.perHour')}
          </h3>
          <Hours />
        </section>
      )}
      <Waiting />
    </div>
  )
}

/** A bar for each hour in which something happened; a list for assistive technology. */
function Hours() {
  const { t } = useTranslation('activity')
  const { time, number } = useFormat()
  const hours = useActivityDay(state => state.items)
  const most = Math.max(...hours.map(({ count }) => count))
  return (
    <ol className="mt-2 flex h-28 items-end gap-1">
      {hours.map(({ at, count }) => (
        <li
          key={at}
          title={t('side.hour', { hour: time(at), count })}
          className="flex h-full max-w-12 min-w-0 flex-1 flex-col"
        >
          <span className="sr-only">{t('side.hour', { hour: time(at), count })}</span>
          <span aria-hidden="true" className="flex min-h-0 flex-1 flex-col justify-end text-center text-2xs text-muted">
            {number(count)}
            <span className="rounded-t-xs bg-accent" style={{ height: `${Math.max(2, (count / most) * 85)}%` }} />
          </span>
          <span aria-hidden="true" className="truncate text-center text-2xs text-muted tabular-nums">
            {time(at).replace(/:00/, '')}
          </span>
        </li>
      ))}
    </ol>
  )
}
