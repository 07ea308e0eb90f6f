import type { ComponentProps } from 'react'
import { cx } from './cx'
import { awayAttributes, useServerAway } from './server-away'
import { Tooltip } from './tooltip'

const TONES = [
  'border-suggest-0-border bg-suggest-0-bg text-suggest-0-text',
  'border-suggest-1-border bg-suggest-1-bg text-suggest-1-text',
  'border-suggest-2-border bg-suggest-2-bg text-suggest-2-text',
  'border-suggest-3-border bg-suggest-3-bg text-suggest-3-text',
  'border-suggest-4-border bg-suggest-4-bg text-suggest-4-text',
]

type Props = Omit<ComponentProps<'button'>, 'type'> & {
  /** The position in the row, from 0; the five colours repeat [9.8a]. */
  index: number
  children: string
}

/** A ready-made question or answer that is sent by one press. Without the server it is disabled and says why. */
export function SuggestionChip({ index, className, children, onClick, ...rest }: Props) {
  const away = useServerAway()
  return (
    <Tooltip text={away}>
      <button
        {...rest}
        {...awayAttributes(away, rest['aria-describedby'])}
        type="button"
        onClick={away === null ? onClick : undefined}
        className={cx(
          'inline-flex h-control shrink-0 items-center rounded-full border px-[13px] text-sm font-medium whitespace-nowrap',
          'transition-[opacity,transform] duration-instant ease-standard active:scale-[0.98]',
          'disabled:opacity-50 data-away:cursor-not-allowed data-away:opacity-50 pointer-coarse:h-touch pointer-coarse:px-4 pointer-coarse:text-md',
          TONES[index % TONES.length],
          className,
        )}
      >
        <span className="truncate">{children}</span>
      </button>
    </Tooltip>
  )
}
