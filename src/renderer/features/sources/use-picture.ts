import { useEffect, useState } from 'react'
import type { Picture } from './store'

interface Layers {
  /** The previous picture, which stays visible while the next one fades in over it. */
  before: Picture | null
  /** The visible picture. */
  shown: Picture | null
  /** The picture that is loading and will fade in. */
  coming: Picture | null
  /** Call when the loading picture has loaded. */
  arrived: () => void
  /** Call when it failed to load; the visible picture stays. */
  failed: () => void
}

/**
 * Shows pictures one after the other without a gap: the next one appears once it has loaded. One picture loads at a
 * time, followed by the newest, so that a slow connection shows fewer pictures instead of none.
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
