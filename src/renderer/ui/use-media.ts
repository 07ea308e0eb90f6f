import { useCallback, useRef, useSyncExternalStore } from 'react'

/**
 * Whether a media query matches; renders again on changes. During printing the result of the screen is kept, because a
 * layout change between counting and drawing the sheets would lose the last of them.
 */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  const held = useRef<boolean | null>(null)
  return useSyncExternalStore(subscribe, () => {
    const isPrinting = window.matchMedia('print').matches
    if (held.current === null || !isPrinting) held.current = window.matchMedia(query).matches
    return held.current
  })
}

export type Viewport = 'phone' | 'tablet' | 'desktop'

/** Phone below 768 px, desktop from 1200 px, like the `md` and `xl` variants of the style sheet. */
export function useViewport(): Viewport {
  const tablet = useMedia('(min-width: 768px)')
  const desktop = useMedia('(min-width: 1200px)')
  if (desktop) return 'desktop'
  return tablet ? 'tablet' : 'phone'
}
