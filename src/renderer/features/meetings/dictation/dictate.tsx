import { Mic } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { meetings as limits } from '#shared/contract/meetings/limits'
import type { DictateProps } from '../../../platform/dictate'
import { IconButton } from '../../../ui/icon-button'
import { Failed, Speaking } from './sound-parts'
import { type Sound, useSound } from './use-sound'
import { VoiceNote } from './voice-note'
import { useIsTranscribed, useWords } from './words'

/** Speech into a field; where recordings are wanted, a voice note whose words may go into the field. */
export function Dictate({ onSpoken, onRecorded }: DictateProps) {
  return onRecorded ? <VoiceNote onSpoken={onSpoken} onRecorded={onRecorded} /> : <Dictation onSpoken={onSpoken} />
}

/**
 * Transcribes speech into a field, even if the person types meanwhile. A recording that could not be transcribed is
 * kept for another attempt.
 */
function Dictation({ onSpoken }: DictateProps) {
  const { t } = useTranslation('meetings')
  const isOffered = useIsTranscribed()
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const words = useWords(spoken => {
    if (!isGone.current) onSpoken(spoken)
  })
  const [taken, setTaken] = useState<Sound | null>(null)
  const { state, start, stop, drop, forget } = useSound({ onTaken: sound => void listen(sound), isKept: false })

  async function listen(sound: Sound) {
    setTaken(sound)
    if (await words.listen(sound)) setTaken(null)
  }
  function dropAll() {
    setTaken(null)
    words.forget()
    forget()
  }

  if (!isOffered) return null
  const labels = { label: t('dictate.label'), dropLabel: t('dictate.cancel') }
  if (state.is === 'speaking') {
    return (
      <Speaking
        {...labels}
        stopLabel={t('dictate.stop')}
        microphone={state.microphone}
        since={state.since}
        seconds={limits.dictationSeconds}
        onStop={() => void stop()}
        onDrop={drop}
      />
    )
  }
  const why = state.is === 'failed' ? state.why : words.why
  if (why !== null)
    return <Failed {...labels} why={why} onRetry={() => void (taken ? listen(taken) : start())} onDrop={dropAll} />
  return (
    <IconButton
      needsServer
      icon={Mic}
      size="lg"
      label={words.isListening ? t('dictate.listening') : t('dictate.start')}
      loading={words.isListening || state.is === 'asking'}
      onClick={() => void start()}
    />
  )
}
