import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react'

/** What the button that opens a popup takes: spread it on a Button or an IconButton. */
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
  /** Fetches the popup's code; called as soon as someone seems about to open it. */
  preload: () => void
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** The state of a popup whose code is fetched on demand, and the props of the button that opens it. */
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
 * Where the focus goes when a popup closes: back to its button, unless it has moved on meanwhile, as into an editor. A modal dialog
 * that the popup opened returns the focus by itself, to where it was last.
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

/** A press on the opening button is the button's: it closes by itself, and must not open again at once. */
export function pressedAnchor(anchor: RefObject<HTMLElement | null>, event: Event): boolean {
  return event.target instanceof Node && (anchor.current?.contains(event.target) ?? false)
}
