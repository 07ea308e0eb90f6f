import type { Person } from '#shared/contract/common'
import { Avatar } from './avatar'
import { cx } from './cx'

interface Props {
  /** The ids of the list, and, with a person's id behind it, of its options. */
  id: string
  label: string
  offered: readonly Person[]
  chosen: Person | undefined
  onPick: (person: Person) => void
}

/** The people whose names fit what is typed after an @. The field keeps the focus and moves the choice. */
export function MentionList({ id, label, offered, chosen, onPick }: Props) {
  if (offered.length === 0) return null
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className="absolute bottom-full left-0 z-popover mb-1 w-72 max-w-full rounded-md border border-line bg-surface-1 p-1 shadow-2"
    >
      {offered.map(person => (
        <div
          key={person.user_id}
          id={`${id}-${person.user_id}`}
          role="option"
          tabIndex={-1}
          aria-selected={person === chosen}
          onPointerDown={event => {
            // Keeps the focus in the field.
            event.preventDefault()
            onPick(person)
          }}
          className={cx(
            'flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 text-sm pointer-coarse:min-h-touch',
            person === chosen && 'bg-surface-3',
          )}
        >
          <Avatar
            decorative
            name={person.user_displayname}
            id={String(person.user_id)}
            src={person.user_image}
            size={24}
          />
          <span className="truncate">{person.user_displayname}</span>
        </div>
      ))}
    </div>
  )
}
