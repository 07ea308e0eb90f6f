import { account } from '../platform/guest'
import { onAccessChange } from '../platform/list-copies'
import { logError } from '../platform/log'
import { offlineCopies } from '../platform/offline-copies'

/** Copies of lists of the whole workspace, by the kind of their names, and how their features read them anew. */
const lists: Record<string, () => Promise<unknown>> = {
  activity: async () => (await import('../features/activity/store')).rereadActivity(),
  dashboard: async () => (await import('../features/dashboard/store')).rereadDashboard(),
  mate: async () => (await import('../features/mate/last-read')).rereadConversation(),
  schedule: async () => (await import('../features/planning/last-read')).rereadPlans(),
}

/**
 * Reads copied lists anew that no page has loaded, whenever something may have become unreadable. Copies of documents and
 * chats are followed by their own features. Called once when the app starts.
 */
export function followCopies(): void {
  onAccessChange(() => {
    check().catch((cause: unknown) => logError('Copies on this device could not be checked.', cause))
  })
}

async function check(): Promise<void> {
  const owner = account()
  const copies = (await offlineCopies.list()).filter(copy => copy.account === owner)
  const kinds = new Set(copies.map(({ name }) => name.replace(/\..*/, '')))
  await Promise.all([...kinds].map(kind => lists[kind]?.()))
}
