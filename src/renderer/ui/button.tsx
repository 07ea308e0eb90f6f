import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from './cx'
import type { Icon } from './icon'
import { awayAttributes, useServerAway } from './server-away'
import { Tooltip } from './tooltip'
import { WritingDots } from './writing-dots'

export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'soft' | 'danger' | 'capture'
export type ButtonSize = 'sm' | 'md' | 'lg'

interface Looks {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: Icon
  trailingIcon?: Icon
  /** Makes the button as wide as its container. */
  block?: boolean
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-accent bg-accent font-semibold text-on-accent hover:border-accent-hover hover:bg-accent-hover',
  default: 'border-strong bg-surface-1 font-medium text-default hover:bg-surface-2',
  quiet: 'border-transparent bg-transparent font-medium text-muted hover:bg-surface-3 hover:text-default',
  soft: 'border-transparent bg-surface-3 font-medium text-default hover:bg-line',
  danger: 'border-danger bg-surface-1 font-medium text-danger hover:bg-danger-soft hover:text-danger-ink',
  capture: 'border-capture bg-capture font-semibold text-on-capture hover:opacity-90',
}

// Touch targets are 44px: the larger sizes grow, the small one keeps its looks and extends its target beyond its edge.
const SIZES: Record<ButtonSize, string> = {
  sm: 'h-control-sm px-2.5 text-sm pointer-coarse:h-control pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-[5px]',
  md: 'h-control px-3 text-sm pointer-coarse:h-touch',
  lg: 'h-control-lg px-[18px] text-md pointer-coarse:h-touch',
}

const ICON_SIZES: Record<ButtonSize, number> = { sm: 15, md: 16, lg: 17 }

function buttonClass({ variant = 'default', size = 'md', block }: Looks, className?: string): string {
  return cx(
    'relative inline-flex shrink-0 select-none items-center justify-center rounded-sm border whitespace-nowrap no-underline',
    'transition-[opacity,transform] duration-instant ease-standard active:scale-[0.98]',
    'disabled:pointer-events-none disabled:opacity-50 aria-disabled:active:scale-100',
    'data-away:cursor-not-allowed data-away:opacity-50',
    VARIANTS[variant],
    SIZES[size],
    block && 'w-full',
    className,
  )
}

function Content({ size = 'md', icon: Lead, trailingIcon: Trail, children }: Looks & { children: ReactNode }) {
  return (
    <>
      {Lead && <Lead size={ICON_SIZES[size]} />}
      {children}
      {Trail && <Trail size={ICON_SIZES[size]} />}
    </>
  )
}

export type ButtonProps = ComponentProps<'button'> &
  Looks & {
    /** The action is running: the button is announced as busy, keeps its width and focus, and ignores presses. */
    loading?: boolean
    /** The action is a call that is not queued, so without the server the button is disabled and says why. */
    needsServer?: boolean
  }

function ignorePress(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}

export function Button({
  variant,
  size,
  icon,
  trailingIcon,
  block,
  loading = false,
  needsServer = false,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const away = useServerAway(needsServer)
  const button = (
    <button
      {...rest}
      type={type}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      {...awayAttributes(away, rest['aria-describedby'])}
      className={buttonClass({ variant, size, block }, className)}
      onClick={loading || away !== null ? ignorePress : onClick}
    >
      <span className={cx('inline-flex min-w-0 items-center justify-center gap-1.5', loading && 'opacity-0')}>
        <Content size={size} icon={icon} trailingIcon={trailingIcon}>
          {children}
        </Content>
      </span>
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <WritingDots />
        </span>
      )}
    </button>
  )
  // The tooltip always surrounds the button, so that the button is not mounted again when the server comes or goes.
  return needsServer ? <Tooltip text={away}>{button}</Tooltip> : button
}

export type LinkButtonProps = ComponentProps<'a'> & Looks & { href: string }

/** A link that looks like a button. It leads to another page, so it can be opened in a new tab. */
export function LinkButton({
  variant,
  size,
  icon,
  trailingIcon,
  block,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <a {...rest} className={buttonClass({ variant, size, block }, cx('gap-1.5', className))}>
      <Content size={size} icon={icon} trailingIcon={trailingIcon}>
        {children}
      </Content>
    </a>
  )
}
