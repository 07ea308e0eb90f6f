import { type ReactNode, Suspense } from 'react'
import { lazyComponent } from './lazy-component'
import type { Entry, MenuLooks } from './menu-entry'
import { type PopupTrigger, usePopup } from './use-popup'

/** One line of a menu: something to do, a place to go to, one of several to choose, or what stands between them. */
export type MenuEntry = Entry

interface Props extends MenuLooks {
  /** Leave both out, and the menu keeps its own state. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** The button: `trigger => <Button {...trigger}>`. */
  children: (trigger: PopupTrigger) => ReactNode
}

const load = () => import('./menu-popup')
const Popup = lazyComponent(async () => (await load()).MenuPopup)

/** A button that opens a list of actions. The list's code comes on demand, when the button is pointed at or focused. */
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
