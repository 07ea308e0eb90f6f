import type { Feature } from '../../platform/feature'
import { afterFirstPage } from '../../platform/first-page'
import { logError } from '../../platform/log'
import { filled } from '../../platform/slot'
import { AccessGrants, AccessRequests, AskForAccess } from './slots'

export const access: Feature = {
  firstTexts: {
    access: {
      en: () => import('./first-texts/en'),
      de: () => import('./first-texts/de'),
      es: () => import('./first-texts/es'),
      hi: () => import('./first-texts/hi'),
    },
  },
  routes: [{ path: '/requests', lazy: async () => ({ Component: (await import('./requests-page')).RequestsPage }) }],
  slots: [
    filled(AccessGrants, async () => (await import('./grants')).Grants),
    filled(AccessRequests, async () => (await import('./requests')).Requests),
    filled(AskForAccess, async () => (await import('./ask')).Ask),
  ],
  start() {
    // Starts right after the first page, because somebody may ask at any time.
    afterFirstPage(() =>
      import('./subscriptions')
        .then(({ followAccess }) => followAccess())
        .catch((cause: unknown) => logError('Requests for access could not be subscribed to.', cause)),
    )
  },
}
