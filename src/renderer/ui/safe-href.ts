const ALLOWED = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** A place in the app: a hash route. Plain in-page anchors are none, they would break the router's address. */
export function isInApp(href: string): boolean {
  return href.startsWith('#/')
}

/**
 * The address as it may stand in a link that somebody else wrote, or undefined. Relative and protocol-relative
 * addresses are refused: they would mean something else on this origin than where they were written.
 */
export function safeHref(href: string | undefined): string | undefined {
  if (!href) return undefined
  if (isInApp(href)) return href
  // The URL parser strips what browsers strip (control characters, leading blanks), so the scheme is what they will see.
  return URL.canParse(href) && ALLOWED.has(new URL(href).protocol) ? href : undefined
}
