/** Hashes that the workspace panel reacts to [2.18a]. On a plain address they mean the panel over Home [D12]. */
const panels = ['#org', '#small', '#payment']

/**
 * Returns the hash route that an address means [D12], without the leading `#`: the address `/docs/3?x#org` becomes the
 * route `/docs/3?x#org`. An address with a hash route keeps it.
 */
export function hashRouteOf({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>): string {
  if (hash.startsWith('#/')) return hash.slice(1)
  const path = pathname.replace(/^\/index\.html$/, '/')
  if (path === '/' && panels.includes(hash)) return `/home/spaces${search}${hash}`
  return `${path}${search}${hash}`
}

/** Replaces a plain address by its hash route before the router starts, so that the back button skips the plain one. */
export function replacePlainPath(): void {
  const route = hashRouteOf(new URL(location.href))
  const address = `/#${route}`
  if (location.pathname + location.search + location.hash !== address) history.replaceState(history.state, '', address)
}
