import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Microphone, NoMicrophone, openMicrophone } from '../recording/microphone'

/** What somebody said. */
export interface Sound {
  pieces: readonly ArrayBuffer[]
  /** Its MIME type, perhaps with parameters. */
  type: string
  seconds: number
}

type State =
  | { is: 'idle' | 'asking' }
  | { is: 'speaking'; microphone: Microphone; since: number }
  | { is: 'failed'; why: string }

interface Options {
  /** Called with each recording that was not discarded, perhaps after the component is gone. */
  onTaken: (sound: Sound) => void
  /** Whether a recording that the component leaves behind is kept. */
  isKept: boolean
}

/** Records with the microphone until somebody stops it, it is taken away or the component is gone. */
export function useSound({ onTaken, isKept }: Options) {
  const { t } = useTranslation('meetings')
  const [state, setState] = useState<State>({ is: 'idle' })
  const held = useRef<{ microphone: Microphone; pieces: ArrayBuffer[]; type: string; since: number } | null>(null)
  const isGone = useRef(false)
  /** A second press while the browser asks would open a second microphone, which nobody could end. */
  const isStarting = useRef(false)
  const latest = useRef({ onTaken, isKept })
  useEffect(() => {
    latest.current = { onTaken, isKept }
  })

  /** Releases the microphone and returns what was recorded; null if nothing was. */
  async function end(): Promise<Sound | null> {
    const recording = held.current
    if (!recording) return null
    held.current = null
    setState({ is: 'idle' })
    const seconds = (performance.now() - recording.since) / 1000
    await recording.microphone.close()
    return { pieces: recording.pieces, type: recording.type, seconds }
  }

  async function stop(): Promise<void> {
    const sound = await end()
    if (sound && sound.pieces.length > 0) latest.current.onTaken(sound)
    else if (sound && !isGone.current) setState({ is: 'failed', why: t('dictate.nothing') })
  }

  async function start(): Promise<void> {
    if (isStarting.current || held.current) return
    isStarting.current = true
    setState({ is: 'asking' })
    try {
      const microphone = await openMicrophone(null, () => void stop())
      if (isGone.current) return void microphone.close()
      const pieces: ArrayBuffer[] = []
      const type = microphone.record(piece => pieces.push(piece))
      const since = performance.now()
      held.current = { microphone, pieces, type, since }
      setState({ is: 'speaking', microphone, since })
    } catch (cause) {
      const trouble = cause instanceof NoMicrophone ? cause.trouble : 'missing'
      setState({ is: 'failed', why: t(`trouble.${trouble}`) })
    } finally {
      isStarting.current = false
    }
  }

  const leave = useRef(stop)
  useEffect(() => {
    leave.current = stop
  })
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      if (latest.current.isKept) void leave.current()
      else void held.current?.microphone.close()
    }
  }, [])

  return { state, start, stop, drop: () => void end(), forget: () => setState({ is: 'idle' }) }
}
