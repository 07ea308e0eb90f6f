import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx'

interface Props {
  label: string
  children: ReactNode
  className?: string
  /** Called by Escape, to return to the content that the tools act on. */
  onLeave?: () => void
}

const step: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/**
 * A row of tools with a single Tab stop; the arrow keys, Home and End move between them. Scrolls sideways if they do
 * not fit.
 */
export function Toolbar({ label, children, className, onLeave }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const tools = () => [...(bar.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])]
  const setTabStop = (tool: HTMLElement | undefined) => {
    for (const other of tools()) other.tabIndex = other === tool ? 0 : -1
  }
  // Tools appear and become disabled, but one must always be the Tab stop.
  useEffect(() => {
    const all = tools()
    if (all.filter(tool => tool.tabIndex === 0).length !== 1) setTabStop(all[0])
  })

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && onLeave && !event.defaultPrevented) {
      event.preventDefault()
      onLeave()
      return
    }
    const all = tools()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = all[step[event.key]?.(at, all.length) ?? -1]
    if (at < 0 || !next) return
    event.preventDefault()
    setTabStop(next)
    next.focus()
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={event => {
        if (event.target instanceof HTMLButtonElement) setTabStop(event.target)
      }}
      className={cx('flex min-w-0 items-center gap-0.5 overflow-x-auto', className)}
    >
      {children}
    </div>
  )
}
