import { type RefObject, useEffect, useState } from 'react'
import type { Source } from '#shared/contract/sources'
import { type SourceKey, sourceOf } from './keys'
import { watchSource } from './watching'

/** Asks for pictures of a source while it is on; null asks for none. */
export function useWatch(key: SourceKey | null): void {
  useEffect(() => {
    const source: Source | null = key && sourceOf(key)
    return source ? watchSource(source) : undefined
  }, [key])
}

/** Whether any of an element is in sight. */
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
