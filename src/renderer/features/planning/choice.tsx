import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/format'
import { useSession } from '../../platform/session'
import { useWallFormat } from '../../platform/wall-format'
import { Avatar } from '../../ui/avatar'
import { Checkbox } from '../../ui/checkbox'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { ListSection } from '../../ui/list-row'
import { PaneBody } from '../../ui/pane'
import { useDirectory } from '../organisations/store'
import { CalendarsButton } from './calendars/calendars-button'
import { OwnHours } from './own-hours'
import { shownDays, today, useSchedule } from './store'
import { calendarOf, nextMonth } from './wall'

const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** Chooses the day, and whose schedules are shown. */
export function Choice() {
  return (
    <PaneBody>
      <MonthCalendar />
      <div className="flex flex-col items-start gap-1 px-3">
        <OwnHours />
        <CalendarsButton />
      </div>
      {/* Last, because its rows come when they are known. */}
      <People />
    </PaneBody>
  )
}

function MonthCalendar() {
  const { t, i18n } = useTranslation('planning')
  const { calendarDay } = useFormat()
  const { shortDay } = useWallFormat()
  const day = useSchedule(state => state.day) ?? today()
  const view = useSchedule(state => state.view)
  const [turned, turn] = useState<string | null>(null)
  const month = turned ?? day.slice(0, 7)
  const shown = shownDays({ day, view })
  const title = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <section aria-label={t('calendar')} className="pb-2">
      <div className="flex items-center justify-between gap-2 px-4 pt-2 text-xs font-semibold text-muted">
        <h2 aria-live="polite">{title.format(new Date(`${month}-01T00:00:00Z`))}</h2>
        <span className="flex">
          <IconButton
            size="sm"
            icon={ChevronLeft}
            label={t('previousMonth')}
            onClick={() => turn(nextMonth(month, -1))}
          />
          <IconButton size="sm" icon={ChevronRight} label={t('nextMonth')} onClick={() => turn(nextMonth(month, 1))} />
        </span>
      </div>
      <div className="grid grid-cols-7 gap-y-0.5 px-3 text-center text-xs tabular-nums">
        {weekdays.map(weekday => (
          <span key={weekday} aria-hidden="true" className="leading-[26px] text-muted">
            {Array.from(shortDay(weekday))[0]}
          </span>
        ))}
        {calendarOf(month).map(date => (
          <button
            key={date}
            type="button"
            aria-label={calendarDay(date)}
            aria-pressed={shown.includes(date)}
            aria-current={date === today() ? 'date' : undefined}
            onClick={() => {
              turn(null)
              useSchedule.getState().show({ day: date })
            }}
            className={cx(
              'mx-auto size-[30px] rounded-full pointer-coarse:size-touch',
              shown.includes(date) ? 'bg-accent font-semibold text-on-accent' : 'hover:bg-surface-3',
              !shown.includes(date) && date === today() && 'font-semibold text-accent',
              !shown.includes(date) && !date.startsWith(month) && 'text-muted',
            )}
          >
            {Number(date.slice(8))}
          </button>
        ))}
      </div>
    </section>
  )
}

function People() {
  const { t } = useTranslation('planning')
  const people = useDirectory(state => state.items)
  const self = useSession(state => state.userId)
  const chosen = useSchedule(state => state.people)
  useEffect(() => {
    if (useDirectory.getState().status === 'idle') void useDirectory.getState().load()
  }, [])
  const isChosen = (user_id: number) => (chosen.length > 0 ? chosen.includes(user_id) : user_id === self)
  // The person comes first.
  const ordered = [...people].sort((a, b) => Number(b.user_id === self) - Number(a.user_id === self))
  return (
    <section aria-label={t('people')}>
      <ListSection
        title={t('people')}
        trailing={t('chosen', {
          number: people.filter(person => isChosen(person.user_id)).length,
          total: people.length,
        })}
      />
      <ul className="flex flex-col gap-0.5 px-3 pb-4">
        {ordered.map(person => (
          <li key={person.user_id} className="flex items-center gap-2 rounded-sm px-1.5 py-1">
            <Checkbox
              label={person.user_displayname}
              hideLabel
              checked={isChosen(person.user_id)}
              onChange={() => useSchedule.getState().togglePerson(person.user_id)}
            />
            <Avatar
              id={String(person.user_id)}
              name={person.user_displayname}
              src={person.user_image}
              size={24}
              decorative
            />
            <span aria-hidden="true" className="min-w-0 flex-1 truncate text-sm font-medium">
              {person.user_displayname}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
