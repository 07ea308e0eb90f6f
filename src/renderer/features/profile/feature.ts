import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'

export const profile: Feature = {
  routes: [
    {
      path: '/profile',
      lazy: async () => ({ Component: (await withNamespaces('profile', import('./profile-page'))).ProfilePage }),
    },
  ],
}
