import { useEffect, useRef } from 'react'
import { Button } from './button'

interface Props {
  label: string
  failedText: string
  state: 'idle' | 'loading' | 'failed' | undefined
  /** The cursor of the next page; null at the end of the list, where nothing is rendered. */
  next: string | null
  /** Must be a stable function, for example one of a module. */
  onMore: () => void
}

/** Loads the next page of a list when it comes into view or its button is pressed. */
export function LoadMore({ label, failedText, state, next, onMore }: Props) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current || next === null) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), { rootMargin: '400px' })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [next, onMore])
  if (next === null) return null
  return (
    <div ref={end} className="px-4 pt-3 text-center">
      {state === 'failed' && (
        <p role="alert" className="pb-2 text-xs text-danger-ink">
          {failedText}
        </p>
      )}
      <Button size="sm" loading={state === 'loading'} onClick={onMore}>
        {label}
      </Button>
    </div>
  )
}
