import type { ReactNode } from 'react'
import { cx } from './cx'

interface Props<T> {
  /** The id of the list, and, with an item's key behind it, of its options. */
  id: string
  label: string
  offered: readonly T[]
  chosen: T | undefined
  keyOf: (item: T) => string | number
  /** Where there is room for it. */
  side?: 'above' | 'below'
  onPick: (item: T) => void
  children: (item: T) => ReactNode
}

/** What fits the words that are typed after a sign. The field keeps the focus and moves the choice. */
export function OfferList<T>({ id, label, offered, chosen, keyOf, side = 'above', onPick, children }: Props<T>) {
  if (offered.length === 0) return null
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className={cx(
        'absolute left-0 z-popover w-72 max-w-full rounded-md border border-line bg-surface-1 p-1 shadow-2',
        side === 'above' ? 'bottom-full mb-1' : 'top-full mt-1',
      )}
    >
      {offered.map(item => (
        <div
          key={keyOf(item)}
          id={`${id}-${keyOf(item)}`}
          role="option"
          tabIndex={-1}
          aria-selected={item === chosen}
          onPointerDown={event => {
            // Keeps the focus in the field.
            event.preventDefault()
            onPick(item)
          }}
          className={cx(
            'flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 text-sm pointer-coarse:min-h-touch',
            item === chosen && 'bg-surface-3',
          )}
        >
          {children(item)}
        </div>
      ))}
    </div>
  )
}
