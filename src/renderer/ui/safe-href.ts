const ALLOWED = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * Whether an address is a hash route of the app. Plain in-page anchors are not, because they would break the router's
 * address.
 */
export function isInApp(href: string): boolean {
  return href.startsWith('#/')
}

/**
 * Returns the address if it may be used in a link that somebody else wrote, otherwise undefined. Relative and
 * protocol-relative addresses are refused, because on this origin they would mean something else than where they were
 * written.
 */
export function safeHref(href: string | undefined): string | undefined {
  if (!href) return undefined
  if (isInApp(href)) return href
  // The URL parser strips what browsers strip (control characters, leading blanks), so it sees the same scheme.
  return URL.canParse(href) && ALLOWED.has(new URL(href).protocol) ? href : undefined
}
