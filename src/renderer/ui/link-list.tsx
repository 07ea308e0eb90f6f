import type { LinkOffer } from './links'
import { OfferList } from './offer-list'

interface Props {
  /** The ids of the list, and, with an offer's id behind it, of its options. */
  id: string
  label: string
  offered: readonly LinkOffer[]
  chosen: LinkOffer | undefined
  side?: 'above' | 'below'
  insert: (offer: LinkOffer) => void
}

/** The documents and logs that fit what is typed after `[[`. */
export function LinkList({ insert, ...rest }: Props) {
  return (
    <OfferList {...rest} keyOf={offer => offer.id} onPick={insert}>
      {({ label, hint, icon: Icon }) => (
        <>
          <Icon size={16} className="shrink-0 text-muted" />
          <span className="min-w-0 flex-1 truncate">{label}</span>
          {hint && <span className="max-w-28 truncate text-xs text-muted">{hint}</span>}
        </>
      )}
    </OfferList>
  )
}
