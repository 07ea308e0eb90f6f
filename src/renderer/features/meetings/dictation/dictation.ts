import { transcribeText } from '#shared/contract/meetings/endpoints'
import { callWithFiles, type Outcome } from '../../../platform/api'
import { createSlice } from '../../../platform/store'

/** Whether to offer dictation. Turned off until the next reload once the server says that it has no speech model. */
export const useDictation = createSlice('dictation', { isOffered: true }, set => ({
  withdraw: () => set({ isOffered: false }),
}))

const timeout = 120_000

/** Transcribes a short recording. */
export function wordsOf(pieces: readonly ArrayBuffer[], type: string): Promise<Outcome<{ text: string }>> {
  const ending = type.includes('mp4') ? 'm4a' : type.includes('ogg') ? 'ogg' : 'webm'
  const file = new File([...pieces], `dictation.${ending}`, { type: type.split(';')[0] })
  return callWithFiles(transcribeText, {}, [file], { timeout })
}
