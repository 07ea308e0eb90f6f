import { type RefObject, useEffect, useState } from 'react'
import type { Source } from '#shared/contract/sources/endpoints'
import { type SourceKey, sourceOf } from './keys'
import { type Watching, watchSource } from './watching'

/** Watches a source while mounted; null watches none. */
export function useWatch(key: SourceKey | null, how: Watching = 'watch'): void {
  useEffect(() => {
    const source: Source | null = key && sourceOf(key)
    return source ? watchSource(source, how) : undefined
  }, [key, how])
}

/** Whether any part of an element is visible. */
export function useInSight(element: RefObject<Element | null>): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    const target = element.current
    if (!target) return
    const observer = new IntersectionObserver(entries => setInSight(entries.at(-1)?.isIntersecting ?? false))
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return isInSight
}
