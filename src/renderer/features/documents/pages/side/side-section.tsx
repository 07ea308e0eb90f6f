import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  as?: 'section' | 'nav'
  children: ReactNode
}

/** A titled part beside the text of a page. */
export function SideSection({ title, as: Landmark = 'section', children }: Props) {
  const id = useId()
  return (
    <Landmark aria-labelledby={id}>
      <h2 id={id} className="px-2 pb-1 text-xs font-semibold text-muted">
        {title}
      </h2>
      {children}
    </Landmark>
  )
}
