import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Frame } from '#shared/contract/sources/endpoints'
import { useExactTime } from '../picker/exact-time'
import type { Range } from './range'

interface Props {
  range: Range
  frames: readonly Frame[]
  at: string
  onChoose: (at: string) => void
  /** Marks above the slider. */
  children: ReactNode
}

/** The range as a slider over time, with a line where there is a picture. */
export function Track({ range, frames, at, onChoose, children }: Props) {
  const { t } = useTranslation('sources')
  const exactTime = useExactTime()
  const [dragged, drag] = useState<number | null>(null)
  const [from, to] = [Date.parse(range.from), Date.parse(range.to)]
  const value = Math.min(Math.max(dragged ?? Date.parse(at), from), to - 1)
  const text = exactTime(new Date(value).toISOString())
  // The picture is looked up where the slider is let go, not at every place that it passes.
  const letGo = () => {
    if (dragged !== null) onChoose(new Date(dragged).toISOString())
    drag(null)
  }
  return (
    <div className="shrink-0">
      <div className="relative mx-2 h-5">{children}</div>
      <div aria-hidden="true" className="relative mx-2 h-2 rounded-xs bg-track">
        {frames.map(frame => (
          <span
            key={frame.id}
            style={{ left: `${((Date.parse(frame.taken_at) - from) / (to - from)) * 100}%` }}
            className="absolute inset-y-0 w-px bg-muted"
          />
        ))}
      </div>
      <input
        type="range"
        min={from}
        max={to - 1}
        step={1_000}
        value={value}
        aria-label={t('timeline.instant')}
        aria-valuetext={text}
        onChange={event => drag(Number(event.target.value))}
        onPointerUp={letGo}
        onKeyUp={letGo}
        onBlur={letGo}
        className="block h-6 w-full accent-accent"
      />
      <p className="flex justify-between px-2 text-xs text-muted tabular-nums">
        <span>{exactTime(range.from)}</span>
        <span>{exactTime(new Date(to - 1).toISOString())}</span>
      </p>
    </div>
  )
}
