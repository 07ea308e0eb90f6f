import { useEffect, useState } from 'react'
import { clockText } from '../../../platform/clock-text'
import type { RecordingStatus } from './channel'

/** Returns how long the recording is, counting while it runs. */
export function useElapsed({ seconds, runs_since }: Pick<RecordingStatus, 'seconds' | 'runs_since'>): string {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (runs_since === null) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [runs_since])
  const running = runs_since === null ? 0 : Math.max(0, now - runs_since) / 1000
  return clockText(seconds + running)
}
