import { type ElementType, type ReactNode, type Ref, useImperativeHandle } from 'react'
import { vi } from 'vitest'

/** Where the list was told to go: row and how. */
export const scrolledTo = vi.fn()

interface Props {
  data: unknown[]
  children: (row: unknown) => ReactNode
  as: ElementType
  ref: Ref<unknown>
}

/** In place of virtua's: jsdom lays nothing out, so that a list that draws what is in sight would draw nothing. */
export function Virtualizer({ data, children, as: List, ref }: Props) {
  useImperativeHandle(ref, () => ({ scrollToIndex: scrolledTo }))
  return (
    <List>
      {data.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing but their place here.
        <li key={index}>{children(row)}</li>
      ))}
    </List>
  )
}
