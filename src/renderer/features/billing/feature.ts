import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'
import { filled, withSlots } from '../../platform/slot'
import { AdministrationList, PlanLimitNote, PlanNeeded, PlansEntry } from '../organisations/slots'

export const billing: Feature = {
  texts: {
    billing: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  slots: [
    filled(PlanNeeded, async () => (await withNamespaces('billing', import('./plan-needed'))).PlanNeededState),
    filled(PlanLimitNote, async () => (await withNamespaces('billing', import('./plan-limit-note'))).PlanLimitNote),
    filled(PlansEntry, async () => (await withNamespaces('billing', import('./plan-needed'))).PlansRow),
  ],
  routes: [
    {
      path: '/plans/invoices/:payment_id',
      lazy: async () => ({
        Component: (await withSlots(withNamespaces('billing', import('./invoice-page')), AdministrationList))
          .InvoicePage,
      }),
    },
    {
      path: '/plans',
      lazy: async () => ({
        Component: (await withSlots(withNamespaces('billing', import('./page')), AdministrationList)).PlansPage,
      }),
    },
  ],
}
