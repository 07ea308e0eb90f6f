import { type ReactNode, Suspense } from 'react'
import { lazyComponent } from './lazy-component'
import type { Entry, MenuLooks } from './menu-entry'
import { type PopupTrigger, usePopup } from './use-popup'

/** A line of a menu: an action, a link, a choice of options, toggles or a separator. */
export type MenuEntry = Entry

interface Props extends MenuLooks {
  /** Without both, the menu keeps its own state. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Renders the button: `trigger => <Button {...trigger}>`. */
  children: (trigger: PopupTrigger) => ReactNode
}

const load = () => import('./menu-popup')
const Popup = lazyComponent(async () => (await load()).MenuPopup)

/**
 * A button that opens a list of actions. The code of the list loads on demand, when the button is hovered or focused.
 */
export function Menu({ children, open, onOpenChange, ...rest }: Props) {
  const popup = usePopup({ kind: 'menu', preload: () => void load(), open, onOpenChange })
  return (
    <>
      {children(popup.trigger)}
      {popup.wanted && (
        <Suspense fallback={null}>
          <Popup
            {...rest}
            anchor={popup.anchor}
            open={popup.open}
            onOpenChange={popup.setOpen}
            focusFirst={popup.byKeyboard}
          />
        </Suspense>
      )}
    </>
  )
}
