import type { CSSProperties, ReactNode, Ref } from 'react'

interface Props {
  style: CSSProperties
  children: ReactNode
  ref?: Ref<HTMLDivElement & HTMLLIElement>
}

// A virtual list ignores the pointer while it scrolls and for 150 ms after, even when it scrolls by itself because
// something was inserted above. Presses in that time would be lost.
const reachable = (style: CSSProperties): CSSProperties => ({ ...style, pointerEvents: 'auto' })

/** A row of a virtual list that can be pressed at any time; use it as the `item` of a Virtualizer. */
export function VirtualItem({ style, children, ref }: Props) {
  return (
    <div ref={ref} style={reachable(style)}>
      {children}
    </div>
  )
}

/** The same for a list that is a `ul` or `ol`. */
export function VirtualListItem({ style, children, ref }: Props) {
  return (
    <li ref={ref} style={reachable(style)}>
      {children}
    </li>
  )
}
