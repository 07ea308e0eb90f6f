import { useSession } from '../../platform/session'
import { useOrganisations } from '../organisations/store'

/** Leaves out the address behind links whose text it is; a style sheet of its own, because editors guard their elements. */
let plainLinks: CSSStyleSheet | null = null

const isPlain = ({ textContent, href }: HTMLAnchorElement) => {
  const text = textContent.trim().replace(/\/$/, '')
  return [href, href.replace(/^https?:\/\//, '')].some(address => address.replace(/\/$/, '') === text)
}

function prepare(): void {
  const { organizationId } = useSession.getState()
  const { items } = useOrganisations.getState()
  const name = items.find(({ organization_id }) => organization_id === organizationId)?.organization_name
  if (name === undefined) delete document.body.dataset.printed
  else document.body.dataset.printed = name

  if (!plainLinks) {
    plainLinks = new CSSStyleSheet({ media: 'print' })
    document.adoptedStyleSheets.push(plainLinks)
  }
  const plain = [...document.querySelectorAll<HTMLAnchorElement>("main a[href^='http']")].filter(isPlain)
  const selectors = plain.map(link => `main a[href="${CSS.escape(link.getAttribute('href') ?? '')}"]::after`)
  plainLinks.replaceSync(selectors.length > 0 ? `${selectors.join(',')}{content:none}` : '')
}

/** Gives paper what the screen shows elsewhere: the name of the workspace above a page. See `print.css`. */
export function followPrinting(): void {
  window.addEventListener('beforeprint', prepare)
}
