import { withWords } from '../../i18n/languages'
import { fillDictate, fillTranscript } from '../../platform/parts'

/** What other features show of this one. Called once, when the app starts. */
export function fillMeetingParts(): void {
  fillTranscript(async () => {
    const parts = Promise.all([import('./transcript/transcript-view'), import('./start')])
    const [{ TranscriptView }, { startMeetings }] = await withWords('meetings', parts)
    startMeetings()
    return TranscriptView
  })
  fillDictate(async () => (await withWords('meetings', import('./dictation/dictate'))).Dictate)
}
