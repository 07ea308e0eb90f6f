import { Dialog } from '@base-ui/react/dialog'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { cx } from './cx'
import { useHistoryEntry } from './overlay-history'

export interface ModalLayerProps {
  open: boolean
  onClose: () => void
  /** id of the element with the title. */
  labelledBy: string
  describedBy?: string
  /** alertdialog for a question that must be answered. */
  role?: 'dialog' | 'alertdialog'
  /** False while leaving would lose something: Escape and the scrim then do nothing. */
  dismissible?: boolean
  /** Where the focus goes first: into the first control, or on the box, for something to read. */
  firstFocus?: 'control' | 'box'
  /** Keys that were pressed anywhere in it, and in what opened from it. */
  onKeyDown?: (event: KeyboardEvent) => void
  /** Where the layer stands and how it comes in. */
  className: string
  children: ReactNode
}

/** Escape that was pressed inside a toast belongs to the toast. */
function belongsToToast(event: Event): boolean {
  return event.target instanceof Element && event.target.closest('[data-sonner-toaster]') !== null
}

/**
 * Scrim, focus trap, scroll lock, Escape and Back around a box; focus goes back to where it was.
 *
 * One stacking context on the dialog's layer: menus opened inside lie above it, toasts and the capture strip above
 * everything. Only a press on the scrim closes, so a press on a toast or on the strip leaves it open. Other content is
 * hidden from assistive technology except what is `aria-live`, which the capture strip therefore has to be.
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
  // A control that takes the focus under a finger would bring up the keyboard over half the screen.
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
