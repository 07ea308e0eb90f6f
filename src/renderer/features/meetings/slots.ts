import { withNamespaces } from '../../i18n/languages'
import { registerDictate, registerTranscript, registerTranscriptCard } from '../../platform/slots'

/** Registers what other features show of meetings. Called once when the app starts. */
export function registerMeetingSlots(): void {
  registerTranscript(async () => {
    const parts = Promise.all([import('./transcript/transcript-view'), import('./start')])
    const [{ TranscriptView }, { startMeetings }] = await withNamespaces('meetings', parts)
    startMeetings()
    return TranscriptView
  })
  registerTranscriptCard(
    async () => (await withNamespaces('meetings', import('./transcript/transcript-view'))).TranscriptWithin,
  )
  registerDictate(async () => (await withNamespaces('meetings', import('./dictation/dictate'))).Dictate)
}
