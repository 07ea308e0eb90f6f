import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'

export const session: Feature = {
  texts: {
    session: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  bareRoutes: [
    {
      path: '/login',
      lazy: async () => ({ Component: (await withNamespaces('session', import('./sign-in-page'))).SignInPage }),
    },
    {
      path: '/admin',
      lazy: async () => ({ Component: (await withNamespaces('session', import('./sign-in-page'))).AdminSignInPage }),
    },
    {
      path: '/verify',
      lazy: async () => ({ Component: (await withNamespaces('session', import('./verify-page'))).VerifyPage }),
    },
    {
      path: '/logout',
      lazy: async () => ({ Component: (await withNamespaces('session', import('./sign-out-page'))).SignOutPage }),
    },
  ],
}
