import { useEffect, useState } from 'react'
import { steadyNow } from '../../platform/clock'

/** Seconds left until `since` (milliseconds of the epoch) is `wait` milliseconds ago, counting down to 0; null has nothing to wait for. */
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

/** Never more than the whole time: a clock that was set back since would make it last as long as the jump. */
const millisecondsLeft = (since: number | null, wait: number) =>
  since === null ? 0 : Math.min(wait, Math.max(0, since + wait - Date.now()))
