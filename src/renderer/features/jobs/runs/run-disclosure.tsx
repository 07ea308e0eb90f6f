import { type ReactNode, useId, useState } from 'react'
import { useFormat } from '../../../platform/format'
import type { Icon } from '../../../ui/icon'

interface Props {
  icon: Icon
  /** The class of the icon's colour. */
  tone: string
  /** What a screen reader says before the title. */
  status?: string
  title: string
  facts?: string | null | undefined
  /** When it happened, shown at the end of the row. */
  at: string | null | undefined
  children: (id: string) => ReactNode
}

/** A row of the history of a job; pressing it shows more below. `children` get the id that they must have. */
export function RunDisclosure({ icon: Glyph, tone, status, title, facts, at, children }: Props) {
  const { time } = useFormat()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="-mx-2 flex w-[calc(100%+16px)] items-start gap-2.5 rounded-sm px-2 py-2 text-left text-sm hover:bg-surface-2 pointer-coarse:min-h-touch"
      >
        <span className={tone}>
          <Glyph size={16} className="mt-px" />
        </span>
        <span className="min-w-0 flex-1">
          {status && <span className="sr-only">{status}: </span>}
          <span className="block wrap-anywhere">{title}</span>
          {facts && <span className="block text-xs text-muted">{facts}</span>}
        </span>
        {at && <span className="text-xs leading-[18px] text-muted tabular-nums">{time(at)}</span>}
      </button>
      {isOpen && children(id)}
    </li>
  )
}
