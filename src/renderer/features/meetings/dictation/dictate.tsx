import { Mic, RefreshCw, Square, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { transcribeText } from '#shared/contract/meetings/endpoints'
import { meetings as limits } from '#shared/contract/meetings/limits'
import { useErrorText } from '../../../i18n/texts'
import { callWithFiles, type Outcome } from '../../../platform/api'
import { clockText } from '../../../platform/clock-text'
import { createSlice } from '../../../platform/store'
import { IconButton } from '../../../ui/icon-button'
import { toast } from '../../../ui/toast'
import { useTranscribes } from '../../session/store'
import { LevelMeter } from '../recording/level-meter'
import { type Microphone, NoMicrophone, openMicrophone } from '../recording/microphone'

interface Props {
  /** Inserts the words where the person writes. */
  onSpoken: (words: string) => void
}

interface Taken {
  pieces: ArrayBuffer[]
  type: string
}

type State =
  | { is: 'idle' | 'asking' | 'listening' }
  | { is: 'speaking'; microphone: Microphone; since: number }
  | { is: 'failed'; why: string }

/**
 * Transcribes speech into a field, even if the person types meanwhile. A recording that could not be transcribed is
 * kept for another attempt.
 */
export function Dictate({ onSpoken }: Props) {
  const { t } = useTranslation(['meetings', 'app'])
  const errorText = useErrorText()
  const isOffered = useDictation(state => state.isOffered)
  const transcribes = useTranscribes()
  const [state, setState] = useState<State>({ is: 'idle' })
  const taken = useRef<Taken>({ pieces: [], type: '' })
  const held = useRef<Microphone | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      void held.current?.close()
    }
  }, [])

  async function speak() {
    setState({ is: 'asking' })
    try {
      const microphone = await openMicrophone(null, () => void stop())
      if (isGone.current) return void microphone.close()
      held.current = microphone
      const pieces: ArrayBuffer[] = []
      taken.current = { pieces, type: microphone.record(piece => pieces.push(piece)) }
      setState({ is: 'speaking', microphone, since: performance.now() })
    } catch (cause) {
      const trouble = cause instanceof NoMicrophone ? cause.trouble : 'missing'
      setState({ is: 'failed', why: t(`trouble.${trouble}`) })
    }
  }

  async function stop() {
    const microphone = held.current
    if (!microphone) return
    held.current = null
    setState({ is: 'listening' })
    await microphone.close()
    await listen()
  }

  async function listen() {
    setState({ is: 'listening' })
    const { pieces, type } = taken.current
    if (pieces.length === 0) return setState({ is: 'failed', why: t('dictate.nothing') })
    const outcome = await wordsOf(pieces, type)
    if (isGone.current) return
    if (outcome.ok) {
      taken.current = { pieces: [], type: '' }
      setState({ is: 'idle' })
      const spoken = outcome.data.text.trim()
      if (spoken) onSpoken(spoken)
      else toast.info(t('dictate.silent'))
    } else if (outcome.code === 'speech.no_words') {
      toast.info(t('dictate.noWords.title'), { text: t('dictate.noWords.text'), key: 'dictate.noWords' })
      useDictation.getState().withdraw()
    } else setState({ is: 'failed', why: errorText(outcome) })
  }

  function drop() {
    void held.current?.close()
    held.current = null
    taken.current = { pieces: [], type: '' }
    setState({ is: 'idle' })
  }

  if (!isOffered || !transcribes) return null
  if (state.is === 'speaking') {
    return (
      <fieldset aria-label={t('dictate.label')} className="flex items-center gap-1 text-danger">
        <LevelMeter level={state.microphone.level} />
        <Left since={state.since} onOver={() => void stop()} />
        <IconButton icon={Square} label={t('dictate.stop')} onClick={() => void stop()} />
        <IconButton icon={X} label={t('dictate.cancel')} onClick={drop} />
      </fieldset>
    )
  }
  if (state.is === 'failed') {
    return (
      <fieldset aria-label={t('dictate.label')} className="flex min-w-0 items-center gap-1">
        <span role="alert" className="max-w-56 text-xs text-danger-ink">
          {state.why}
        </span>
        <IconButton
          icon={RefreshCw}
          label={t('app:action.tryAgain')}
          onClick={() => void (taken.current.pieces.length > 0 ? listen() : speak())}
        />
        <IconButton icon={X} label={t('dictate.cancel')} onClick={drop} />
      </fieldset>
    )
  }
  return (
    <IconButton
      needsServer
      icon={Mic}
      size="lg"
      label={state.is === 'listening' ? t('dictate.listening') : t('dictate.start')}
      loading={state.is !== 'idle'}
      onClick={() => void speak()}
    />
  )
}

/** Shows the elapsed time, and ends the dictation at its longest allowed length. */
function Left({ since, onOver }: { since: number; onOver: () => void }) {
  const [now, setNow] = useState(since)
  const over = useRef(onOver)
  useEffect(() => {
    over.current = onOver
  })
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(performance.now())
      if (performance.now() - since >= (limits.dictationSeconds - 1) * 1000) over.current()
    }, 500)
    return () => clearInterval(timer)
  }, [since])
  return <span className="text-xs tabular-nums">{clockText((now - since) / 1000)}</span>
}

/** Whether to offer dictation. Turned off until the next reload once the server says that it has no speech model. */
const useDictation = createSlice('dictation', { isOffered: true }, set => ({
  withdraw: () => set({ isOffered: false }),
}))

const timeout = 120_000

/** Transcribes a short recording. */
function wordsOf(pieces: readonly ArrayBuffer[], type: string): Promise<Outcome<{ text: string }>> {
  const ending = type.includes('mp4') ? 'm4a' : type.includes('ogg') ? 'ogg' : 'webm'
  const file = new File([...pieces], `dictation.${ending}`, { type: type.split(';')[0] })
  return callWithFiles(transcribeText, {}, [file], { timeout })
}
