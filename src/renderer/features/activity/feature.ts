import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'

export const activity: Feature = {
  texts: {
    activity: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  routes: [
    {
      path: '/activity',
      lazy: async () => {
        // It names statuses and reasons as their own pages do.
        const withOthers = withNamespaces('tasks', withNamespaces('jobs', import('./page')))
        return { Component: (await withNamespaces('activity', withOthers)).ActivityPage }
      },
    },
  ],
}
