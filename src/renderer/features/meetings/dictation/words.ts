import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { transcribeText } from '#shared/contract/meetings/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { callWithFiles } from '../../../platform/api'
import { createSlice } from '../../../platform/store'
import { toast } from '../../../ui/toast'
import { useTranscribes } from '../../session/store'
import { endingOf } from '../recording/microphone'
import type { Sound } from './use-sound'

const timeout = 120_000

/** Whether to offer dictation. Turned off until the next reload once the server says that it has no speech model. */
const useDictation = createSlice('dictation', { isOffered: true }, set => ({
  withdraw: () => set({ isOffered: false }),
}))

/** Whether the server is expected to write down what is said. */
export function useIsTranscribed(): boolean {
  const isOffered = useDictation(state => state.isOffered)
  const transcribes = useTranscribes()
  return isOffered && transcribes === true
}

/** Returns a recording as a file with the name and the ending of its kind. */
export function fileOf({ pieces, type }: Sound, name: string): File {
  return new File([...pieces], `${name}.${endingOf(type)}`, { type: type.split(';')[0] ?? type })
}

/** Turns recordings into words. `listen` resolves to whether the recording is no longer needed. */
export function useWords(onSpoken: (words: string) => void) {
  const { t } = useTranslation('meetings')
  const errorText = useErrorText()
  const [isListening, setListening] = useState(false)
  const [why, setWhy] = useState<string | null>(null)

  async function listen(sound: Sound): Promise<boolean> {
    setListening(true)
    setWhy(null)
    const outcome = await callWithFiles(transcribeText, {}, [fileOf(sound, 'dictation')], { timeout })
    setListening(false)
    if (outcome.ok) {
      const spoken = outcome.data.text.trim()
      if (spoken) onSpoken(spoken)
      else toast.info(t('dictate.silent'))
    } else if (outcome.code === 'speech.no_words') {
      toast.info(t('dictate.noWords.title'), { text: t('dictate.noWords.text'), key: 'dictate.noWords' })
      useDictation.getState().withdraw()
    } else {
      setWhy(errorText(outcome))
      return false
    }
    return true
  }
  return { isListening, why, listen, forget: () => setWhy(null) }
}
