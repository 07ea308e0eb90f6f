import { Bell as BellIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Popover } from '../../ui/popover'
import { Tooltip } from '../../ui/tooltip'
import { NotificationsPanel } from './panel'
import { useUnread } from './store'

/** Opens the panel of notifications beside the rail. */
export function Bell() {
  const { t } = useTranslation('notifications')
  const unread = useUnread(state => state.unread ?? 0)
  const label = unread > 0 ? t('unread', { count: unread }) : t('title')
  return (
    <Popover label={t('title')} side="right" align="end" content={close => <NotificationsPanel onLeave={close} />}>
      {trigger => (
        <Tooltip text={trigger['aria-expanded'] ? null : label} side="right">
          <button
            type="button"
            {...trigger}
            aria-label={label}
            className="relative grid size-9 place-items-center rounded-md text-rail-text hover:bg-rail-active hover:text-rail-active-text"
          >
            <BellIcon size={19} />
            {unread > 0 && (
              <span
                // The rail is dark in both themes.
                data-theme="dark"
                aria-hidden="true"
                className="absolute -top-1 -right-1 min-w-4 rounded-full bg-accent px-1 text-center text-[10px] leading-4 font-bold text-on-accent"
              >
                {unread > 99 ? '99+' : unread}
              </span>
            )}
          </button>
        </Tooltip>
      )}
    </Popover>
  )
}
