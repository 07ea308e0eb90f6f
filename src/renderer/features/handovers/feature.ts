import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'
import { filled } from '../../platform/slot'
import { BranchHandover } from '../administration/slots'

export const handovers: Feature = {
  texts: {
    handovers: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  slots: [
    filled(BranchHandover, async () => (await withNamespaces('handovers', import('./handover-dialog'))).HandoverDialog),
  ],
}
