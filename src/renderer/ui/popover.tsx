import { type ReactNode, Suspense } from 'react'
import { lazyComponent } from './lazy-component'
import type { PopoverLooks } from './popover-popup'
import { type PopupTrigger, usePopup } from './use-popup'

interface Props extends PopoverLooks {
  /** Without both, the popover keeps its own state. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Renders the button: `trigger => <Button {...trigger}>`. */
  children: (trigger: PopupTrigger) => ReactNode
}

const load = () => import('./popover-popup')
const Popup = lazyComponent(async () => (await load()).PopoverPopup)

/** A button that opens a small box with a form or some facts. Its code loads on demand, like a menu's. */
export function Popover({ children, open, onOpenChange, ...rest }: Props) {
  const popup = usePopup({ kind: 'dialog', preload: () => void load(), open, onOpenChange })
  return (
    <>
      {children(popup.trigger)}
      {popup.wanted && (
        <Suspense fallback={null}>
          <Popup {...rest} anchor={popup.anchor} open={popup.open} onOpenChange={popup.setOpen} />
        </Suspense>
      )}
    </>
  )
}
