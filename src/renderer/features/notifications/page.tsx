import { Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../platform/title'
import { LinkButton } from '../../ui/button'
import { Pane, PaneBody, PaneHeader } from '../../ui/pane'
import { NotificationActions, NotificationList } from './list'

/** All notifications of the person in this workspace [D38]. */
export function NotificationsPage() {
  const { t } = useTranslation('notifications')
  usePageTitle(t('title'))
  return (
    <Pane as="main" kind="canvas" className="h-full">
      <PaneHeader
        title={t('title')}
        actions={
          <LinkButton href="#/profile" size="sm" icon={Settings}>
            {t('settings.open')}
          </LinkButton>
        }
      />
      <PaneBody padded>
        <div className="mx-auto flex min-h-full max-w-measure flex-col gap-3">
          <NotificationActions />
          <NotificationList isPage onLeave={() => undefined} />
        </div>
      </PaneBody>
    </Pane>
  )
}
