import { type ReactNode, useId } from 'react'

/** A section of the side pane with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xs font-semibold text-muted">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** The style of a row that filters by a press. */
export const pressable =
  '-mx-1.5 flex w-[calc(100%+12px)] min-w-0 items-center gap-2 rounded-xs px-1.5 py-1 text-left hover:bg-surface-3 aria-pressed:bg-accent-soft pointer-coarse:min-h-touch'
