import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'
import { filled } from '../../platform/slot'
import { OperatorEntry } from '../profile/slots'

export const operator: Feature = {
  texts: {
    operator: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  slots: [filled(OperatorEntry, async () => (await withNamespaces('operator', import('./entry'))).Entry)],
  bareRoutes: [
    {
      path: '/operate',
      lazy: async () => ({ Component: (await withNamespaces('operator', import('./page'))).OperatorPage }),
    },
  ],
}
