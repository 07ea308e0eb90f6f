import { Dialog } from '@base-ui/react/dialog'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { cx } from './cx'
import { useHistoryEntry } from './overlay-history'

export interface ModalLayerProps {
  open: boolean
  onClose: () => void
  /** The id of the element with the title. */
  labelledBy: string
  describedBy?: string
  /** Use alertdialog for a question that must be answered. */
  role?: 'dialog' | 'alertdialog'
  /** When false, Escape and the scrim do nothing, because closing would lose something. */
  dismissible?: boolean
  /** Where the focus goes first: to the first control, or to the box, for content to read. */
  firstFocus?: 'control' | 'box'
  /** Receives keys pressed anywhere in the layer and in popups opened from it. */
  onKeyDown?: (event: KeyboardEvent) => void
  /** The position and the animation of the layer. */
  className: string
  children: ReactNode
}

/** Escape inside a toast belongs to the toast. */
function belongsToToast(event: Event): boolean {
  return event.target instanceof Element && event.target.closest('[data-sonner-toaster]') !== null
}

/**
 * Adds the scrim, focus trap, scroll lock, Escape and Back around a box, and returns the focus when it closes.
 *
 * The dialog layer is one stacking context: menus opened inside lie above it, toasts and the capture strip above
 * everything. Only a press on the scrim closes it, so that a press on a toast or the strip leaves it open. Other
 * content is hidden from assistive technology except `aria-live` regions, so the capture strip must be one.
 *
 * Loaded on demand, see dialog.tsx and drawer.tsx.
 */
export function ModalLayer({
  open,
  onClose,
  labelledBy,
  describedBy,
  role = 'dialog',
  dismissible = true,
  firstFocus = 'control',
  onKeyDown,
  className,
  children,
}: ModalLayerProps) {
  const box = useRef<HTMLDivElement>(null)
  useHistoryEntry(open, () => {
    if (dismissible) onClose()
  })
  // On touch devices, focusing a field would open the keyboard over half the screen.
  const onBox = firstFocus === 'box' || window.matchMedia('(pointer: coarse)').matches
  return (
    <Dialog.Root
      open={open}
      disablePointerDismissal={!dismissible}
      onOpenChange={(next, details) => {
        if (next) return
        if (!dismissible || belongsToToast(details.event)) details.cancel()
        else onClose()
      }}
    >
      <Dialog.Portal className="relative z-dialog">
        <Dialog.Backdrop className="fixed inset-0 bg-scrim transition-opacity duration-base ease-enter data-ending-style:opacity-0 data-ending-style:ease-exit data-starting-style:opacity-0" />
        <Dialog.Popup
          ref={box}
          initialFocus={onBox ? box : undefined}
          role={role}
          aria-modal="true"
          aria-labelledby={labelledBy}
          aria-describedby={describedBy}
          onKeyDown={onKeyDown}
          className={cx(
            'fixed flex min-h-0 flex-col bg-surface-1 text-default shadow-3 outline-none focus-visible:shadow-3',
            'transition-[opacity,transform] data-ending-style:ease-exit',
            className,
          )}
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
