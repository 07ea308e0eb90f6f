import { useGuest } from '../../platform/guest'
import { reload } from '../../platform/reload'

/** Keeps the newest recording in the address during sign-in [3.20]. */
const batchQuery = (): string => {
  const batch = useGuest.getState().batchIds.at(-1)
  return batch === undefined ? '' : `?batchId=${batch}`
}

export const signInPath = (): string => `#/login${batchQuery()}`

/** Reloads the app at its root, which leads people who are signed out to the sign-in [8.4b]. */
export function signUp(): void {
  location.hash = `#/chat${batchQuery()}`
  reload()
}
