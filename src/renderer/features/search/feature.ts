import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'

export const search: Feature = {
  firstTexts: {
    search: {
      en: () => import('./first-texts/en'),
      de: () => import('./first-texts/de'),
      es: () => import('./first-texts/es'),
      hi: () => import('./first-texts/hi'),
    },
  },
  texts: {
    searchPage: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  routes: [
    {
      path: '/search',
      lazy: async () => ({ Component: (await withNamespaces('searchPage', import('./page'))).SearchPage }),
    },
  ],
}
