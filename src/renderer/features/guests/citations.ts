import { type RefObject, useEffect, useState } from 'react'
import { useGuestEntry } from './store'

interface CitationParams {
  doc_id: number
  /** Seconds. */
  at: number
}

/**
 * What is cited here can be heard here: a guest has no document to open. Answers the place that was asked for last; each time it is a
 * new object. A link to anything else of the app asks to sign up.
 */
export function useCitations(room: RefObject<HTMLElement | null>): CitationParams | null {
  const [params, setWish] = useState<CitationParams | null>(null)
  useEffect(() => {
    const box = room.current
    if (!box) return
    function onClick(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#/docs"]') : null
      if (!link) return
      event.preventDefault()
      const [, doc_id, at] = /^#\/docs\/(\d+)\?at=(\d+)/.exec(link.getAttribute('href') ?? '') ?? []
      if (doc_id === undefined) useGuestEntry.getState().askToSignUp(true)
      else setWish({ doc_id: Number(doc_id), at: Number(at) })
    }
    box.addEventListener('click', onClick)
    return () => box.removeEventListener('click', onClick)
  }, [room])
  return params
}
