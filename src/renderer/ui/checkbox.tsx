import { Check, Minus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & {
  label: string
  /** Shows the label to assistive technology only, for example in a table row. */
  hideLabel?: boolean
  description?: ReactNode
  /** Some but not all of the options it stands for are chosen. */
  indeterminate?: boolean
}

/** A native checkbox in the design of the app. */
export function Checkbox({ label, hideLabel, description, indeterminate = false, className, ...input }: CheckboxProps) {
  const Mark = indeterminate ? Minus : Check
  return (
    <label
      className={cx(
        'relative inline-flex items-start gap-2 text-sm has-disabled:opacity-50',
        'pointer-coarse:min-h-touch pointer-coarse:min-w-touch pointer-coarse:items-center',
        className,
      )}
    >
      <span className="relative mt-px inline-grid shrink-0 place-items-center">
        <input
          {...input}
          type="checkbox"
          ref={element => {
            if (element) element.indeterminate = indeterminate
            if (typeof input.ref === 'function') return input.ref(element)
            if (input.ref) input.ref.current = element
          }}
          className="peer size-4 appearance-none rounded-xs border-[1.5px] border-strong bg-surface-1 checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent pointer-coarse:size-5"
        />
        <span className="pointer-events-none absolute hidden text-on-accent peer-checked:block peer-indeterminate:block">
          <Mark size={12} className="stroke-3" />
        </span>
      </span>
      <span className={hideLabel ? 'sr-only' : 'flex min-w-0 flex-col'}>
        {label}
        {description !== undefined && <span className="text-xs text-muted">{description}</span>}
      </span>
    </label>
  )
}
