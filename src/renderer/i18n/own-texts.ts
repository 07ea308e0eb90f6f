import type { TextSources } from './languages'

/** Texts of no feature. */
export const ownTexts: TextSources = {
  firstTexts: {
    app: {
      en: () => import('./first-texts/en/app'),
      de: () => import('./first-texts/de/app'),
      es: () => import('./first-texts/es/app'),
      hi: () => import('./first-texts/hi/app'),
    },
    errors: {
      en: () => import('./first-texts/en/errors'),
      de: () => import('./first-texts/de/errors'),
      es: () => import('./first-texts/es/errors'),
      hi: () => import('./first-texts/hi/errors'),
    },
  },
  texts: {
    overlays: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
    apiErrors: {
      en: () => import('./error-texts/en'),
      de: () => import('./error-texts/de'),
      es: () => import('./error-texts/es'),
      hi: () => import('./error-texts/hi'),
    },
  },
}
