/** What the workspace panel listens to [2.18a]; on an address of its own it means the panel over Home [D12]. */
const panels = ['#org', '#small', '#payment']

/**
 * The hash route that an address means [D12]: `/docs/3?x#org` is `/docs/3?x#org` behind the hash. An address that has a hash route
 * already keeps it. Without the leading `#`.
 */
export function hashRouteOf({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>): string {
  if (hash.startsWith('#/')) return hash.slice(1)
  const path = pathname.replace(/^\/index\.html$/, '/')
  if (path === '/' && panels.includes(hash)) return `/home/spaces${search}${hash}`
  return `${path}${search}${hash}`
}

/** Turns a plain address into its hash route, before the router looks; the back button does not meet the plain one. */
export function adoptPlainPath(): void {
  const route = hashRouteOf(new URL(location.href))
  const address = `/#${route}`
  if (location.pathname + location.search + location.hash !== address) history.replaceState(history.state, '', address)
}
