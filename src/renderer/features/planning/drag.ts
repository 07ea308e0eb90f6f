import { type PointerEvent, useRef, useState } from 'react'
import { hourHeight } from './wall'

/** Minutes to which a moved or resized task snaps. */
export const snap = 15
/** Pixels that a pointer moves before it drags. */
const threshold = 4

/** A column of the grid. */
export interface Column {
  user_id: number
  /** `YYYY-MM-DD`. */
  date: string
}

/** The attributes of a column by which it is found below a pointer. */
export const columnData = ({ user_id, date }: Column) => ({ 'data-user-id': user_id, 'data-date': date })

function columnAt(x: number, y: number): Column | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const { userId, date } = element instanceof HTMLElement ? element.dataset : {}
    if (userId !== undefined && date !== undefined) return { user_id: Number(userId), date }
  }
  return null
}

const minutesOf = (pixels: number) => Math.round(((pixels / hourHeight) * 60) / snap) * snap
const nowhere = { x: 0, y: 0 }

/**
 * Follows a pointer up and down, and between columns if it may. `drop` is called with the snapped minutes and with the
 * column below the pointer, unless nothing changed.
 */
export function useDrag(
  drop: (minutes: number, column: Column | null) => void,
  { isOn, from }: { isOn: boolean; from?: Column },
) {
  const [offset, setOffset] = useState(nowhere)
  const start = useRef<{ x: number; y: number; hasMoved: boolean } | null>(null)
  const end = () => {
    start.current = null
    setOffset(nowhere)
  }
  return {
    offset,
    isDragging: offset !== nowhere,
    handlers: isOn && {
      onPointerDown({
        button,
        pointerType,
        pointerId,
        currentTarget,
        clientX: x,
        clientY: y,
      }: PointerEvent<HTMLElement>) {
        if (button !== 0 || pointerType === 'touch') return
        start.current = { x, y, hasMoved: false }
        currentTarget.setPointerCapture(pointerId)
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        const began = start.current
        if (!began) return
        const [x, y] = [clientX - began.x, clientY - began.y]
        if (!began.hasMoved && Math.max(Math.abs(y), from ? Math.abs(x) : 0) < threshold) return
        began.hasMoved = true
        setOffset({ x: from ? x : 0, y: (minutesOf(y) / 60) * hourHeight })
      },
      onPointerUp({ clientX, clientY }: PointerEvent) {
        const began = start.current
        end()
        if (!began?.hasMoved) return
        const minutes = minutesOf(clientY - began.y)
        const column = from ? columnAt(clientX, clientY) : null
        const isElsewhere = column && (column.user_id !== from?.user_id || column.date !== from.date)
        if (minutes !== 0 || isElsewhere) drop(minutes, isElsewhere ? column : null)
      },
      onPointerCancel: end,
    },
  }
}
