import { withNamespaces } from '../../i18n/languages'
import type { Feature, PageRoute } from '../../platform/feature'
import { filled } from '../../platform/slot'
import { NewSpace } from '../home/slots'
import { AboveWorkspaces, AdministrationList } from '../organisations/slots'

const lazy: PageRoute['lazy'] = async () => ({
  Component: (await withNamespaces('administration', import('./page'))).AdministrationPage,
})

export const administration: Feature = {
  texts: {
    administration: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  slots: [
    filled(
      AdministrationList,
      async () => (await withNamespaces('administration', import('./section-list'))).SectionsBeside,
    ),
    filled(
      NewSpace,
      async () => (await withNamespaces('administration', import('./branches/branch-dialog'))).BranchDialog,
    ),
    filled(
      AboveWorkspaces,
      async () => (await withNamespaces('administration', import('./general/deleted-workspaces'))).AboveWorkspaces,
    ),
  ],
  routes: ['', '/:section'].map(path => ({ path: `/organisation${path}`, lazy })),
}
