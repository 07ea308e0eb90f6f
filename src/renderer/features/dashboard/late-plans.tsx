import { ClockAlert } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/format'
import { useTeam } from './team'
import { useOpenSchedule } from './who-card'

/** A person whose plan has tasks that end after their deadline, and the one that does by most. */
export interface LatePlan {
  user_id: number
  name: string
  title: string
  minutes: number
  tasks: number
}

/** The plans that run late, those by most first. */
export function useLatePlans(): LatePlan[] {
  const team = useTeam(state => state.items[0])
  return useMemo(() => {
    const plans = new Map<number, LatePlan>()
    for (const { user_id, title, minutes } of team?.late ?? []) {
      const plan = plans.get(user_id)
      const name = team?.people.find(person => person.user_id === user_id)?.name ?? ''
      const worst = plan && plan.minutes >= minutes ? plan : { title, minutes }
      plans.set(user_id, { user_id, name, title: worst.title, minutes: worst.minutes, tasks: (plan?.tasks ?? 0) + 1 })
    }
    return [...plans.values()].sort((one, other) => other.minutes - one.minutes)
  }, [team])
}

/** Whose plan runs late; every name opens its schedule, which says why. */
export function LatePlans({ plans }: { plans: readonly LatePlan[] }) {
  const { t } = useTranslation('dashboard')
  const { number } = useFormat()
  const open = useOpenSchedule()
  const duration = (minutes: number) =>
    [
      minutes >= 60 && t('hours', { number: number(Math.floor(minutes / 60)) }),
      minutes % 60 > 0 && t('minutes', { number: number(minutes % 60) }),
    ]
      .filter(Boolean)
      .join(' ')
  return (
    <section aria-label={t('late.title')} className="min-w-0">
      <h3 className="-mx-1 flex min-h-6 items-center gap-2 px-1 text-xs font-semibold text-muted pointer-coarse:min-h-touch">
        <span className="truncate">{t('late.title')}</span> <span className="tabular-nums">{number(plans.length)}</span>
      </h3>
      <ul>
        {plans.slice(0, 3).map(({ user_id, name, title, minutes, tasks }) => (
          <li key={user_id}>
            <button
              type="button"
              onClick={() => open(user_id)}
              className="-mx-2 flex w-[calc(100%+16px)] min-w-0 items-start gap-2.5 rounded-sm px-2 py-1.5 text-left hover:bg-surface-2 pointer-coarse:min-h-touch"
            >
              <ClockAlert size={16} className="mt-0.5 shrink-0 text-danger" />
              <span className="min-w-0">
                <span className="block truncate text-sm font-medium">{name}</span>{' '}
                <span className="block truncate text-xs text-muted tabular-nums">
                  {t('late.note', {
                    count: tasks,
                    number: number(tasks),
                    title: title || t('who.hidden'),
                    time: duration(minutes),
                  })}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
