import { Popover } from '@base-ui/react/popover'
import { type ReactNode, type RefObject, useCallback, useRef } from 'react'
import { cx } from './cx'
import { POPUP_BOX } from './popup-styles'
import { focusAfterClose, pressedAnchor } from './use-popup'

/** The content and the position of the popup. */
export interface PopoverLooks {
  /** The accessible name. */
  label: string
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  /** Renders the content, given the function that closes the popover. */
  content: (close: () => void) => ReactNode
}

interface Props extends PopoverLooks {
  anchor: RefObject<HTMLButtonElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The popup of popover.tsx. It takes the focus, returns it, and closes with Escape or a press elsewhere. */
export function PopoverPopup({ label, side = 'bottom', align = 'start', content, anchor, open, onOpenChange }: Props) {
  const popup = useRef<HTMLElement>(null)
  const hold = useCallback((element: HTMLElement | null) => {
    // Kept after unmounting, because the focus is decided afterwards.
    if (element) popup.current = element
  }, [])
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, details) => {
        if (details.reason === 'outside-press' && pressedAnchor(anchor, details.event)) details.cancel()
        else onOpenChange(next)
      }}
    >
      <Popover.Portal className="relative z-popover">
        <Popover.Positioner anchor={anchor} side={side} align={align} sideOffset={6} collisionPadding={8}>
          <Popover.Popup
            ref={hold}
            aria-label={label}
            finalFocus={() => focusAfterClose(anchor, popup)}
            className={cx(
              POPUP_BOX,
              'max-h-(--available-height) max-w-[min(360px,calc(100vw-16px))] overflow-y-auto p-3',
            )}
          >
            {content(() => onOpenChange(false))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
