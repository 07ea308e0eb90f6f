import type { ComponentProps } from 'react'
import { cx } from './cx'
import type { Icon } from './icon'
import { awayAttributes, useServerAway } from './server-away'
import { Tooltip, type TooltipSide } from './tooltip'
import { WritingDots } from './writing-dots'

export type IconButtonVariant = 'quiet' | 'outline' | 'soft' | 'primary' | 'rail'
export type IconButtonSize = 'sm' | 'md' | 'lg'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  icon: Icon
  /** The accessible name, also shown as the tooltip. */
  label: string
  variant?: IconButtonVariant
  size?: IconButtonSize
  /** For a toggle button such as Bold. */
  pressed?: boolean
  loading?: boolean
  /** The action is a call that is not queued, so without the server the button is disabled and says why. */
  needsServer?: boolean
  /** The equivalent keys, shown in the tooltip. */
  keys?: string
  tooltipSide?: TooltipSide
}

const VARIANTS: Record<IconButtonVariant, string> = {
  quiet: 'border-transparent text-muted hover:bg-surface-3 hover:text-default',
  outline: 'border-line bg-surface-1 text-muted hover:bg-surface-2 hover:text-default',
  soft: 'border-transparent bg-surface-3 text-default hover:bg-line',
  primary: 'border-accent bg-accent text-on-accent hover:border-accent-hover hover:bg-accent-hover',
  rail: 'border-transparent text-rail-text hover:bg-rail-active hover:text-rail-active-text',
}

const SIZES: Record<IconButtonSize, string> = {
  sm: 'size-6',
  md: 'size-8',
  lg: 'size-control',
}

const ICON_SIZES: Record<IconButtonSize, number> = { sm: 16, md: 18, lg: 18 }

export function IconButton({
  icon: Glyph,
  label,
  variant = 'quiet',
  size = 'md',
  pressed,
  loading = false,
  needsServer = false,
  keys,
  tooltipSide,
  className,
  type = 'button',
  onClick,
  ...rest
}: IconButtonProps) {
  const away = useServerAway(needsServer)
  return (
    <Tooltip text={away === null ? label : `${label}. ${away}`} keys={keys} side={tooltipSide}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        aria-pressed={pressed}
        aria-busy={loading || undefined}
        aria-disabled={loading || rest['aria-disabled']}
        {...awayAttributes(away, rest['aria-describedby'])}
        onClick={loading || away !== null ? event => event.preventDefault() : onClick}
        className={cx(
          'relative inline-grid shrink-0 place-items-center rounded-sm border',
          'transition-transform duration-instant ease-standard active:scale-[0.96]',
          'disabled:pointer-events-none disabled:opacity-50 data-away:cursor-not-allowed data-away:opacity-50',
          // Touch targets are 44px, whatever the size of the icon.
          'pointer-coarse:after:absolute pointer-coarse:after:top-1/2 pointer-coarse:after:left-1/2 pointer-coarse:after:size-touch pointer-coarse:after:-translate-1/2',
          pressed ? 'border-transparent bg-accent-soft text-accent-ink' : VARIANTS[variant],
          SIZES[size],
          className,
        )}
      >
        {loading ? <WritingDots /> : <Glyph size={ICON_SIZES[size]} />}
      </button>
    </Tooltip>
  )
}
