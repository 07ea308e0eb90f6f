import { useId } from 'react'
import { cx } from './cx'
import type { Icon } from './icon'

interface Props<Value extends string> {
  /** What is being chosen; assistive technology reads it before the options. */
  label: string
  options: readonly { value: Value; label: string; icon?: Icon }[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

/** A choice of two to four visible options, built from native radio buttons, so that the arrow keys work. */
export function Segmented<Value extends string>({ label, options, value, onChange, className }: Props<Value>) {
  const name = useId()
  return (
    <fieldset
      className={cx('inline-flex w-fit min-w-0 shrink-0 gap-0.5 rounded-sm bg-track p-0.5 print:hidden', className)}
    >
      <legend className="sr-only">{label}</legend>
      {options.map(({ value: option, label: text, icon: Glyph }) => (
        <label
          key={option}
          className={cx(
            'relative flex h-control-sm cursor-pointer items-center gap-[5px] rounded-[5px] px-2.5 text-sm font-medium whitespace-nowrap',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:h-10',
            option === value ? 'bg-thumb text-default shadow-1' : 'text-muted hover:text-default',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
            className="sr-only"
          />
          {Glyph && <Glyph size={16} />}
          {text}
        </label>
      ))}
    </fieldset>
  )
}
