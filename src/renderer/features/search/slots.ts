import { withNamespaces } from '../../i18n/languages'
import { lazyComponent } from '../../ui/lazy-component'
import type { FindLinks } from '../../ui/links'
import { TextAnchor } from './links/text-anchor'

/** The texts that link to a document. */
export const LinkedFrom = lazyComponent(
  async () => (await withNamespaces('pages', import('./links/linked-from'))).LinkedFrom,
)

/** Chooses when something happened: by a name, or from a day to another one. */
export const TimeFilter = lazyComponent(
  async () => (await withNamespaces('searchPage', import('./time-filter'))).TimeFilter,
)

/** Finds documents and logs to which a text can link. */
export const findLinks: FindLinks = async (words, signal) => (await import('./links/places')).placesNamed(words, signal)

/** Shows the links of a text by the names of their targets: components of `Markdown`. */
export const linkComponents = { a: TextAnchor }
