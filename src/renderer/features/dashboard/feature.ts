import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'
import { SeriesChart } from '../graphs/slots'

export const dashboard: Feature = {
  texts: {
    dashboard: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  routes: [
    {
      path: '/dashboard',
      lazy: async () => {
        // It names reasons and troubles as their own pages do.
        const withOthers = withNamespaces('jobs', withNamespaces('sources', import('./page')))
        // Its chart comes with it, because what is below would move.
        const [{ DashboardPage }] = await Promise.all([withNamespaces('dashboard', withOthers), SeriesChart.preload()])
        return { Component: DashboardPage }
      },
    },
  ],
}
