import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { monthAway, weeksOfMonth } from '#shared/rules/day-ranges'
import { useFormat } from '../../platform/format'
import { usePreferences } from '../../platform/preferences'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'

interface Props {
  from: string
  to: string
  today: string
  onChoose: (range: { from: string; to: string }) => void
}

/** A month in which the first and the last day of a range are chosen. */
export function DayRangeGrid({ from, to, today, onChoose }: Props) {
  const { t } = useTranslation('searchPage')
  const { calendarDay } = useFormat()
  const language = usePreferences(state => state.language)
  const [month, setMonth] = useState((to || from || today).slice(0, 7))
  /** The first day, while the last one is not chosen. */
  const [first, setFirst] = useState<string | null>(null)
  const weeks = weeksOfMonth(month)
  const nameOf = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(Date.parse(day))
  const [low, high] = first ? [first, first] : [from || to, to || from]

  function press(day: string) {
    if (first === null) setFirst(day)
    else onChoose(first <= day ? { from: first, to: day } : { from: day, to: first })
  }
  return (
    <div className="w-64 max-w-full border-t border-line pt-3">
      <div className="mb-1 flex items-center gap-1">
        <IconButton
          icon={ChevronLeft}
          size="sm"
          label={t('previousMonth')}
          onClick={() => setMonth(monthAway(month, -1))}
        />
        <p aria-live="polite" className="flex-1 text-center text-sm font-medium first-letter:uppercase">
          {nameOf(`${month}-01`, { month: 'long', year: 'numeric' })}
        </p>
        <IconButton
          icon={ChevronRight}
          size="sm"
          label={t('nextMonth')}
          disabled={month >= today.slice(0, 7)}
          onClick={() => setMonth(monthAway(month, 1))}
        />
      </div>
      <div aria-hidden="true" className="grid grid-cols-7 text-center text-2xs text-muted">
        {weeks[0]?.map(day => (
          <span key={day}>{nameOf(day, { weekday: 'short' })}</span>
        ))}
      </div>
      <div className="grid grid-cols-7 gap-y-0.5">
        {weeks.flat().map(day => {
          const isIn = low !== '' && low <= day && day <= high
          return (
            <button
              key={day}
              type="button"
              aria-label={calendarDay(day)}
              aria-pressed={isIn}
              aria-current={day === today ? 'date' : undefined}
              disabled={day > today}
              onClick={() => press(day)}
              className={cx(
                'h-8 text-sm tabular-nums disabled:opacity-40',
                isIn ? 'bg-accent-soft font-medium text-accent-ink' : 'rounded-sm enabled:hover:bg-surface-3',
                day.slice(0, 7) !== month && !isIn && 'text-muted',
                day === today && 'font-semibold underline underline-offset-4',
              )}
            >
              {Number(day.slice(8))}
            </button>
          )
        })}
      </div>
      <p role="status" className="mt-1 text-xs text-muted">
        {first === null ? t('choose') : t('first', { day: calendarDay(first) })}
      </p>
    </div>
  )
}
