import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Within this many pixels of the end, the conversation follows new content; within them of the beginning, older
 * messages load.
 */
const nearEnd = 48
const nearBeginning = 400

interface Options {
  scroller: RefObject<HTMLElement | null>
  content: RefObject<HTMLElement | null>
  onNearBeginning: () => void
}

/**
 * Keeps a conversation stable while it changes: at its end it follows new content, elsewhere the line being read stays
 * in place, whatever arrives above or below. Turns are found by `data-turn`. Returns a function that scrolls to the
 * end.
 */
export function useThreadScroll({ scroller, content, onNearBeginning }: Options): () => void {
  const isFollowing = useRef(true)
  const anchor = useRef<{ turn: Element; top: number } | null>(null)
  const latest = useRef(onNearBeginning)
  useEffect(() => {
    latest.current = onNearBeginning
  })

  const look = useCallback(() => {
    const box = scroller.current
    if (!box) return
    isFollowing.current = box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd
    const { top } = box.getBoundingClientRect()
    const turns = [...box.querySelectorAll('[data-turn]')]
    const turn = turns.find(candidate => candidate.getBoundingClientRect().bottom > top)
    anchor.current = turn ? { turn, top: turn.getBoundingClientRect().top - top } : null
    if (box.scrollTop < nearBeginning) latest.current()
  }, [scroller])

  const settle = useCallback(() => {
    const box = scroller.current
    if (!box) return
    if (isFollowing.current) box.scrollTop = box.scrollHeight
    else if (anchor.current?.turn.isConnected) {
      const { turn, top } = anchor.current
      box.scrollTop += turn.getBoundingClientRect().top - box.getBoundingClientRect().top - top
    }
    if (box.scrollTop < nearBeginning) latest.current()
  }, [scroller])

  useLayoutEffect(settle)
  useEffect(() => {
    const box = scroller.current
    if (!box || !content.current) return
    const sizes = new ResizeObserver(settle)
    sizes.observe(content.current)
    sizes.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [scroller, content, look, settle])

  return useCallback(() => {
    isFollowing.current = true
    settle()
  }, [settle])
}
