import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'
import { filled } from '../../platform/slot'
import { Summary } from '../documents/slots'

export const summaries: Feature = {
  slots: [filled(Summary, async () => (await withNamespaces('summaries', import('./summary'))).DocumentSummary)],
}
