import { withNamespaces } from '../../i18n/languages'
import type { Feature, PageRoute } from '../../platform/feature'
import { account, onAccountChange } from '../../platform/guest'
import { logError } from '../../platform/log'
import { onFirstUse } from '../../ui/first-use'
import { useOnMeeting } from './on-meeting'
import { registerMeetingSlots } from './slots'

const lazy: PageRoute['lazy'] = async () => ({
  Component: (await withNamespaces('meetings', import('./page/meeting-page'))).MeetingPage,
})

export const meetings: Feature = {
  // Signed-out people see this page too; the shell then shows nothing else.
  routes: [{ path: '/meeting', lazy }],
  start() {
    registerMeetingSlots()
    onFirstUse(
      () =>
        void withNamespaces('meetings', import('./start'))
          .then(({ startMeetings }) => startMeetings())
          .catch(() => undefined),
    )
    // Loads the meetings code when somebody records, perhaps in another tab, or an earlier page left a recording.
    const look = () => {
      const { isOnMeeting, kept } = useOnMeeting.getState()
      if (!isOnMeeting && !kept.includes(account() ?? '')) return
      void withNamespaces('meetings', import('./recording/meetings'))
        .then(({ runMeetings }) => runMeetings().restore())
        .catch((cause: unknown) => logError('Recordings could not be listed.', cause))
    }
    look()
    useOnMeeting.subscribe(look)
    onAccountChange(look)
  },
}
