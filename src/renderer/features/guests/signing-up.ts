import { useGuest } from '../../platform/guest'
import { reload } from '../../platform/reload'

/** Carries the newest recording through signing in [3.20]. */
const batchQuery = (): string => {
  const batch = useGuest.getState().batchIds.at(-1)
  return batch === undefined ? '' : `?batchId=${batch}`
}

export const signInPath = (): string => `#/login${batchQuery()}`

/** Goes to where the app begins, and loads it anew: whoever is signed out is led to the sign-in from there [8.4b]. */
export function signUp(): void {
  location.hash = `#/chat${batchQuery()}`
  reload()
}
