import { AtSign, KeyRound, type LucideIcon, SquareCheck, UserRoundPlus } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/format'
import { useAccessRequests } from '../access/store'
import { useWaiting, type Waiting as WaitingItem } from './waiting-store'

const icons: Record<WaitingItem['kind'], LucideIcon> = { task: SquareCheck, mention: AtSign, assignment: UserRoundPlus }

/** The most that is listed. */
const shownAtMost = 6

/**
 * What waits for the person: tasks that are late or due today, unread mentions and assignments, and requests for access
 * that they can answer. Renders nothing if nothing does.
 */
export function Waiting() {
  const { t } = useTranslation('activity')
  const { dayAndTime, dayKey } = useFormat()
  const items = useWaiting(state => state.items)
  const requests = useAccessRequests(state => state.items)
  useEffect(() => {
    void useWaiting.getState().open()
    void useAccessRequests.getState().open()
  }, [])
  const today = dayKey(Date.now())
  const rows = [
    ...items.flatMap(item => {
      if (item.kind === 'task' && dayKey(item.at) > today) return []
      const when = dayAndTime(item.at)
      const note =
        item.kind === 'task' ? t('waiting.due', { when }) : t(`waiting.${item.kind}`, { name: item.by, when })
      return [{ ...item, icon: icons[item.kind], note }]
    }),
    ...requests.map(({ kind, id, name, user, asked_at }) => ({
      key: `${kind}.${id}.${user.user_id}`,
      icon: KeyRound,
      title: t('waiting.access', { name: user.user_displayname, thing: name }),
      note: t('waiting.asked', { when: dayAndTime(asked_at) }),
      href: '#/requests',
    })),
  ]
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="activity-waiting">
      <h3 id="activity-waiting" className="text-xs font-semibold text-muted">
        {t('waiting.title')}
      </h3>
      <ul className="mt-1 divide-y divide-line">
        {rows.slice(0, shownAtMost).map(({ key, icon: Glyph, title, note, href }) => (
          <li key={key}>
            <a
              href={href}
              className="flex min-w-0 items-start gap-2.5 rounded-sm py-2 text-default no-underline hover:bg-surface-2 pointer-coarse:min-h-touch"
            >
              <span className="grid size-8 shrink-0 place-items-center rounded-sm bg-surface-3 text-muted">
                <Glyph size={16} />
              </span>
              <span className="min-w-0">
                <span className="block truncate text-sm font-medium">{title}</span>
                <span className="block truncate text-xs text-muted">{note}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
