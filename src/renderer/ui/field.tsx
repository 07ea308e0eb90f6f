import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx'
import type { Icon } from './icon'

export interface FieldTexts {
  label: string
  /** Shows the label to assistive technology only, for example in a search box. */
  hideLabel?: boolean
  hint?: ReactNode
  /** What is wrong and what to do about it. While set, the control is invalid. */
  error?: string | null
}

interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** The label above a control and the hint and error below it, all linked to the control. */
export function Field({
  label,
  hideLabel = false,
  hint,
  error,
  className,
  children,
}: FieldTexts & { className?: string; children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = cx(error && errorId, hint !== undefined && hintId) || undefined
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-xs font-medium text-muted'}>
        {label}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={errorId} role="alert" className="flex gap-1.5 text-xs text-danger-ink">
          <CircleAlert size={14} className="mt-px" />
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The frame of text controls and controls that look alike; it shows the focus of the control inside. */
export const CONTROL_FRAME = cx(
  'flex min-w-0 rounded-sm border border-strong bg-surface-1 text-default pointer-coarse:text-lg',
  'focus-within:border-accent focus-within:shadow-[0_0_0_1px_var(--accent),0_0_0_4px_var(--accent-soft)]',
  'has-aria-invalid:border-danger has-aria-invalid:shadow-[0_0_0_1px_var(--danger)]',
  'has-disabled:bg-surface-2 has-disabled:text-muted',
)

const BARE = 'min-w-0 flex-1 bg-transparent outline-none focus-visible:shadow-none disabled:cursor-not-allowed'

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'size'> &
  FieldTexts & {
    icon?: Icon
    /** A key hint, a unit or a small button inside the frame. */
    trailing?: ReactNode
    size?: 'md' | 'lg'
    /** A lighter frame for boxes that filter the content below them. */
    quiet?: boolean
  }

/** A single-line text field. Other props go to the input, including `ref` and a form library's `register`. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  icon: Glyph,
  trailing,
  size = 'md',
  quiet = false,
  className,
  type = 'text',
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      {control => (
        <span
          className={cx(
            CONTROL_FRAME,
            'items-center gap-2 pointer-coarse:h-touch',
            size === 'lg' ? 'h-touch px-3 text-md' : 'h-control px-2.5 text-sm',
            quiet && 'not-focus-within:border-line',
          )}
        >
          {Glyph && (
            <span className="text-muted">
              <Glyph size={16} />
            </span>
          )}
          <input {...input} {...control} type={type} className={cx(BARE, 'h-full')} />
          {trailing}
        </span>
      )}
    </Field>
  )
}

export type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & FieldTexts

/** A multi-line text field; grows with its text up to ten lines where the browser supports it. */
export function TextArea({ label, hideLabel, hint, error, className, rows = 3, ...textarea }: TextAreaProps) {
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      {control => (
        <span className={cx(CONTROL_FRAME, 'text-sm')}>
          <textarea
            {...textarea}
            {...control}
            rows={rows}
            className={cx(BARE, 'field-sizing-content max-h-60 min-h-16 resize-y px-2.5 py-[7px]')}
          />
        </span>
      )}
    </Field>
  )
}
