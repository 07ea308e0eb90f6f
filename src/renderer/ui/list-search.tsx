import { Search } from 'lucide-react'
import type { RefObject } from 'react'
import { TextField } from './field'
import { Kbd } from './kbd'

interface Props {
  field: RefObject<HTMLInputElement | null>
  label: string
  placeholder: string
  words: string
  onChange: (words: string) => void
}

/** The search above a list, which `/` focuses. Escape empties it; in an empty one it gives the focus up. */
export function ListSearch({ field, label, placeholder, words, onChange }: Props) {
  return (
    <TextField
      ref={field}
      type="search"
      label={label}
      hideLabel
      quiet
      icon={Search}
      placeholder={placeholder}
      trailing={
        words === '' && (
          <span className="pointer-coarse:hidden">
            <Kbd>/</Kbd>
          </span>
        )
      }
      value={words}
      onChange={event => onChange(event.target.value)}
      onKeyDown={event => {
        if (event.key === 'Escape' && words) {
          event.preventDefault()
          onChange('')
        } else if (event.key === 'Escape') field.current?.blur()
      }}
    />
  )
}
