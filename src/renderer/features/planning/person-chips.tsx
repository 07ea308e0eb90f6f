import { useTranslation } from 'react-i18next'
import { useSession } from '../../platform/session'
import { Avatar } from '../../ui/avatar'
import { cx } from '../../ui/cx'
import { Loading, Skeleton } from '../../ui/skeleton'
import { useDirectory } from '../organisations/store'
import { CalendarsButton } from './calendars/calendars-button'
import { OwnHours } from './own-hours'
import { shownPeople, useSchedule } from './store'

/** Chooses the one person whose schedule a phone shows. */
export function PersonChips() {
  const { t } = useTranslation('planning')
  const { items: people, status } = useDirectory()
  const self = useSession(state => state.userId)
  const [shown] = useSchedule(state => shownPeople(state).join('.'))
    .split('.')
    .map(Number)
  // What stands behind the people comes with them, so that it is not pushed away.
  const isWaiting = people.length === 0 && status !== 'ready' && status !== 'failed'
  const ordered = [...people].sort((a, b) => Number(b.user_id === self) - Number(a.user_id === self))
  return (
    <nav
      aria-label={t('people')}
      className="flex shrink-0 items-center gap-2 overflow-x-auto border-b border-line bg-surface-1 px-4 py-2.5 md:hidden"
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
      {isWaiting ? (
        <Loading label={t('loadingPeople')} className="flex gap-2">
          <Skeleton width={112} height="var(--control-h-touch)" className="rounded-full" />
          <Skeleton width={96} height="var(--control-h-touch)" className="rounded-full" />
        </Loading>
      ) : (
        <>
          <OwnHours />
          <CalendarsButton />
        </>
      )}
    </nav>
  )
}
