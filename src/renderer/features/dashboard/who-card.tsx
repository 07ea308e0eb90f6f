import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { planning } from '#shared/contract/planning/limits'
import { useFormat } from '../../platform/format'
import { useMinute } from '../../platform/use-minute'
import { Avatar } from '../../ui/avatar'
import { useDirectory } from '../organisations/store'
import { useSchedule } from '../planning/store'
import { type AtWork, peopleAtWork } from './at-work'
import { Card } from './card'
import { useTeam } from './team'

/** People who are shown; the schedule shows all. */
const most = 6

/** Returns the function that shows the schedule of a person. */
export function useOpenSchedule() {
  const navigate = useNavigate()
  return (user_id: number) => {
    useSchedule.getState().showOnly(user_id)
    void navigate('/home/schedule')
  }
}

/** Who works now or later today, and what at; every name opens its schedule. */
export function WhoCard() {
  const { t } = useTranslation('dashboard')
  const { number, daysAgo } = useFormat()
  const now = useMinute()
  const team = useTeam(state => state.items[0])
  const directory = useDirectory(state => state.items)
  const open = useOpenSchedule()
  const note = useNote()
  if (!team) return null
  const { items, people } = team
  const atWork = peopleAtWork(items, now, at => daysAgo(at) === 0)
  const count = atWork.filter(({ isIn }) => isIn).length
  return (
    <Card
      title={t('who.title')}
      className="col-span-4 max-lg:col-span-full"
      trailing={
        <span className="text-xs text-muted tabular-nums">
          {t('who.count', { number: number(count), total: number(people.length) })}
        </span>
      }
    >
      {atWork.length === 0 && <p className="py-1 text-sm text-muted">{t('who.none')}</p>}
      <ul className="divide-y divide-line">
        {atWork.slice(0, most).map(person => {
          const found = directory.find(({ user_id }) => user_id === person.user_id)
          const name = found?.user_displayname ?? people.find(known => known.user_id === person.user_id)?.name ?? ''
          return (
            <li key={person.user_id} className="py-0.5">
              <button
                type="button"
                onClick={() => open(person.user_id)}
                className="-mx-2 flex w-[calc(100%+16px)] min-w-0 items-center gap-2.5 rounded-sm px-2 py-1.5 text-left hover:bg-surface-2 pointer-coarse:min-h-touch"
              >
                <Avatar name={name} id={String(person.user_id)} src={found?.user_image ?? null} decorative />
                <span className="min-w-0">
                  <span className="block truncate text-sm font-medium">{name}</span>{' '}
                  <span className="block truncate text-xs text-muted tabular-nums">{note(person)}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {people.length === planning.people && directory.length > planning.people && (
        <p className="pt-2 text-xs text-muted">{t('who.cut', { number: number(planning.people) })}</p>
      )}
    </Card>
  )
}

function useNote() {
  const { t } = useTranslation('dashboard')
  const { time } = useFormat()
  return ({ from, to, isIn, now, next }: AtWork): string => {
    if (!isIn) return t('who.comes', { from: time(from), to: time(to) })
    if (now?.kind === 'break') return t('who.break', { time: time(now.to) })
    if (now) return t('who.does', { task: now.title || t('who.hidden'), time: time(now.to) })
    return next === null ? t('who.free', { time: time(to) }) : t('who.next', { time: time(next) })
  }
}
