import { Search } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Checkbox } from './checkbox'
import { cx } from './cx'
import { TextField } from './field'
import { nameKey } from './name-key'

interface Props {
  legend: string
  searchLabel: string
  /** Null until they are known. */
  people: readonly { user_id: number; user_displayname: string }[] | null
  isIn: (user_id: number) => boolean
  /** Whether the choice of a person cannot be changed. */
  isFixed?: (user_id: number) => boolean
  onChange: (user_id: number, isIn: boolean) => void
  /** Said if nobody matches the search. */
  none: (query: string) => string
  /** With no more people than this, there is no search. */
  fewPeople?: number
  className?: string
  /** Stands above the people, for example that they load. */
  children?: ReactNode
}

/** Chooses people within a form, with a search by name. */
export function PeopleCheckboxes(props: Props) {
  const { legend, searchLabel, people, isIn, isFixed, onChange, none, fewPeople = 0, className, children } = props
  const id = useId()
  const [query, setQuery] = useState('')
  const words = nameKey(query)
  const shown = people?.filter(person => nameKey(person.user_displayname).includes(words))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-labelledby={id}>
      <legend id={id} className="pb-1 text-xs font-medium text-muted">
        {legend}
      </legend>
      {children}
      {people && people.length > fewPeople && (
        <TextField
          label={searchLabel}
          hideLabel
          icon={Search}
          placeholder={searchLabel}
          autoComplete="off"
          value={query}
          onChange={event => setQuery(event.target.value)}
          onKeyDown={event => {
            // Enter would send the form.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      )}
      {shown && (
        <div className={cx('flex flex-col gap-2 overflow-y-auto p-1', className)}>
          {shown.map(({ user_id, user_displayname }) => (
            <Checkbox
              key={user_id}
              label={user_displayname}
              checked={isIn(user_id)}
              disabled={isFixed?.(user_id)}
              onChange={event => onChange(user_id, event.target.checked)}
            />
          ))}
          {shown.length === 0 && <p className="text-sm text-muted">{none(query.trim())}</p>}
        </div>
      )}
    </fieldset>
  )
}
