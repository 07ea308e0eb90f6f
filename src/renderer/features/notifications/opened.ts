import type { Input } from '#shared/contract/endpoint'
import type { markNotificationsAboutRead } from '#shared/contract/notifications/endpoints'
import { workspaceParameter } from '#shared/rules/notification-route'
import { isSignedIn, noOrganisation, useSession } from '../../platform/session'
import { useTitle } from '../../platform/title'
import { chooseOrganisation } from '../organisations/store'
import { useNotifications, useUnread } from './store'

type About = Input<typeof markNotificationsAboutRead>

const pages: readonly [RegExp, About['kind']][] = [
  [/^#\/tasks\/(\d+)/, 'task'],
  [/^#\/jobs\/(\d+)/, 'job'],
  [/^#\/docs\/(\d+)/, 'document'],
]

/** What the page shows; null if nobody is notified of it. A chat says by itself how far it is read. */
function shownNow(): About | null {
  for (const [pattern, kind] of pages) {
    const [, id] = pattern.exec(location.hash) ?? []
    if (id !== undefined) return { kind, id: Number(id) }
  }
  return null
}

function readShown(): void {
  const about = shownNow()
  if (about && document.visibilityState === 'visible') void useNotifications.getState().readAbout(about)
}

/** Opens the workspace that a pushed link names, and takes its name out of the address. */
async function openWorkspace(): Promise<void> {
  const [path = '', search = ''] = location.hash.split('?')
  const parameters = new URLSearchParams(search)
  const organization_id = Number(parameters.get(workspaceParameter))
  if (!parameters.has(workspaceParameter) || !isSignedIn()) return
  const { organizationId } = useSession.getState()
  if (organizationId !== noOrganisation && organization_id !== organizationId) await chooseOrganisation(organization_id)
  parameters.delete(workspaceParameter)
  const rest = parameters.toString()
  location.replace(rest === '' ? path : `${path}?${rest}`)
}

/** Marks what is notified of as read while it is open, and follows pushed links into their workspace. */
export function followOpened(): void {
  const look = () => {
    readShown()
    void openWorkspace()
  }
  window.addEventListener('hashchange', look)
  // The router changes the address without an event, and every page says its title.
  useTitle.subscribe(look)
  document.addEventListener('visibilitychange', readShown)
  useUnread.subscribe((now, before) => {
    if ((now.unread ?? 0) > (before.unread ?? 0)) readShown()
  })
  look()
}
