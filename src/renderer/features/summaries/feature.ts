import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'
import { filled } from '../../platform/slot'
import { Summary } from '../documents/slots'

export const summaries: Feature = {
  texts: {
    summaries: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  slots: [filled(Summary, async () => (await withNamespaces('summaries', import('./summary'))).DocumentSummary)],
}
