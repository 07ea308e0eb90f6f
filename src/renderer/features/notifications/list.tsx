import {
  AtSign,
  BellOff,
  CalendarClock,
  ChartLine,
  Clock,
  Eye,
  MessagesSquare,
  NotebookText,
  UserRoundPlus,
} from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notification, NotificationKind } from '#shared/contract/notifications/endpoints'
import { notificationRoute } from '#shared/rules/notification-route'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { choiceEntry, MenuActions } from '../../platform/menu-actions'
import { Avatar } from '../../ui/avatar'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import type { Icon } from '../../ui/icon'
import { LoadFailed } from '../../ui/load-failed'
import { LoadMore } from '../../ui/load-more'
import { Segmented } from '../../ui/segmented'
import { SkeletonRows } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { toast } from '../../ui/toast'
import { sentenceOf } from './sentence'
import { useNotifications, useUnread } from './store'

const icons: Record<NotificationKind, Icon> = {
  mention: AtSign,
  assignment: UserRoundPlus,
  deadline: Clock,
  message: MessagesSquare,
  job_failed: CalendarClock,
  logbook_silent: NotebookText,
  graph_threshold: ChartLine,
  screen_viewed: Eye,
}

/** The choice between all and the unread ones, and the button that marks all as read. */
export function NotificationActions() {
  const { t } = useTranslation('notifications')
  const errorText = useErrorText()
  const { onlyUnread } = useNotifications(state => state.query)
  const isAnyUnread = useUnread(state => (state.unread ?? 0) > 0)
  const readAll = async () => {
    const outcome = await useNotifications.getState().readAll()
    if (outcome && !outcome.ok) toast.failure(errorText(outcome))
  }
  const filter = {
    label: t('filter'),
    options: [
      { value: 'all', label: t('filterAll') },
      { value: 'unread', label: t('filterUnread') },
    ],
    value: onlyUnread ? 'unread' : 'all',
    onChange: (value: string) => void useNotifications.getState().search({ onlyUnread: value === 'unread' }),
  }
  const markAll = { label: t('readAll'), needsServer: true, disabled: !isAnyUnread, onSelect: () => void readAll() }
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <MenuActions
        entries={[choiceEntry(filter), markAll, { label: t('settings.open'), href: '#/profile' }]}
        group={t('title')}
      />
      <Segmented {...filter} />
      <Button size="sm" variant="quiet" needsServer disabled={!isAnyUnread} onClick={() => void readAll()}>
        {t('readAll')}
      </Button>
    </div>
  )
}

interface Props {
  /** Called when the person follows a notification to what it is about. */
  onLeave: () => void
  /** On a page the list is a card. */
  isPage?: boolean
}

/** The notifications, each a link to what it is about, which marks it as read. */
export function NotificationList({ onLeave, isPage = false }: Props) {
  const { t } = useTranslation(['notifications', 'app'])
  const { items, status, more, next, query, open, load, loadMore } = useNotifications()
  useEffect(() => void open(), [open])
  if (status === 'failed')
    return <LoadFailed title={t('failed')} retryLabel={t('app:action.tryAgain')} onRetry={() => void load()} />
  if (status !== 'ready' && items.length === 0) return <SkeletonRows label={t('loading')} rows={4} />
  const shown = query.onlyUnread ? items.filter(({ read_at }) => read_at === null) : items
  if (shown.length === 0 && next === null)
    return (
      <StateBlock
        icon={BellOff}
        title={query.onlyUnread ? t('noneUnread') : t('none')}
        text={query.onlyUnread ? undefined : t('noneText')}
      />
    )
  return (
    <>
      <ul
        aria-label={t('title')}
        className={cx('divide-y divide-line', isPage && 'overflow-hidden rounded-md border border-line bg-surface-1')}
      >
        {shown.map(notification => (
          <Row key={notification.notification_id} notification={notification} onLeave={onLeave} />
        ))}
      </ul>
      <LoadMore label={t('more')} failedText={t('moreFailed')} state={more} next={next} onMore={loadMore} />
    </>
  )
}

function Row({ notification, onLeave }: { notification: Notification; onLeave: () => void }) {
  const { t } = useTranslation('notifications')
  const format = useFormat()
  const { notification_id, kind, actor, subject, created_at, read_at } = notification
  const Glyph = icons[kind]
  const isUnread = read_at === null
  return (
    <li>
      <a
        href={`#${notificationRoute(subject)}`}
        onClick={() => {
          void useNotifications.getState().read(notification_id)
          onLeave()
        }}
        className="flex items-start gap-3 px-4 py-2.5 text-default no-underline hover:bg-surface-2 focus-visible:-outline-offset-2 pointer-coarse:min-h-touch"
      >
        {actor ? (
          <Avatar
            name={actor.user_displayname}
            id={String(actor.user_id)}
            src={actor.user_image}
            size={28}
            decorative
          />
        ) : (
          <span className="grid size-7 shrink-0 place-items-center rounded-full bg-surface-3 text-muted">
            <Glyph size={16} />
          </span>
        )}
        <span className="min-w-0 flex-1">
          <span className={cx('block text-sm break-words', isUnread && 'font-medium')}>
            {sentenceOf(notification, t, format)}
          </span>
          <span className="flex items-center gap-1 text-xs text-muted">
            {actor && <Glyph size={12} />}
            <time dateTime={created_at}>{format.dayAndTime(created_at)}</time>
          </span>
        </span>
        {isUnread && (
          <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent">
            <span className="sr-only">{t('isUnread')}</span>
          </span>
        )}
      </a>
    </li>
  )
}
