import { useTranslation } from 'react-i18next'
import { useSession } from '../../platform/session'
import { Avatar } from '../../ui/avatar'
import { cx } from '../../ui/cx'
import { useDirectory } from '../organisations/store'
import { CalendarsButton } from './calendars/calendars-button'
import { OwnHours } from './own-hours'
import { shownPeople, useSchedule } from './store'

/** Chooses the one person whose schedule a phone shows. */
export function PersonChips() {
  const { t } = useTranslation('planning')
  const people = useDirectory(state => state.items)
  const self = useSession(state => state.userId)
  const [shown] = useSchedule(state => shownPeople(state).join('.'))
    .split('.')
    .map(Number)
  const ordered = [...people].sort((a, b) => Number(b.user_id === self) - Number(a.user_id === self))
  return (
    <nav
      aria-label={t('people')}
      className="flex shrink-0 gap-2 overflow-x-auto border-b border-line bg-surface-1 px-4 py-2.5 md:hidden"
    >
      {ordered.map(person => (
        <button
          key={person.user_id}
          type="button"
          aria-pressed={person.user_id === shown}
          onClick={() => useSchedule.getState().showOnly(person.user_id)}
          className={cx(
            'flex min-h-touch shrink-0 items-center gap-1.5 rounded-full border px-1.5 pr-3 text-sm font-medium',
            person.user_id === shown ? 'border-accent bg-accent-soft' : 'border-line',
          )}
        >
          <Avatar
            id={String(person.user_id)}
            name={person.user_displayname}
            src={person.user_image}
            size={26}
            decorative
          />
          {person.user_displayname.split(' ')[0]}
        </button>
      ))}
      <OwnHours />
      <CalendarsButton />
    </nav>
  )
}
