import { defaultPath } from '#shared/limits'
import { noOrganisation } from '../platform/session'

/** The location of the router. */
export interface Place {
  pathname: string
  search: string
  hash: string
}

/** The input of the routing rules. `displayName` is null until the profile has loaded. */
export interface RoutingState {
  isSignedIn: boolean
  displayName: string | null
  organizationId: number
  remembered: string | null
}

/** Pages for people who are not signed in, to which / never leads back [4.3a]. */
const outside = ['/login', '/verify', '/meeting', '/chat-guest', '/admin']
/** The page of those who run the server [D7]. They need no workspace for it. */
const operatorPage = '/operate'
/** Pages for people without phone and e-mail [4.3b]. */
const openToAll = ['/verify', '/meeting', '/chat-guest', '/admin']
const signInPages = ['/login', '/verify']

const isAt = (pathname: string, paths: readonly string[]) =>
  paths.some(path => pathname === path || pathname.startsWith(`${path}/`))

/** Returns the first segment with its slash: `/docs/3` gives `/docs`. */
export const firstSegment = (pathname: string): string => `/${pathname.split('/')[1] ?? ''}`

export type RouteDecision = { go: 'show' } | { go: 'wait' } | { go: 'to'; path: string }
const show: RouteDecision = { go: 'show' }
const to = (path: string): RouteDecision => ({ go: 'to', path })

/** The guest page leads signed-in people into the app. */
export const isGuestChat = (pathname: string): boolean => isAt(pathname, ['/chat-guest'])

/** The address keeps the recording that a guest takes along [3.20]. */
function toSignIn(search: string): RouteDecision {
  const batch = new URLSearchParams(search).get('batchId')
  return to(batch === null ? '/login' : `/login?${new URLSearchParams({ batchId: batch })}`)
}

/** Decides what happens at a location: show it, wait for the profile, or go elsewhere [4.2, 4.3]. */
export function decideRoute({ pathname, search }: Place, at: RoutingState): RouteDecision {
  if (pathname === '/logout') return show
  if (!at.isSignedIn) return isAt(pathname, [...openToAll, '/login']) ? show : toSignIn(search)
  if (isGuestChat(pathname)) return to(at.remembered ?? defaultPath)
  if (at.displayName === null) return { go: 'wait' }
  if (at.displayName.trim() === '') return pathname === '/profile' ? show : to('/profile')
  // Whoever signs in at /admin came for it. Others read there that it is not for them.
  if (isAt(pathname, ['/admin']) || (pathname === '/verify' && new URLSearchParams(search).has('admin')))
    return to(operatorPage)
  if (pathname === operatorPage) return show
  if (at.organizationId === noOrganisation) return pathname === '/workspace' ? show : to(linkToJoin(at) ?? '/workspace')
  return placeInside(pathname, at)
}

/** A link to join a workspace that was opened before signing in. */
const linkToJoin = ({ remembered }: RoutingState) => (remembered?.startsWith('/workspace?') ? remembered : null)

function placeInside(pathname: string, at: RoutingState): RouteDecision {
  if (isAt(pathname, signInPages)) return to(at.remembered ?? defaultPath)
  if (pathname === '/') return to((linkToJoin(at) ? null : at.remembered) ?? defaultPath)
  return show
}

/**
 * Returns the path to which / leads back, with hash and query, or null if this location is not remembered. Signed out,
 * every page except the outside ones is remembered [4.3a]; signed in, the pages of the navigation, which `places` lists
 * by first segment.
 */
export function pathToRemember(place: Place, isSignedIn: boolean, places: readonly string[]): string | null {
  const { pathname, search, hash } = place
  const isWorthIt = isSignedIn
    ? places.includes(firstSegment(pathname))
    : pathname !== '/' && pathname !== '/logout' && !isAt(pathname, outside)
  return isWorthIt ? pathname + search + hash : null
}
