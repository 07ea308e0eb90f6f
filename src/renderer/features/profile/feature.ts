import { withWords } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'

export const profile: Feature = {
  routes: [
    {
      path: '/profile',
      lazy: async () => ({ Component: (await withWords('profile', import('./profile-page'))).ProfilePage }),
    },
  ],
}
