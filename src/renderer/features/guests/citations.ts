import { type RefObject, useEffect, useState } from 'react'
import { useSignUpRequest } from '../../platform/guest'

interface CitationParams {
  doc_id: number
  /** Seconds. */
  at: number
}

/**
 * Plays citations on this page, because a guest has no document to open. Returns the position requested last, as a new
 * object each time. Other links into the app ask to sign up.
 */
export function useCitations(container: RefObject<HTMLElement | null>): CitationParams | null {
  const [params, setParams] = useState<CitationParams | null>(null)
  useEffect(() => {
    const box = container.current
    if (!box) return
    function onClick(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#/docs"]') : null
      if (!link) return
      event.preventDefault()
      const [, doc_id, at] = /^#\/docs\/(\d+)\?at=(\d+)/.exec(link.getAttribute('href') ?? '') ?? []
      if (doc_id === undefined) useSignUpRequest.getState().ask(true)
      else setParams({ doc_id: Number(doc_id), at: Number(at) })
    }
    box.addEventListener('click', onClick)
    return () => box.removeEventListener('click', onClick)
  }, [container])
  return params
}
