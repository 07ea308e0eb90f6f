import { cx } from './cx'

/** Background, border and text colour of the labels 0 to 4 [9.8c]. */
export const labelTones = [
  'border-label-0-border bg-label-0-bg text-label-0-ink',
  'border-label-1-border bg-label-1-bg text-label-1-ink',
  'border-label-2-border bg-label-2-bg text-label-2-ink',
  'border-label-3-border bg-label-3-bg text-label-3-ink',
  'border-label-4-border bg-label-4-bg text-label-4-ink',
]

interface Props {
  /** The position of the label in its document, 0 to 4; other values have no colour. */
  index: number
  children: string
}

/** A label on a log. */
export function LabelChip({ index, children }: Props) {
  return (
    <span
      className={cx(
        'inline-flex h-5 min-w-0 items-center rounded-xs border px-2 text-xs font-medium whitespace-nowrap',
        labelTones[index] ?? 'border-line bg-surface-2 text-muted',
      )}
    >
      <span className="truncate">{children}</span>
    </span>
  )
}
