import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { maxScale, moved, type View, whole, within, zoomed } from './zoom'

/** The zoom factor of one press of a button or key. */
const step = 1.5
/** Pixels moved by an arrow key. */
const stride = 80
/** Pixels that a finger must move sideways to show the next picture. */
const swipe = 60

interface Point {
  x: number
  y: number
}

/**
 * Lets a picture be zoomed and moved with wheel, fingers, mouse and keys. `onSwipe` is called for swipes while the
 * picture is not zoomed in.
 */
export function useZoom(
  picture: RefObject<HTMLImageElement | null>,
  { key, onSwipe }: { key: string; onSwipe: (direction: 1 | -1) => void },
) {
  // The frame mounts later than this hook, together with the surrounding layer.
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [view, setView] = useState<View>(whole)
  const [isHeld, setHeld] = useState(false)
  const pointers = useRef(new Map<number, Point>())
  const start = useRef<Point | null>(null)
  // Another picture starts fitted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with the picture.
  useEffect(() => setView(whole), [key])

  const onWheel = useRef((_event: WheelEvent) => {})
  useEffect(() => {
    onWheel.current = event => {
      // Prevents the browser from zooming the page on a touch pad pinch.
      event.preventDefault()
      const at = pointOf(event)
      change(before => zoomed(before, Math.exp(-event.deltaY / 300), at))
    }
  })
  useEffect(() => {
    const wheel = (event: WheelEvent) => onWheel.current(event)
    // Registered directly, because React's own wheel listeners are passive.
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
  /** Coordinates relative to the centre of the frame. */
  function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const box = frame?.getBoundingClientRect()
    return box ? { x: clientX - box.x - box.width / 2, y: clientY - box.y - box.height / 2 } : { x: 0, y: 0 }
  }

  return {
    frame: setFrame,
    view,
    isHeld,
    isZoomed: view.scale > 1,
    isLargest: view.scale >= maxScale,
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
