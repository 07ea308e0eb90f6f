import { useEffect, useState } from 'react'

const second = 1000

/** Returns the time since an instant as `0:44:52`, updated every second. */
export function useElapsed(since: string): string {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second)
    return () => clearInterval(timer)
  }, [])
  return clockText(Math.max(0, now - Date.parse(since)))
}

export function clockText(ms: number): string {
  const seconds = Math.floor(ms / second)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
