import { useId } from 'react'

interface Props<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice between options, one per line, built from native radio buttons. */
export function Choices<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="pb-1 text-xs font-medium text-muted">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {options.map(option => (
          <label
            key={option.value}
            className="inline-flex min-h-6 cursor-pointer items-center gap-2 text-sm pointer-coarse:min-h-touch"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="size-4 shrink-0 accent-accent"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
