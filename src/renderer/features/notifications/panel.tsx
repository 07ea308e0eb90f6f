import { Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/button'
import { NotificationActions, NotificationList } from './list'

/** The newest notifications in the popover of the bell. */
export function NotificationsPanel({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('notifications')
  return (
    <div className="-m-3 flex max-h-[min(560px,80dvh)] w-[360px] max-w-[calc(100vw-16px)] flex-col">
      <header className="flex flex-col gap-2 border-b border-line px-4 pt-3 pb-2.5">
        <h2 className="text-md font-semibold">{t('title')}</h2>
        <NotificationActions />
      </header>
      <div className="min-h-32 flex-1 overflow-y-auto overscroll-contain">
        <NotificationList onLeave={onLeave} />
      </div>
      <footer className="flex items-center justify-between gap-2 border-t border-line px-3 py-2">
        <LinkButton href="#/notifications" size="sm" variant="quiet" onClick={onLeave}>
          {t('all')}
        </LinkButton>
        <LinkButton href="#/profile" size="sm" variant="quiet" icon={Settings} onClick={onLeave}>
          {t('settings.open')}
        </LinkButton>
      </footer>
    </div>
  )
}
