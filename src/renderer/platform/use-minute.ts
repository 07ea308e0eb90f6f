import { useEffect, useState } from 'react'
import { browserClock } from './clock'

const minute = 60_000

/**
 * The time in milliseconds, renewed whenever a clock shows another minute. A page that was asleep is late by at most one
 * minute.
 */
export function useMinute(): number {
  const [at, setAt] = useState(() => browserClock.now())
  useEffect(() => browserClock.after(minute - (at % minute), () => setAt(browserClock.now())), [at])
  return at
}
