import { withNamespaces } from '../../i18n/languages'
import { Dictate } from '../../platform/dictate'
import type { Feature, PageRoute } from '../../platform/feature'
import { account, onAccountChange } from '../../platform/guest'
import { logError } from '../../platform/log'
import { filled, withSlots } from '../../platform/slot'
import { onFirstUse } from '../../ui/first-use'
import { DocumentRule, Transcript } from '../documents/slots'
import { useOnMeeting } from './on-meeting'
import { TranscriptCard } from './slots'

const lazy: PageRoute['lazy'] = async () => ({
  Component: (await withSlots(withNamespaces('meetings', import('./page/meeting-page')), DocumentRule)).MeetingPage,
})

export const meetings: Feature = {
  texts: {
    meetings: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  // Signed-out people see this page too; the shell then shows nothing else.
  routes: [{ path: '/meeting', lazy }],
  slots: [
    filled(Transcript, async () => {
      const parts = Promise.all([import('./transcript/transcript-view'), import('./start')])
      const [{ TranscriptView }, { startMeetings }] = await withNamespaces('meetings', parts)
      startMeetings()
      return TranscriptView
    }),
    filled(
      TranscriptCard,
      async () => (await withNamespaces('meetings', import('./transcript/transcript-view'))).TranscriptWithin,
    ),
    filled(Dictate, async () => (await withNamespaces('meetings', import('./dictation/dictate'))).Dictate),
  ],
  start() {
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
