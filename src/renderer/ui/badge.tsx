import type { ReactNode } from 'react'
import { cx } from './cx'
import type { Icon } from './icon'
import { PIP_TONES, type StatusTone } from './status-pip'

export type BadgeTone = 'neutral' | 'success' | 'warn' | 'danger' | 'accent' | 'capture'

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-surface-3 text-muted',
  success: 'bg-success-soft text-success-ink',
  warn: 'bg-warn-soft text-warn-ink',
  danger: 'bg-danger-soft text-danger-ink',
  accent: 'bg-accent-soft text-accent-ink',
  // Reserved for screen capture.
  capture: 'bg-capture-soft text-capture-ink',
}

interface Props {
  tone?: BadgeTone
  icon?: Icon
  /** A leading dot, for a lasting state. */
  pip?: StatusTone
  children: ReactNode
}

/** A word or a number on a soft background. The word carries the meaning; the colour only repeats it. */
export function Badge({ tone = 'neutral', icon: Glyph, pip, children }: Props) {
  return (
    <span
      className={cx(
        'inline-flex shrink-0 items-center gap-1 rounded-full px-[7px] text-xs leading-[18px] font-medium whitespace-nowrap tabular-nums',
        TONES[tone],
      )}
    >
      {pip && <span className={cx('size-2 rounded-full', PIP_TONES[pip])} />}
      {Glyph && <Glyph size={12} />}
      {children}
    </span>
  )
}
