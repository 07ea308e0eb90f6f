import i18next from 'i18next'
import { convertGuestRecording } from '#shared/contract/guests/endpoints'
import { errorText } from '../../i18n/texts'
import { call } from '../../platform/api'
import { eraseOpenDrafts } from '../../platform/drafts'
import { account, guestAccount, useGuest } from '../../platform/guest'
import { toast } from '../../ui/toast'
import { adoptUploads } from '../attachments/store'
import { adoptRecordings } from '../meetings/store'

let claiming: Promise<void> | null = null

/** Turns a guest's recordings in this browser into notes in the workspace of the signed-in person [1.5b, D40, D42]. */
export function claim(): Promise<void> {
  claiming ??= claimAll().finally(() => {
    claiming = null
  })
  return claiming
}

async function claimAll(): Promise<void> {
  const mine = account()
  const { guestId, formerId, guestToken, batchIds } = useGuest.getState()
  const ownerId = guestId ?? formerId
  if (mine === null || ownerId === null) return
  // Leaves the guest's page, which sends no signed-in calls [8.1].
  if (location.hash.startsWith('#/chat-guest')) location.hash = '#/chat'
  const made: number[] = []
  let isGone = false
  for (const batch_id of batchIds) {
    const outcome = await call(convertGuestRecording, { batch_id, guest_token: guestToken ?? '' })
    if (account() !== mine) return
    if (outcome.ok) made.push(outcome.data.doc_id)
    else if (outcome.code === 'guest.not_found') isGone = true
    else return showFailure(outcome)
    useGuest.getState().drop(batch_id)
  }
  const waiting = await adoptUploads(guestAccount(ownerId), 'meeting')
  await adoptRecordings(guestAccount(ownerId), mine)
  useGuest.getState().erase()
  eraseOpenDrafts()
  if (isGone) toast.failure(i18next.t('guests:claim.gone'), { text: i18next.t('apiErrors:guest.not_found') })
  if (waiting > 0) showWaiting(waiting)
  const newest = made.at(-1)
  if (newest === undefined) return
  toast.success(i18next.t('guests:claim.done', { count: made.length }), { text: i18next.t('guests:claim.doneText') })
  location.hash = `#/docs/${newest}`
}

/** Nothing is lost: recordings that were not transferred stay with the guest, and the next start tries again. */
function showFailure(failure: { code: string; message: string }): void {
  toast.failure(i18next.t('guests:claim.failed'), {
    text: errorText(failure),
    action: { label: i18next.t('app:action.tryAgain'), onPress: () => void claim() },
    key: 'guest.claim',
  })
}

function showWaiting(count: number): void {
  toast.info(i18next.t('guests:claim.waiting', { count }), {
    action: {
      label: i18next.t('guests:claim.show'),
      onPress: () => {
        location.hash = '#/meeting'
      },
    },
  })
}
