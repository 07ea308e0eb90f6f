import { type ReactNode, Suspense, useEffect } from 'react'
import { lazyComponent } from './lazy-component'
import { type Entry, type MenuLooks, menus } from './menu-entry'
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
  useEffect(() => {
    if (popup.anchor.current) menus.set(popup.anchor.current, rest)
  })
  return (
    <>
      {children(popup.trigger)}
      {popup.wanted && (
        <Suspense fallback={null}>
          <Popup {...rest} {...popup} />
        </Suspense>
      )}
    </>
  )
}
