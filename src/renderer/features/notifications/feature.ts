import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'
import { afterFirstPage } from '../../platform/first-page'
import { filled } from '../../platform/slot'
import { NotificationSettings } from '../profile/slots'
import { NotificationBell } from './slots'

/** Loads a part with the texts. */
const part = <T>(load: Promise<T>): Promise<T> => withNamespaces('notifications', load)

export const notifications: Feature = {
  texts: {
    notifications: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  routes: [
    { path: '/notifications', lazy: async () => ({ Component: (await part(import('./page'))).NotificationsPage }) },
  ],
  slots: [
    filled(NotificationBell, async () => (await part(import('./bell'))).Bell),
    filled(NotificationSettings, async () => (await part(import('./settings'))).NotificationSettingsCard),
  ],
  start() {
    afterFirstPage(() =>
      part(import('./start'))
        .then(({ startNotifications }) => startNotifications())
        .catch(() => undefined),
    )
  },
}
