import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds now; renders again when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

export type Viewport = 'phone' | 'tablet' | 'desktop'

/** Phone under 768 px, desktop from 1200 px: the same two steps as the `md` and `xl` variants of the style sheet. */
export function useViewport(): Viewport {
  const tablet = useMedia('(min-width: 768px)')
  const desktop = useMedia('(min-width: 1200px)')
  if (desktop) return 'desktop'
  return tablet ? 'tablet' : 'phone'
}
