import { matchPath } from 'react-router-dom'
import { useProfile } from '../features/profile/store'
import { firstPageFetched } from '../platform/first-page'
import { isSignedIn, useSession } from '../platform/session'
import { features } from './features'
import { decideRoute, isGuestChat } from './guards'
import { lazyPage } from './lazy-page'
import { useRemembered } from './remembered'

/** The delay after which a skeleton appears, in milliseconds. */
const skeletonDelay = 150

/**
 * Starts to load what the first page needs, in parallel and before the first render: the profile, the page's code, and
 * the data that the page preloads. Resolves when the code is there, or when it takes so long that its skeleton should
 * appear.
 */
export async function fetchFirstPage(): Promise<void> {
  // People on the guests' page make no calls, because they are redirected from it [8.1].
  if (isSignedIn() && !isGuestChat(addressedPath())) void useProfile.getState().load()
  const pathname = pathToShow()
  const route = features
    .flatMap(({ routes = [], bareRoutes = [] }) => [...routes, ...bareRoutes])
    .find(({ path }) => matchPath(path, pathname))
  if (!route) return firstPageFetched()
  const fetched = lazyPage(route.lazy).fetch().then(firstPageFetched)
  await Promise.race([fetched, new Promise(resolve => setTimeout(resolve, skeletonDelay))])
}

const addressedPath = (): string => location.hash.slice(1).split(/[?#]/)[0] || '/'

/** Returns the path to which the routing rules lead, assuming that a profile which is still loading has a name. */
function pathToShow(): string {
  const pathname = addressedPath()
  const verdict = decideRoute(
    { pathname, search: '', hash: '' },
    {
      isSignedIn: isSignedIn(),
      displayName: useProfile.getState().profile?.user_displayname ?? 'Somebody',
      organizationId: useSession.getState().organizationId,
      remembered: useRemembered.getState().path,
    },
  )
  return verdict.go === 'to' ? (verdict.path.split(/[?#]/)[0] ?? '/') : pathname
}
