import { lazy, Suspense } from 'react'

const Markdown = lazy(async () => ({ default: (await import('../../ui/markdown')).Markdown }))

/** What somebody wrote, as markdown. Until its code is there, the words stand as they are. */
export function Words({ children, headingLevel = 4 }: { children: string; headingLevel?: 3 | 4 }) {
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap wrap-anywhere">{children}</p>}>
      <Markdown headingLevel={headingLevel}>{children}</Markdown>
    </Suspense>
  )
}
