import { useEffect, useState } from 'react'
import type { Picture } from './store'

interface Layers {
  /** What was seen before, and still is while the next one fades in over it. */
  before: Picture | null
  /** What is seen. */
  shown: Picture | null
  /** What is being fetched and fades in over it. */
  coming: Picture | null
  /** The coming picture is there. */
  arrived: () => void
  /** It never will be: what was seen stays. */
  failed: () => void
}

/**
 * A picture after the other without a gap: the next one takes its place once it is there. One at a time is fetched, and of those
 * that came meanwhile the newest is next, so that a slow connection sees fewer pictures instead of none.
 */
export function usePicture(newest: Picture | undefined): Layers {
  const [before, setBefore] = useState<Picture | null>(null)
  const [shown, setShown] = useState<Picture | null>(null)
  const [coming, setComing] = useState<Picture | null>(null)
  const [broken, setBroken] = useState<string | null>(null)
  useEffect(() => {
    if (!newest) {
      setBefore(null)
      setShown(null)
      setComing(null)
    } else if (!coming && newest.id !== shown?.id && newest.url !== broken) setComing(newest)
  }, [newest, coming, shown, broken])
  return {
    before,
    shown,
    coming,
    arrived() {
      setBefore(shown)
      setShown(coming)
      setComing(null)
    },
    failed() {
      setBroken(coming?.url ?? null)
      setComing(null)
    },
  }
}
