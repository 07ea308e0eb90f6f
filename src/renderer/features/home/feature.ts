import { withNamespaces } from '../../i18n/languages'
import type { Feature, PageRoute } from '../../platform/feature'
import { withSlots } from '../../platform/slot'
import { SpaceActions, SpaceChat } from './slots'

const lazy: PageRoute['lazy'] = async () => ({
  Component: (await withSlots(withNamespaces('home', import('./page')), SpaceChat, SpaceActions)).HomePage,
})

export const home: Feature = {
  texts: {
    home: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  routes: ['', '/:place', '/:place/:id', '/:place/:id/:part'].map(path => ({ path: `/home${path}`, lazy })),
}
