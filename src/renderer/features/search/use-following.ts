import { useCallback, useEffect, useRef } from 'react'
import type { Clock } from '../../platform/clock'
import { searchDelay } from './search-delay'

/**
 * Lets the open result follow the keyboard a moment later, so that a key held down does not open each result on the way.
 * Returns the function that is called with the result that was reached; null for one that has no page.
 */
export function useFollowing(
  shown: string | null,
  open: (address: string, isStep: boolean) => void,
  clock: Clock,
): (address: string | null) => void {
  const latest = useRef(open)
  const cancel = useRef<() => void>(undefined)
  useEffect(() => {
    latest.current = open
  })
  // Choosing another result or none ends the waiting.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the change.
  useEffect(() => () => cancel.current?.(), [shown])
  return useCallback(
    address => {
      cancel.current?.()
      if (shown === null || address === null || address === shown) return
      cancel.current = clock.after(searchDelay, () => latest.current(address, true))
    },
    [shown, clock],
  )
}
