import type { CSSProperties, ReactNode, Ref } from 'react'

interface Props {
  style: CSSProperties
  children: ReactNode
  ref?: Ref<HTMLDivElement & HTMLLIElement>
}

// A virtual list lets no pointer through while it scrolls and for 150 ms after, also where it is itself that scrolls because
// something came in above: what somebody pressed in that time would be lost.
const reachable = (style: CSSProperties): CSSProperties => ({ ...style, pointerEvents: 'auto' })

/** A row of a virtual list, which can be pressed at any time: for the `item` of a Virtualizer. */
export function VirtualItem({ style, children, ref }: Props) {
  return (
    <div ref={ref} style={reachable(style)}>
      {children}
    </div>
  )
}

/** The same where the list is a `ul` or `ol`. */
export function VirtualListItem({ style, children, ref }: Props) {
  return (
    <li ref={ref} style={reachable(style)}>
      {children}
    </li>
  )
}
