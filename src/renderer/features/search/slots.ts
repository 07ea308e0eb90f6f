import { withNamespaces } from '../../i18n/languages'
import { lazyComponent } from '../../ui/lazy-component'

/** The texts that link to a document. */
export const LinkedFrom = lazyComponent(
  async () => (await withNamespaces('pages', import('./links/linked-from'))).LinkedFrom,
)
