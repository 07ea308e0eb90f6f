import i18next from 'i18next'
import { Mic } from 'lucide-react'
import { registerCommands } from '../../platform/commands'
import { onEvent, onResync, reloadOn } from '../../platform/live'
import { isSignedIn, noOrganisation, useSession } from '../../platform/session'
import { keepTranscript } from './last-read'
import { useTranscripts } from './store'

let isStarted = false

/**
 * Subscribes to recordings and transcripts and registers the command. Runs once, for the first caller that needs it.
 */
export function startMeetings(): void {
  if (isStarted) return
  isStarted = true
  onEvent('diarization.status', ({ status }) => void useTranscripts.getState().became(status))
  reloadOn(
    'transcript.changed',
    ({ doc_id, version }) => void useTranscripts.getState().changed(doc_id, version),
    ({ doc_id }) => doc_id,
  )
  onResync(() => {
    const { opened, open } = useTranscripts.getState()
    for (const doc_id of Object.keys(opened)) void open(Number(doc_id))
  })
  useTranscripts.subscribe(({ opened }, before) => {
    for (const [id, { status, transcript }] of Object.entries(opened)) {
      const former = before.opened[Number(id)]
      if (status && transcript && (status !== former?.status || transcript !== former.transcript))
        keepTranscript(transcript, { status, transcript })
    }
  })
  registerCommands({
    id: 'meetings',
    commands: () =>
      isSignedIn() && useSession.getState().organizationId !== noOrganisation
        ? [
            {
              id: 'meetings.record',
              label: i18next.t('meetings:page.title'),
              words: i18next.t('meetings:page.words'),
              icon: Mic,
              run: () => {
                location.hash = '#/meeting'
              },
            },
          ]
        : [],
  })
}
