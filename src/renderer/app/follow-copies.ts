import { browserClock } from '../platform/clock'
import { account } from '../platform/guest'
import { onAccessChange } from '../platform/list-copies'
import { logError } from '../platform/log'
import { offlineCopies } from '../platform/offline-copies'
import { retryImport } from '../platform/retry-import'

/** Milliseconds until copies are read anew, because what is on screen is asked for first. */
const checkDelay = 2_000

/**
 * Reads copied lists anew that no page has loaded, whenever something may have become unreadable. Copies of documents and
 * chats are followed by their own features. Called once when the app starts.
 */
export function followCopies(): void {
  // Opens the storage, which takes a browser that has just started a while.
  void offlineCopies.list().catch(() => undefined)
  onAccessChange(() => {
    browserClock.after(checkDelay, () => {
      check().catch((cause: unknown) => logError('Copies could not be checked.', cause))
    })
  })
}

async function check(): Promise<void> {
  const owner = account()
  const copies = (await offlineCopies.list()).filter(copy => copy.account === owner)
  if (copies.length === 0) return
  const { rereadCopies } = await retryImport(() => import('./reread-copies'))
  await rereadCopies(new Set(copies.map(({ name }) => name.replace(/\..*/, ''))))
}
