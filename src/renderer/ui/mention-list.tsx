import type { Person } from '#shared/contract/common'
import { Avatar } from './avatar'
import { OfferList } from './offer-list'

interface Props {
  /** The ids of the list, and, with a person's id behind it, of its options. */
  id: string
  label: string
  offered: readonly Person[]
  chosen: Person | undefined
  side?: 'above' | 'below'
  onPick: (person: Person) => void
}

/** The people whose names fit what is typed after an @. */
export function MentionList({ id, label, offered, chosen, side = 'above', onPick }: Props) {
  return (
    <OfferList {...{ id, label, offered, chosen, side, onPick }} keyOf={({ user_id }) => user_id}>
      {({ user_id, user_displayname, user_image }) => (
        <>
          <Avatar decorative name={user_displayname} id={String(user_id)} src={user_image} size={24} />
          <span className="truncate">{user_displayname}</span>
        </>
      )}
    </OfferList>
  )
}
