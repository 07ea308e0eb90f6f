import i18next from 'i18next'
import { Reference, referenceTag } from '#shared/page/extensions'
import { type NamedPlace, referenceFrom } from '#shared/page/references'
import { titleRefOf, useTitles } from '../../../platform/titles'

const placeOf = (href: unknown): NamedPlace | null => {
  const reference = referenceFrom(String(href))
  return reference?.kind === 'person' ? null : reference
}

const knownTitle = (place: NamedPlace) => useTitles.getState().titles[titleRefOf(place)]

/** The words of a reference for what is copied: the name that the person is shown. */
function wordsOf({ href, label }: Record<string, unknown>): string {
  const place = placeOf(href)
  return (place && knownTitle(place)) || String(label)
}

/**
 * A reference by the present name of its target; to those who may not see the target it only says so. The text itself
 * holds no name, because not everybody who may read a page may see what it links to.
 */
export const NamedReference = Reference.extend({
  renderText: ({ node }) => wordsOf(node.attrs),
  renderHTML: ({ node }) => referenceTag(node.attrs, wordsOf(node.attrs)),
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('a')
      const { href, label } = node.attrs
      const reference = referenceFrom(String(href))
      dom.dataset.reference = reference?.kind ?? ''
      const place = placeOf(href)
      if (!place) {
        if (reference) dom.setAttribute('href', String(href))
        dom.textContent = String(label)
        return { dom }
      }
      const show = () => {
        const title = knownTitle(place)
        if (title === null) dom.removeAttribute('href')
        else dom.setAttribute('href', String(href))
        dom.toggleAttribute('data-hidden', title === null)
        dom.textContent = title === null ? i18next.t('pages:link.hidden') : (title ?? '…')
      }
      show()
      const unsubscribe = useTitles.subscribe(show)
      useTitles.getState().want(titleRefOf(place))
      return { dom, destroy: unsubscribe }
    },
})
