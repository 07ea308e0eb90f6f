import { type ElementType, type ReactNode, type Ref, useImperativeHandle } from 'react'
import { vi } from 'vitest'

/** Records where the list was scrolled to: row and options. */
export const scrolledTo = vi.fn()

interface Props {
  data: unknown[]
  children: (row: unknown) => ReactNode
  as: ElementType
  ref: Ref<unknown>
}

/** Replaces virtua's list, which would render nothing, because jsdom has no layout. */
export function Virtualizer({ data, children, as: List, ref }: Props) {
  useImperativeHandle(ref, () => ({ scrollToIndex: scrolledTo }))
  return (
    <List>
      {data.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their position here.
        <li key={index}>{children(row)}</li>
      ))}
    </List>
  )
}
