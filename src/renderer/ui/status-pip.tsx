import { cx } from './cx'

export type StatusTone = 'neutral' | 'success' | 'connecting' | 'danger' | 'accent'

export const PIP_TONES: Record<StatusTone, string> = {
  neutral: 'bg-muted',
  success: 'bg-success',
  connecting: 'bg-connecting',
  danger: 'bg-danger',
  accent: 'bg-accent',
}

/** A coloured dot with its meaning in words. Hide the words only where the same is written beside it. */
export function StatusPip({
  tone,
  label,
  hideLabel = false,
}: {
  tone: StatusTone
  label: string
  hideLabel?: boolean
}) {
  return (
    <span className="inline-flex items-center gap-1.5 text-xs text-muted">
      <span className={cx('size-2 shrink-0 rounded-full', PIP_TONES[tone])} />
      <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
    </span>
  )
}
