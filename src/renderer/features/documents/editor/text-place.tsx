import type { ReactNode } from 'react'
import { cx } from '../../../ui/cx'

/** The place of a text. */
export const textPlace = 'relative box-content max-w-measure p-5 max-md:p-4'

/** The row above a text, with its tools. It is there before they are, so that the text does not move. */
export const toolRow = 'sticky top-0 z-[2] flex min-h-[45px] border-b border-line bg-surface-1 print:hidden'

const sidePlace =
  'w-70 shrink-0 self-start @max-[1000px]:w-full @max-[1000px]:max-w-measure @min-[1200px]:w-85 print:hidden'

/** What belongs to a text: beside it where there is room, below it elsewhere. */
export function TextSide({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside
      aria-label={label}
      className={cx(
        sidePlace,
        'flex flex-col gap-5 p-5 max-md:p-4 @min-[1000px]:sticky @min-[1000px]:top-11 @min-[1000px]:max-h-[calc(100dvh-110px)] @min-[1000px]:overflow-y-auto',
      )}
    >
      {children}
    </aside>
  )
}

/** The room of what belongs to a text that has not been loaded yet. */
export const sideToCome = <div className={sidePlace} />

/** A text with what belongs to it. On a wide screen both are in the middle, next to each other. */
export function BesideText({ side, children }: { side: ReactNode; children: ReactNode }) {
  if (!side) return children
  return (
    <div className="@container">
      <div className="flex @max-[1000px]:flex-col @min-[1200px]:justify-center">
        <div className="min-w-0 flex-1 @min-[1200px]:max-w-[calc(var(--measure)+40px)]">{children}</div>
        {side}
      </div>
    </div>
  )
}
