import type { ReactNode } from 'react'
import { isInApp, safeHref } from './safe-href'

/** A safe link: plain text if its address is not allowed, a new tab if it leaves the app. */
export function SafeLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const safe = safeHref(href)
  if (!safe) return <>{children}</>
  const elsewhere = isInApp(safe) ? {} : { target: '_blank', rel: 'noopener noreferrer nofollow' }
  return (
    <a href={safe} {...elsewhere} className="text-accent underline underline-offset-2">
      {children}
    </a>
  )
}
