/** The scheme with which other programs open the app. */
export const linkScheme = 'wheelhouse'

/** The hash route of a `wheelhouse://` link: `wheelhouse://docs/3?log=5` is `/docs/3?log=5`. Null for anything else. */
export function routeOfLink(link: string): string | null {
  if (link.length > 2_000 || !link.toLowerCase().startsWith(`${linkScheme}://`) || !URL.canParse(link)) return null
  const rest = link.slice(`${linkScheme}://`.length)
  // Only characters of a path, query or fragment, and no path that the page would take for another host.
  if (!/^[\w\-./~%!$&'()*+,;=:@?#[\]]*$/.test(rest)) return null
  return `/${rest.replace(/^\/+/, '')}`
}

/** The link among the arguments of a second start of the program. */
export function linkAmong(args: readonly string[]): string | null {
  return args.find(arg => routeOfLink(arg) !== null) ?? null
}
