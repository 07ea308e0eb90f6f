import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'
import { filled } from '../../platform/slot'
import { WorkingHours } from './slots'

export const profile: Feature = {
  texts: {
    profile: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  slots: [
    filled(
      WorkingHours,
      async () => (await withNamespaces('profile', import('./working-hours/working-hours'))).WorkingHours,
    ),
  ],
  routes: [
    {
      path: '/profile',
      lazy: async () => ({ Component: (await withNamespaces('profile', import('./profile-page'))).ProfilePage }),
    },
  ],
}
