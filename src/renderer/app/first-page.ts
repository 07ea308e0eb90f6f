import { matchPath } from 'react-router-dom'
import { useProfile } from '../features/profile/store'
import { firstPageFetched } from '../platform/first-page'
import { isSignedIn, useSession } from '../platform/session'
import { features } from './features'
import { isGuestChat, judge } from './guards'
import { lazyPage } from './lazy-page'
import { useRemembered } from './remembered'

/** As long as a skeleton is not shown either; milliseconds. */
const patience = 150

/**
 * Begins what the first page needs, side by side and before anything is drawn: the profile, the page's code, and what that reads
 * ahead. Answers when the code is there, or when it takes long enough for its skeleton to be shown.
 */
export async function fetchFirstPage(): Promise<void> {
  // No call of theirs leaves the guests' page, from which they are led away [8.1].
  if (isSignedIn() && !isGuestChat(addressedPath())) void useProfile.getState().load()
  const pathname = pathToShow()
  const route = features
    .flatMap(({ routes = [], bareRoutes = [] }) => [...routes, ...bareRoutes])
    .find(({ path }) => matchPath(path, pathname))
  if (!route) return firstPageFetched()
  const fetched = lazyPage(route.lazy).fetch().then(firstPageFetched)
  await Promise.race([fetched, new Promise(resolve => setTimeout(resolve, patience))])
}

const addressedPath = (): string => location.hash.slice(1).split(/[?#]/)[0] || '/'

/** Where the rules of routing lead from the address, taking somebody whose profile is still to come for a person with a name. */
function pathToShow(): string {
  const pathname = addressedPath()
  const verdict = judge(
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
