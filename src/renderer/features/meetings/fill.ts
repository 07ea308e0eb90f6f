import { withWords } from '../../i18n/languages'
import { fillDictate, fillTranscript, fillTranscriptCard } from '../../platform/parts'

/** What other features show of this one. Called once, when the app starts. */
export function fillMeetingParts(): void {
  fillTranscript(async () => {
    const parts = Promise.all([import('./transcript/transcript-view'), import('./start')])
    const [{ TranscriptView }, { startMeetings }] = await withWords('meetings', parts)
    startMeetings()
    return TranscriptView
  })
  fillTranscriptCard(async () => (await withWords('meetings', import('./transcript/transcript-view'))).TranscriptWithin)
  fillDictate(async () => (await withWords('meetings', import('./dictation/dictate'))).Dictate)
}
