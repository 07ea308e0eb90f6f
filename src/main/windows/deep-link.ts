/** The scheme that other programs open the app with. */
export const linkScheme = 'wheelhouse'

/** The hash route that a `wheelhouse://` link means: `wheelhouse://docs/3?log=5` is `/docs/3?log=5`. Null for anything else. */
export function routeOfLink(link: string): string | null {
  if (link.length > 2_000 || !link.toLowerCase().startsWith(`${linkScheme}://`) || !URL.canParse(link)) return null
  const rest = link.slice(`${linkScheme}://`.length)
  // Nothing that is no part of a path, query or fragment; and no path that the page would take for another host.
  if (!/^[\w\-./~%!$&'()*+,;=:@?#[\]]*$/.test(rest)) return null
  return `/${rest.replace(/^\/+/, '')}`
}

/** The link among what a second start of the program was called with. */
export function linkAmong(args: readonly string[]): string | null {
  return args.find(arg => routeOfLink(arg) !== null) ?? null
}
