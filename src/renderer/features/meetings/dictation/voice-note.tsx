import { Captions, Mic } from 'lucide-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attachments } from '#shared/contract/attachments/limits'
import { meetings as limits } from '#shared/contract/meetings/limits'
import type { DictateProps } from '../../../platform/dictate'
import { IconButton } from '../../../ui/icon-button'
import { Failed, Speaking } from './sound-parts'
import { type Sound, useSound } from './use-sound'
import { fileOf, useIsTranscribed, useWords } from './words'

/** A button held longer than this, in milliseconds, records only while it is held. */
const holdAfter = 600

/**
 * Records a voice note, also without a connection: a tap starts it and another ends it, or it lasts as long as the
 * button is held. Leaving the page ends it, too. Where the server knows the words, they can become the text.
 */
export function VoiceNote({ onSpoken, onRecorded }: Required<DictateProps>) {
  const { t } = useTranslation('meetings')
  const isTranscribed = useIsTranscribed()
  const words = useWords(onSpoken)
  /** The last note, while its words are not text. */
  const [note, setNote] = useState<Sound | null>(null)
  const { state, start, stop, drop, forget } = useSound({
    isKept: true,
    onTaken(sound) {
      const length = Math.max(1, Math.round(sound.seconds))
      const name = t('note.name', {
        length: t(length < 60 ? 'note.seconds' : 'note.minutes', {
          minutes: Math.floor(length / 60),
          seconds: length % 60,
        }),
      })
      onRecorded(fileOf(sound, name))
      setNote(sound.seconds < limits.dictationSeconds ? sound : null)
    },
  })
  const onPointerDown = useHold(
    () => void start(),
    () => void stop(),
  )

  async function write(sound: Sound) {
    if (await words.listen(sound)) setNote(null)
  }

  const labels = { label: t('note.label'), dropLabel: t('note.drop') }
  if (state.is === 'speaking') {
    return (
      <Speaking
        {...labels}
        stopLabel={t('note.stop')}
        microphone={state.microphone}
        since={state.since}
        seconds={attachments.audioSeconds}
        onStop={() => void stop()}
        onDrop={drop}
      />
    )
  }
  if (state.is === 'failed') return <Failed {...labels} why={state.why} onRetry={() => void start()} onDrop={forget} />
  if (words.why !== null && note)
    return (
      <Failed
        label={t('note.label')}
        dropLabel={t('dictate.cancel')}
        why={words.why}
        onRetry={() => void write(note)}
        onDrop={words.forget}
      />
    )
  return (
    <>
      {note && isTranscribed && (
        <IconButton
          needsServer
          icon={Captions}
          size="lg"
          label={words.isListening ? t('dictate.listening') : t('note.words')}
          loading={words.isListening}
          onClick={() => void write(note)}
        />
      )}
      <IconButton
        icon={Mic}
        size="lg"
        label={t('note.start')}
        loading={state.is === 'asking'}
        onPointerDown={onPointerDown}
        // A long press would select text or open a menu.
        onContextMenu={event => event.preventDefault()}
        onClick={event => {
          // The keyboard has no pointer; with one, pressing started it.
          if (event.detail === 0) void start()
        }}
        className="touch-none"
      />
    </>
  )
}

/** Starts with a press, and stops at its end if it was a long one. */
function useHold(start: () => void, stop: () => void): (event: PointerEvent) => void {
  const latest = useRef(stop)
  useEffect(() => {
    latest.current = stop
  })
  return event => {
    if (event.button !== 0) return
    const pressed = performance.now()
    const ends = ['pointerup', 'pointercancel'] as const
    const onEnd = () => {
      for (const kind of ends) window.removeEventListener(kind, onEnd)
      if (performance.now() - pressed > holdAfter) latest.current()
    }
    for (const kind of ends) window.addEventListener(kind, onEnd)
    start()
  }
}
