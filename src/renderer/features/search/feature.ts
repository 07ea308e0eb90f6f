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
  routes: [{ path: '/search', lazy: async () => ({ Component: (await import('./page')).SearchPage }) }],
}
