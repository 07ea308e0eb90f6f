import i18next from 'i18next'
import type { Subject } from '#shared/contract/access/endpoints'
import { onEvent } from '../../platform/live'
import { useNavMarks } from '../../platform/nav-marks'
import { noOrganisation, useSession } from '../../platform/session'
import { toast } from '../../ui/toast'
import { addressOf, isOwn } from './address'
import { keyOf, useAccessRequests, useGrants } from './store'

/** Updates grants and requests when others change them, and notifies the person. Called once when the app starts. */
export function followAccess(): void {
  onEvent('access.requested', ({ subject, user_id }) => void requestArrived(subject, user_id))
  onEvent('access.request_answered', ({ subject, user_id, is_given }) => {
    if (user_id === useSession.getState().userId) requestAnswered(subject, is_given)
  })
  onEvent(['document.updated', 'document.access_changed'], ({ doc_id }) => changed({ kind: 'document', id: doc_id }))
  onEvent('camera.changed', ({ camera_id }) => changed({ kind: 'camera', id: camera_id }))
  onEvent('screen.access_changed', ({ user_id }) => changed({ kind: 'screen', id: user_id }))
  useAccessRequests.subscribe(markCount)
  useSession.subscribe(loadOnce)
  markCount()
  loadOnce()
}

/** Shows the number of open requests at their link on every page. */
function markCount(): void {
  const count = useAccessRequests.getState().items.length
  const label = i18next.t('nav.requestsWaiting', { count })
  useNavMarks.getState().mark('requests', count > 0 ? { count, label } : null)
  loadOnce()
}

/** Loads the requests when a workspace is opened. */
function loadOnce(): void {
  const { tokens, organizationId } = useSession.getState()
  if (tokens === null || organizationId === noOrganisation) return
  const { status, load } = useAccessRequests.getState()
  if (status === 'idle') void load()
}

/** Others may see the subject now, perhaps somebody who had requested it; nobody else is notified of that. */
function changed(subject: Subject): void {
  void useGrants.getState().refresh(subject)
  const { items, refresh } = useAccessRequests.getState()
  if (items.some(request => keyOf(request) === keyOf(subject))) void refresh()
}

/** The event does not say who asks and for what, so the requests are reloaded. */
async function requestArrived(subject: Subject, user_id: number): Promise<void> {
  await useAccessRequests.getState().load()
  const key = keyOf(subject)
  const request = useAccessRequests
    .getState()
    .items.find(candidate => candidate.user.user_id === user_id && keyOf(candidate) === key)
  if (!request) return
  const name = request.user.user_displayname
  toast.info(
    isOwn(subject)
      ? i18next.t('access:asksForYours', { name })
      : i18next.t('access:asksFor', { name, what: request.name }),
    {
      key: `access.${key}.${user_id}`,
      text: request.note || undefined,
      action: { label: i18next.t('access:answer'), onPress: () => go(addressOf(subject, true)) },
    },
  )
}

function requestAnswered(subject: Subject, isGiven: boolean): void {
  useAccessRequests.getState().ownAnswered(subject)
  const key = `access.${keyOf(subject)}`
  if (!isGiven) {
    toast.info(i18next.t('access:refused'), { key })
    return
  }
  toast.success(i18next.t('access:received'), {
    key,
    action: { label: i18next.t('access:open'), onPress: () => go(addressOf(subject, false)) },
  })
}

function go(address: string): void {
  location.hash = address
}
