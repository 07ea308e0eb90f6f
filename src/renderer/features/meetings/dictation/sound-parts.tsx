import { RefreshCw, Square, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText } from '../../../platform/clock-text'
import { IconButton } from '../../../ui/icon-button'
import { LevelMeter } from '../recording/level-meter'
import type { Microphone } from '../recording/microphone'

interface SpeakingProps {
  label: string
  stopLabel: string
  dropLabel: string
  microphone: Microphone
  /** When it began, by `performance.now()`. */
  since: number
  /** The longest allowed length, at which it stops by itself. */
  seconds: number
  onStop: () => void
  onDrop: () => void
}

/** What is shown while somebody speaks: the loudness, the time, and how it ends. */
export function Speaking({ label, stopLabel, dropLabel, microphone, since, seconds, onStop, onDrop }: SpeakingProps) {
  return (
    <fieldset aria-label={label} className="flex items-center gap-1 text-danger">
      <LevelMeter level={microphone.level} />
      <Elapsed since={since} seconds={seconds} onOver={onStop} />
      <IconButton icon={Square} label={stopLabel} onClick={onStop} />
      <IconButton icon={X} label={dropLabel} onClick={onDrop} />
    </fieldset>
  )
}

/** Shows the elapsed time, and says when the longest allowed length is reached. */
function Elapsed({ since, seconds, onOver }: { since: number; seconds: number; onOver: () => void }) {
  const [now, setNow] = useState(since)
  const over = useRef(onOver)
  useEffect(() => {
    over.current = onOver
  })
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(performance.now())
      if (performance.now() - since >= (seconds - 1) * 1000) over.current()
    }, 500)
    return () => clearInterval(timer)
  }, [since, seconds])
  return <span className="text-xs tabular-nums">{clockText((now - since) / 1000)}</span>
}

interface FailedProps {
  label: string
  dropLabel: string
  why: string
  onRetry: () => void
  onDrop: () => void
}

/** Why there is no sound or there are no words, with another attempt. */
export function Failed({ label, dropLabel, why, onRetry, onDrop }: FailedProps) {
  const { t } = useTranslation('app')
  return (
    <fieldset aria-label={label} className="flex min-w-0 items-center gap-1">
      <span role="alert" className="max-w-56 text-xs text-danger-ink">
        {why}
      </span>
      <IconButton icon={RefreshCw} label={t('action.tryAgain')} onClick={onRetry} />
      <IconButton icon={X} label={dropLabel} onClick={onDrop} />
    </fieldset>
  )
}
