import { useEffect, useRef } from 'react'
import { Button } from './button'

interface Props {
  label: string
  failedText: string
  state: 'idle' | 'loading' | 'failed' | undefined
  /** Where the next page begins; null at the end of the list, where nothing is shown. */
  next: string | null
  /** Stays the same function, as one of a module does. */
  onMore: () => void
}

/** At the end of a list: the next page loads when this comes into view, or when the button is pressed. */
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
