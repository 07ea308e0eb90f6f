import { cx } from '../../ui/cx'

const TONES = [
  'border-label-0-border bg-label-0-bg',
  'border-label-1-border bg-label-1-bg',
  'border-label-2-border bg-label-2-bg',
  'border-label-3-border bg-label-3-bg',
  'border-label-4-border bg-label-4-bg',
]

/** The colour of a label beside its text [9.8c]. */
export function LabelSwatch({ index, className }: { index: number; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'size-3.5 shrink-0 rounded-xs border-[1.5px]',
        TONES[index] ?? 'border-line bg-surface-2',
        className,
      )}
    />
  )
}
