import type { ReactNode } from 'react'

/** The name of somebody whom a message mentions, which stands out also among bold words. */
export function Mention({ children }: { children: ReactNode }) {
  return <strong className="rounded-xs bg-accent-soft px-0.5 font-semibold text-accent-ink">{children}</strong>
}
