import { useEffect, useState } from 'react'

const secondsUntil = (instant: number) => Math.max(0, Math.ceil((instant - Date.now()) / 1000))

/** Seconds left until an instant (milliseconds of the epoch), counting down to 0. */
export function useSecondsUntil(instant: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(instant))
  useEffect(() => {
    setSeconds(secondsUntil(instant))
    if (secondsUntil(instant) === 0) return
    const timer = setInterval(() => {
      const left = secondsUntil(instant)
      setSeconds(left)
      if (left === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [instant])
  return seconds
}
