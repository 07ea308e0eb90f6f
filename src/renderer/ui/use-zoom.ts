import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { mostScale, moved, type View, whole, within, zoomed } from './zoom'

/** One press of a button or key. */
const step = 1.5
/** Pixels that an arrow key moves. */
const stride = 80
/** Pixels that a finger goes to the side for the next picture. */
const swipe = 60

interface Point {
  x: number
  y: number
}

/** A picture that can be enlarged and moved with wheel, fingers, mouse and keys. `onSwipe` is told a swipe while it is whole. */
export function useZoom(
  picture: RefObject<HTMLImageElement | null>,
  { key, onSwipe }: { key: string; onSwipe: (direction: 1 | -1) => void },
) {
  // It comes later than this, with the layer around it.
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [view, setView] = useState<View>(whole)
  const [isHeld, setHeld] = useState(false)
  const pointers = useRef(new Map<number, Point>())
  const start = useRef<Point | null>(null)
  // Another picture is seen whole at first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says that it is another one.
  useEffect(() => setView(whole), [key])

  const onWheel = useRef((_event: WheelEvent) => {})
  useEffect(() => {
    onWheel.current = event => {
      // Two fingers on a touch pad would enlarge the page.
      event.preventDefault()
      const at = pointOf(event)
      change(before => zoomed(before, Math.exp(-event.deltaY / 300), at))
    }
  })
  useEffect(() => {
    const wheel = (event: WheelEvent) => onWheel.current(event)
    // By hand: React's own listeners cannot keep the browser from acting.
    frame?.addEventListener('wheel', wheel, { passive: false })
    return () => frame?.removeEventListener('wheel', wheel)
  }, [frame])

  function change(next: (view: View) => View) {
    setView(before => {
      const after = next(before)
      const box = frame?.getBoundingClientRect()
      const image = picture.current
      if (!box || !image?.naturalWidth) return after
      return within(after, box, { width: image.naturalWidth, height: image.naturalHeight })
    })
  }
  /** Counted from the middle of the frame. */
  function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const box = frame?.getBoundingClientRect()
    return box ? { x: clientX - box.x - box.width / 2, y: clientY - box.y - box.height / 2 } : { x: 0, y: 0 }
  }

  return {
    frame: setFrame,
    view,
    isHeld,
    isZoomed: view.scale > 1,
    isLargest: view.scale >= mostScale,
    larger: () => change(before => zoomed(before, step)),
    smaller: () => change(before => zoomed(before, 1 / step)),
    reset: () => setView(whole),
    move: (x: -1 | 0 | 1, y: -1 | 0 | 1) => change(before => moved(before, -x * stride, -y * stride)),
    handlers: {
      onDoubleClick(event: { clientX: number; clientY: number }) {
        const at = pointOf(event)
        change(before => (before.scale > 1 ? whole : zoomed(before, 2.5, at)))
      },
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const at = pointOf(event)
        pointers.current.set(event.pointerId, at)
        start.current = pointers.current.size === 1 ? at : null
        setHeld(true)
      },
      onPointerMove(event: PointerEvent) {
        const before = pointers.current.get(event.pointerId)
        if (!before) return
        const at = pointOf(event)
        const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point)
        pointers.current.set(event.pointerId, at)
        if (other) {
          const apart = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y)
          const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 }
          change(held => zoomed(held, apart(at) / Math.max(1, apart(before)), middle))
        } else if (view.scale > 1) change(held => moved(held, at.x - before.x, at.y - before.y))
      },
      onPointerUp(event: PointerEvent) {
        pointers.current.delete(event.pointerId)
        if (pointers.current.size === 0) setHeld(false)
        if (!start.current || view.scale > 1) return
        const at = pointOf(event)
        const across = at.x - start.current.x
        const down = at.y - start.current.y
        start.current = null
        if (Math.abs(across) > swipe && Math.abs(across) > Math.abs(down)) onSwipe(across < 0 ? 1 : -1)
      },
      onPointerCancel(event: PointerEvent) {
        pointers.current.delete(event.pointerId)
        start.current = null
        if (pointers.current.size === 0) setHeld(false)
      },
    },
  }
}
