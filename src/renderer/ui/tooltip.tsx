import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Kbd } from './kbd'

export type TooltipSide = 'top' | 'bottom' | 'left' | 'right'

interface Props {
  /** Null without a text to show. */
  text: string | null
  /** The equivalent keys, shown beside the text. */
  keys?: string
  side?: TooltipSide
  /** One focusable element with an accessible name of its own; the tooltip is only visual. */
  children: ReactNode
}

const OPEN_AFTER_MS = 500
/** Within this time after a tooltip closed, the next one opens at once, for example along a toolbar. */
const WARM_MS = 300
const GAP = 8
let lastClosedAt = Number.NEGATIVE_INFINITY

/** Positions a box beside the anchor: on the preferred side, or opposite if it does not fit there. */
function place(anchor: DOMRect, box: DOMRect, side: TooltipSide): { left: number; top: number } {
  const room = {
    top: anchor.top,
    bottom: window.innerHeight - anchor.bottom,
    left: anchor.left,
    right: window.innerWidth - anchor.right,
  }
  const opposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const
  const need = GAP + (side === 'top' || side === 'bottom' ? box.height : box.width)
  const at = room[side] < need && room[opposite[side]] >= need ? opposite[side] : side
  const left = {
    top: anchor.left + (anchor.width - box.width) / 2,
    bottom: anchor.left + (anchor.width - box.width) / 2,
    left: anchor.left - box.width - GAP,
    right: anchor.right + GAP,
  }[at]
  const top = {
    top: anchor.top - box.height - GAP,
    bottom: anchor.bottom + GAP,
    left: anchor.top + (anchor.height - box.height) / 2,
    right: anchor.top + (anchor.height - box.height) / 2,
  }[at]
  return {
    left: Math.max(GAP, Math.min(left, window.innerWidth - box.width - GAP)),
    top: Math.max(GAP, Math.min(top, window.innerHeight - box.height - GAP)),
  }
}

function Bubble({ text, keys, side, anchor }: Omit<Props, 'children'> & { side: TooltipSide; anchor: Element }) {
  const bubble = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = bubble.current
    if (!element) return
    // The top layer lies above dialogs and is not clipped by panes.
    element.showPopover()
    const put = () => {
      const { left, top } = place(anchor.getBoundingClientRect(), element.getBoundingClientRect(), side)
      element.style.left = `${left}px`
      element.style.top = `${top}px`
    }
    put()
    // Hides the tooltip when its focused element is scrolled out of view.
    const sight = new IntersectionObserver(entries => {
      element.style.visibility = entries.at(-1)?.isIntersecting ? 'visible' : 'hidden'
    })
    sight.observe(anchor)
    document.addEventListener('scroll', put, true)
    return () => {
      sight.disconnect()
      document.removeEventListener('scroll', put, true)
    }
  }, [anchor, side])
  return (
    <span
      ref={bubble}
      popover="manual"
      aria-hidden="true"
      className="pointer-events-none fixed inset-auto flex max-w-80 items-center gap-2 rounded-sm bg-default px-2 py-1 text-xs font-medium text-inverse shadow-2"
    >
      {text}
      {keys && <Kbd inverse>{keys}</Kbd>}
    </span>
  )
}

/** A small dark hint on hover and keyboard focus; Escape hides it, and touch never shows it. */
export function Tooltip({ text, keys, side = 'bottom', children }: Props) {
  const wrapper = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [anchor, setAnchor] = useState<Element | null>(null)

  const open = () => setAnchor(wrapper.current?.firstElementChild ?? null)
  const close = () => {
    clearTimeout(timer.current)
    if (!anchor) return
    lastClosedAt = performance.now()
    setAnchor(null)
  }
  const openSoon = () => {
    clearTimeout(timer.current)
    if (performance.now() - lastClosedAt < WARM_MS) open()
    else timer.current = setTimeout(open, OPEN_AFTER_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes events that bubble up from the control inside.
    <span
      ref={wrapper}
      className="contents"
      onPointerEnter={event => event.pointerType === 'mouse' && openSoon()}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={event => event.target.matches(':focus-visible') && open()}
      onBlur={close}
      onKeyDown={event => event.key === 'Escape' && close()}
    >
      {children}
      {anchor && text !== null && <Bubble text={text} keys={keys} side={side} anchor={anchor} />}
    </span>
  )
}
