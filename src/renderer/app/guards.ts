import { defaultPath } from '#shared/limits'
import { noOrganisation } from '../platform/session'

/** Where a router stands. */
export interface Place {
  pathname: string
  search: string
  hash: string
}

/** What the rules of routing look at. `displayName` is null while the profile is not there yet. */
export interface Standpoint {
  isSignedIn: boolean
  displayName: string | null
  organizationId: number
  remembered: string | null
}

/** Pages for people who are not signed in, which are therefore no place to come back to [4.3a]. */
const outside = ['/login', '/verify', '/meeting', '/chat-guest', '/admin']
/** Where somebody without phone and e-mail may be [4.3b]. */
const openToAll = ['/verify', '/meeting', '/chat-guest', '/admin']
const signInPages = ['/login', '/verify', '/admin']

const isAt = (pathname: string, paths: readonly string[]) =>
  paths.some(path => pathname === path || pathname.startsWith(`${path}/`))

/** The first segment with its slash: `/docs/3` is `/docs`. */
export const firstSegment = (pathname: string): string => `/${pathname.split('/')[1] ?? ''}`

export type Verdict = { go: 'show' } | { go: 'wait' } | { go: 'to'; path: string }
const show: Verdict = { go: 'show' }
const to = (path: string): Verdict => ({ go: 'to', path })

/** The page for guests is for nobody else: signed in, it leads into the app. */
export const isGuestChat = (pathname: string): boolean => isAt(pathname, ['/chat-guest'])

/** The recording that a guest takes along stays in the address [3.20]. */
function toSignIn(search: string): Verdict {
  const batch = new URLSearchParams(search).get('batchId')
  return to(batch === null ? '/login' : `/login?${new URLSearchParams({ batchId: batch })}`)
}

/** What happens at a place: show it, wait for the profile, or go elsewhere [4.2, 4.3]. */
export function judge({ pathname, search }: Place, at: Standpoint): Verdict {
  if (pathname === '/logout') return show
  if (!at.isSignedIn) return isAt(pathname, [...openToAll, '/login']) ? show : toSignIn(search)
  if (isGuestChat(pathname)) return to(at.remembered ?? defaultPath)
  if (at.displayName === null) return { go: 'wait' }
  if (at.displayName.trim() === '') return pathname === '/profile' ? show : to('/profile')
  if (at.organizationId === noOrganisation) return pathname === '/workspace' ? show : to('/workspace')
  if (pathname === '/' || isAt(pathname, signInPages)) return to(at.remembered ?? defaultPath)
  return show
}

/**
 * The path to come back to from /, with hash and query, or null where there is none: for somebody signed out every page but those
 * of the outside [4.3a], for somebody signed in the pages of the navigation, which `places` names by first segment.
 */
export function toRemember(place: Place, isSignedIn: boolean, places: readonly string[]): string | null {
  const { pathname, search, hash } = place
  const isWorthIt = isSignedIn
    ? places.includes(firstSegment(pathname))
    : pathname !== '/' && pathname !== '/logout' && !isAt(pathname, outside)
  return isWorthIt ? pathname + search + hash : null
}
