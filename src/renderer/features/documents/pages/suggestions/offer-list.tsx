import { useEffect, useRef } from 'react'
import { Avatar } from '../../../../ui/avatar'
import { cx } from '../../../../ui/cx'
import type { Offer } from './offer'

interface Props {
  /** The id of the list, and, with the position behind it, of its options. */
  id: string
  label: string
  offers: readonly Offer[]
  active: number
  onPick: (offer: Offer) => void
}

/** What fits the typed words. The text keeps the focus and moves the choice. */
export function OfferList({ id, label, offers, active, onPick }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  if (offers.length === 0) return null
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      className="max-h-80 w-72 max-w-[calc(100vw-16px)] overflow-y-auto rounded-md border border-line bg-surface-1 p-1 text-sm text-default shadow-2"
    >
      {offers.map((offer, at) => (
        <div
          key={offer.id}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          onPointerDown={event => {
            // Keeps the focus in the text.
            event.preventDefault()
            onPick(offer)
          }}
          className={cx(
            'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-sm px-2 py-1 pointer-coarse:min-h-touch',
            at === active && 'bg-accent-soft',
          )}
        >
          {offer.person && (
            <Avatar
              decorative
              name={offer.person.user_displayname}
              id={String(offer.person.user_id)}
              src={offer.person.user_image}
              size={24}
            />
          )}
          {offer.icon && <offer.icon size={16} className="shrink-0 text-muted" />}
          <span className="min-w-0 flex-1 truncate">{offer.label}</span>
          {offer.hint && <span className="max-w-28 truncate text-xs text-muted">{offer.hint}</span>}
        </div>
      ))}
    </div>
  )
}
