import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'
import { afterFirstPage } from '../../platform/first-page'
import { filled } from '../../platform/slot'
import { NotificationSettings } from '../profile/slots'
import { NotificationBell } from './slots'

const parts = async () => (await withNamespaces('notifications', import('./parts'))).openParts()

export const notifications: Feature = {
  texts: {
    notifications: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  routes: [{ path: '/notifications', lazy: async () => ({ Component: (await parts()).NotificationsPage }) }],
  slots: [
    filled(NotificationBell, async () => (await parts()).Bell),
    filled(
      NotificationSettings,
      async () => (await withNamespaces('notifications', import('./settings'))).NotificationSettingsCard,
    ),
  ],
  start() {
    afterFirstPage(() =>
      parts()
        .then(({ startNotifications }) => startNotifications())
        .catch(() => undefined),
    )
  },
}
