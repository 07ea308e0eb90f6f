import { transcribeText } from '#shared/contract/meetings'
import { callWithFiles, type Outcome } from '../../../platform/api'
import { createSlice } from '../../../platform/store'

/** Whether dictation is worth offering: not once the server said that it knows no words. Until this page is loaded anew. */
export const useDictation = createSlice('dictation', { isOffered: true }, set => ({
  withdraw: () => set({ isOffered: false }),
}))

const patience = 120_000

/** The words of a short recording. */
export function wordsOf(pieces: readonly ArrayBuffer[], type: string): Promise<Outcome<{ text: string }>> {
  const ending = type.includes('mp4') ? 'm4a' : type.includes('ogg') ? 'ogg' : 'webm'
  const file = new File([...pieces], `dictation.${ending}`, { type: type.split(';')[0] })
  return callWithFiles(transcribeText, {}, [file], { patience })
}
