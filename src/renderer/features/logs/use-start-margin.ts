import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Measures the pixels before the list in its scrolling pane, which a virtual list must know. */
export function useStartMargin(): {
  startMargin: number
  list: RefObject<HTMLDivElement | null>
  head: RefObject<HTMLDivElement | null>
} {
  const list = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const [startMargin, setStartMargin] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setStartMargin(list.current?.offsetTop ?? 0)
    measure()
    const watch = new ResizeObserver(measure)
    if (head.current) for (const part of head.current.children) watch.observe(part)
    return () => watch.disconnect()
  }, [])
  return { startMargin, list, head }
}
