import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'size' | 'role'> & {
  label: string
  hideLabel?: boolean
  description?: ReactNode
}

/**
 * An on/off setting that takes effect at once, with the label on the left and the switch at the right edge of its row.
 */
export function Switch({ label, hideLabel, description, className, ...input }: SwitchProps) {
  return (
    <label
      className={cx(
        'relative flex items-start justify-between gap-4 text-sm has-disabled:opacity-50',
        'pointer-coarse:min-h-touch pointer-coarse:items-center',
        className,
      )}
    >
      <span className={hideLabel ? 'sr-only' : 'flex min-w-0 flex-col'}>
        <span className="font-medium">{label}</span>
        {description !== undefined && <span className="text-xs text-muted">{description}</span>}
      </span>
      <input
        {...input}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its state itself.
        role="switch"
        className={cx(
          'relative h-5 w-[34px] shrink-0 appearance-none rounded-full bg-strong checked:bg-accent',
          'before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:bg-surface-1',
          'before:transition-transform before:duration-fast before:ease-standard checked:before:translate-x-3.5 checked:before:bg-on-accent',
        )}
      />
    </label>
  )
}
