import { useCallback, useRef, useSyncExternalStore } from 'react'

/**
 * Whether a media query holds now; renders again when that changes. While the page is printed the answer of the screen stands: a layout
 * that changes between the counting and the drawing of the sheets loses the last of them.
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

/** Phone under 768 px, desktop from 1200 px: the same two steps as the `md` and `xl` variants of the style sheet. */
export function useViewport(): Viewport {
  const tablet = useMedia('(min-width: 768px)')
  const desktop = useMedia('(min-width: 1200px)')
  if (desktop) return 'desktop'
  return tablet ? 'tablet' : 'phone'
}
