import { Avatar, type AvatarProps } from './avatar'

interface Props {
  people: readonly Pick<AvatarProps, 'name' | 'id' | 'src'>[]
  /** Says who they are, as one sentence: the pictures themselves are skipped. */
  label: string
  size?: number
  /** How many are drawn before "+n". */
  max?: number
}

/** A few overlapping people. */
export function AvatarStack({ people, label, size = 26, max = 4 }: Props) {
  const shown = people.length > max ? people.slice(0, max - 1) : people
  const rest = people.length - shown.length
  return (
    <span role="img" aria-label={label} className="inline-flex p-0.5">
      {shown.map(person => (
        <Avatar
          key={person.id ?? person.name}
          {...person}
          size={size}
          decorative
          className="not-first:-ml-1 ring-2 ring-surface-1"
        />
      ))}
      {rest > 0 && (
        <span
          style={{ height: size, minWidth: size }}
          className="-ml-1 grid place-items-center rounded-full bg-surface-3 px-1 text-2xs font-semibold text-muted ring-2 ring-surface-1 tabular-nums"
        >
          +{rest}
        </span>
      )}
    </span>
  )
}
