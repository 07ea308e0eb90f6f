import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react'

/** The props of a button that opens a popup; spread them on a Button or an IconButton. */
export interface PopupTrigger {
  ref: RefObject<HTMLButtonElement | null>
  'aria-haspopup': 'menu' | 'dialog'
  'aria-expanded': boolean
  onClick: (event: MouseEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
  onPointerEnter: () => void
  onFocus: () => void
}

interface Options {
  kind: 'menu' | 'dialog'
  /** Loads the code of the popup; called as soon as somebody is likely to open it. */
  preload: () => void
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** The state of a popup whose code loads on demand, and the props of its button. */
export function usePopup({ kind, preload, open: controlled, onOpenChange }: Options) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [own, setOwn] = useState(false)
  const [byKeyboard, setByKeyboard] = useState(false)
  const open = controlled ?? own
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)

  const setOpen = (next: boolean) => {
    setOwn(next)
    onOpenChange?.(next)
  }
  const trigger: PopupTrigger = {
    ref: anchor,
    'aria-haspopup': kind,
    'aria-expanded': open,
    onClick: event => {
      setByKeyboard(event.detail === 0)
      setOpen(!open)
    },
    onKeyDown: event => {
      if (kind !== 'menu' || event.key !== 'ArrowDown' || open) return
      event.preventDefault()
      setByKeyboard(true)
      setOpen(true)
    },
    onPointerEnter: preload,
    onFocus: preload,
  }
  return { anchor, open, setOpen, wanted, byKeyboard, trigger }
}

/**
 * Returns the focus to the button when a popup closes, unless the focus has moved elsewhere, for example into an
 * editor. A modal dialog opened from the popup returns the focus itself.
 */
export function focusAfterClose(
  anchor: RefObject<HTMLElement | null>,
  popup: RefObject<HTMLElement | null>,
): HTMLElement | null | false {
  const active = document.activeElement
  const isElsewhere =
    active !== null &&
    active !== document.body &&
    !popup.current?.contains(active) &&
    active.closest('[aria-modal=true]') === null
  return isElsewhere ? false : anchor.current
}

/**
 * Whether a press was on the opening button. The button closes the popup itself; the popup must not close first and be
 * opened again.
 */
export function pressedAnchor(anchor: RefObject<HTMLElement | null>, event: Event): boolean {
  return event.target instanceof Node && (anchor.current?.contains(event.target) ?? false)
}
