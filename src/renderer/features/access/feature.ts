import type { Feature } from '../../platform/feature'
import { logError } from '../../platform/log'
import { fillAccessParts } from './fill'

export const access: Feature = {
  routes: [{ path: '/requests', lazy: async () => ({ Component: (await import('./requests-page')).RequestsPage }) }],
  start() {
    fillAccessParts()
    // Behind the first page, but not later: somebody may ask at any time.
    void import('./follow')
      .then(({ followAccess }) => followAccess())
      .catch((cause: unknown) => logError('Requests for access could not be followed.', cause))
  },
}
