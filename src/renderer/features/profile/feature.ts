import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'

export const profile: Feature = {
  texts: {
    profile: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  routes: [
    {
      path: '/profile',
      lazy: async () => ({ Component: (await withNamespaces('profile', import('./profile-page'))).ProfilePage }),
    },
  ],
}
