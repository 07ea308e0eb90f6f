import i18next from 'i18next'
import { listNotifications, readPreferences } from '#shared/contract/notifications/endpoints'
import { notificationRoute } from '#shared/rules/notification-route'
import { isQuietAt } from '#shared/rules/quiet-hours'
import { call } from '../../platform/api'
import { desktop } from '../../platform/desktop'
import { createFormatter } from '../../platform/format'
import { logError } from '../../platform/log'
import { browserTimeZone, usePreferences } from '../../platform/preferences'
import { useProfile } from '../profile/store'
import { sentenceOf } from './sentence'

/** Notifications that are read at once after an event. */
const atOnce = 10
/** The newest that this page has shown or passed over, with its time. */
let shownUntil = new Date().toISOString()

/**
 * Shows what has arrived as notifications of the computer, where the desktop app is around this page [D37]. Whoever looks
 * at the page sees the bell.
 */
export async function showNatively(): Promise<void> {
  const bridge = desktop()
  if (!bridge) return
  const since = shownUntil
  const outcome = await call(listNotifications, { only_unread: true, limit: atOnce })
  if (!outcome.ok) return
  const fresh = outcome.data.filter(({ created_at }) => created_at > since)
  const [newest] = fresh
  if (!newest) return
  shownUntil = newest.created_at
  if (document.hasFocus()) return
  const preferences = await call(readPreferences, {})
  if (!preferences.ok) return
  const zone = useProfile.getState().profile?.user_timezone || browserTimeZone()
  if (isQuietAt(preferences.data.quiet, zone, Date.now())) return
  const format = createFormatter(usePreferences.getState().language, zone)
  const t = i18next.getFixedT(null, 'notifications')
  for (const notification of fresh.toReversed()) {
    if (!preferences.data.kinds[notification.kind].push) continue
    await bridge
      .notify({
        title: sentenceOf(notification, t, format).slice(0, 200),
        body: '',
        path: notificationRoute(notification.subject),
      })
      .catch((cause: unknown) => logError('A notification could not be shown.', cause))
  }
}
