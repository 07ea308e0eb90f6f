import { useEffect, useState } from 'react'
import { steadyNow } from '../../platform/clock'

/**
 * Returns the seconds left until `wait` milliseconds after `since` (milliseconds since the epoch), counting down to 0;
 * 0 if `since` is null.
 */
export function useSecondsUntil(since: number | null, wait: number): number {
  const [left, setLeft] = useState(() => millisecondsLeft(since, wait))
  useEffect(() => {
    const first = millisecondsLeft(since, wait)
    setLeft(first)
    if (first === 0) return
    const until = steadyNow() + first
    const timer = setInterval(() => {
      const now = Math.max(0, until - steadyNow())
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [since, wait])
  return Math.ceil(left / 1000)
}

/** Limited to the whole wait, so that setting the clock back does not prolong it. */
const millisecondsLeft = (since: number | null, wait: number) =>
  since === null ? 0 : Math.min(wait, Math.max(0, since + wait - Date.now()))
