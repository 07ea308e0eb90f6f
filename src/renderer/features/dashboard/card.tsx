import { type ReactNode, useId } from 'react'
import { cx } from '../../ui/cx'

interface Props {
  title: string
  trailing?: ReactNode
  className?: string
  children: ReactNode
}

/** A tile of the dashboard with a heading. */
export function Card({ title, trailing, className, children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cx('flex min-w-0 flex-col rounded-lg border border-line bg-surface-1 px-4 py-3', className)}
    >
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        {trailing !== undefined && <span className="ml-auto">{trailing}</span>}
      </div>
      {children}
    </section>
  )
}
