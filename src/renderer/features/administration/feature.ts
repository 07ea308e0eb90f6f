import { withNamespaces } from '../../i18n/languages'
import type { Feature, PageRoute } from '../../platform/feature'
import { filled, withSlots } from '../../platform/slot'
import { NewSpace } from '../home/slots'
import { AboveWorkspaces, AdministrationList, OwnWorkspaces, PlansEntry } from '../organisations/slots'

const inSectionList = [PlansEntry, OwnWorkspaces]

const lazy: PageRoute['lazy'] = async () => ({
  Component: (await withSlots(withNamespaces('administration', import('./page')), ...inSectionList)).AdministrationPage,
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
    filled(AdministrationList, async () => {
      const list = withNamespaces('administration', import('./section-list'))
      return (await withSlots(list, ...inSectionList)).SectionsBeside
    }),
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
