import { useTranslation } from 'react-i18next'
import { useWallFormat } from '../../../platform/wall-format'
import type { Shift } from './working-day'

const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** The working hours of each weekday, to be read. */
export function HoursSummary({ days }: { days: readonly Shift[] }) {
  const { t } = useTranslation('profile')
  const wall = useWallFormat()
  const span = ({ from, to }: { from: string; to: string }) =>
    t('hours.span', { from: wall.time(from), to: wall.time(to) })
  return (
    <dl className="grid grid-cols-[7rem_1fr] gap-x-4 gap-y-1 text-sm">
      {weekdays.map(weekday => {
        const shifts = days.filter(shift => shift.weekday === weekday)
        return (
          <div key={weekday} className="contents">
            <dt className="text-muted">{wall.longDay(weekday)}</dt>
            <dd>
              {shifts.length === 0 && <span className="text-muted">{t('hours.off')}</span>}
              {shifts.map(shift => (
                <span key={shift.from} className="block tabular-nums">
                  {span(shift)}
                  {shift.breaks.length > 0 && (
                    <span className="text-muted">
                      {' '}
                      {t('hours.without', { breaks: shift.breaks.map(span).join(', ') })}
                    </span>
                  )}
                </span>
              ))}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
