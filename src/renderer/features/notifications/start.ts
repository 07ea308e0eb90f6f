import i18next from 'i18next'
import { Bell as BellIcon } from 'lucide-react'
import { registerCommands } from '../../platform/commands'
import { desktop } from '../../platform/desktop'
import { onAccessChange } from '../../platform/list-copies'
import { onEvent, onResync } from '../../platform/live'
import { logError } from '../../platform/log'
import { useNavMarks } from '../../platform/nav-marks'
import { isSignedIn, noOrganisation, useSession } from '../../platform/session'
import { closeShown, renewPush } from './device'
import { showNatively } from './native'
import { followOpened } from './opened'
import { rereadNotifications, useNotifications, useUnread } from './store'

let isStarted = false
let renewedFor: number | null = null

/** Follows the notifications of the person, and shows how many are unread on every page. Runs once. */
export function startNotifications(): void {
  if (isStarted) return
  isStarted = true
  onEvent('notification.changed', ({ is_new }) => {
    void reload()
    if (is_new) void showNatively()
  })
  onResync(() => void reload())
  onAccessChange(rereadNotifications)
  registerCommands({
    id: 'notifications',
    commands: () =>
      isSomewhere()
        ? [
            {
              ...{ id: 'notifications', label: i18next.t('notifications:title'), icon: BellIcon },
              run: () => {
                location.hash = '#/notifications'
              },
            },
          ]
        : [],
  })
  useUnread.subscribe(mark)
  useSession.subscribe(loadOnce)
  i18next.on('languageChanged', mark)
  mark()
  loadOnce()
  followOpened()
}

const isSomewhere = () => isSignedIn() && useSession.getState().organizationId !== noOrganisation

async function reload(): Promise<void> {
  if (!isSomewhere()) return
  const { status, refresh } = useNotifications.getState()
  await Promise.all([useUnread.getState().load(), status !== 'idle' && refresh()])
  // Read on another device.
  if (useUnread.getState().unread === 0) await closeShown('all')
}

/** The phone’s menu has an entry for them; elsewhere the bell shows the number. */
function mark(): void {
  const count = useUnread.getState().unread ?? 0
  const label = i18next.t('notifications:unread', { count })
  const entry = { text: i18next.t('notifications:title'), icon: BellIcon, href: '#/notifications' }
  desktop()
    ?.setBadge(count)
    .catch((cause: unknown) => logError('The app badge could not be set.', cause))
  useNavMarks.getState().mark('notifications', { count, label, entry })
  loadOnce()
}

/** Counts when a workspace is opened, and registers this browser once for each person who signs in. */
function loadOnce(): void {
  const { userId } = useSession.getState()
  if (!isSignedIn()) renewedFor = null
  if (!isSomewhere()) return
  if (userId !== null && renewedFor !== userId) {
    renewedFor = userId
    renewPush().catch((cause: unknown) => logError('Push could not be set up.', cause))
  }
  const organisation = useSession.getState().organizationId
  if (useUnread.getState().unread !== null || countedFor === organisation) return
  countedFor = organisation
  void useUnread
    .getState()
    .load()
    .finally(() => {
      countedFor = null
    })
}

/** The workspace whose notifications are being counted. */
let countedFor: number | null = null
