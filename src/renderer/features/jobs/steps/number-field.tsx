import { useEffect, useState } from 'react'
import { TextField, type TextFieldProps } from '../../../ui/field'

type Props = Omit<TextFieldProps, 'value' | 'onChange' | 'type'> & {
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/** A field for a whole number. What is no number yet may be typed and is put right when the field is left. */
export function NumberField({ value, min, max, onChange, ...rest }: Props) {
  const [text, setText] = useState(String(value))
  useEffect(() => setText(before => (Number(before) === value && before !== '' ? before : String(value))), [value])
  return (
    <TextField
      {...rest}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      value={text}
      onChange={event => {
        setText(event.target.value)
        const next = Number(event.target.value)
        if (event.target.value !== '' && Number.isInteger(next) && next >= min && next <= max) onChange(next)
      }}
      onBlur={() => setText(String(value))}
    />
  )
}
