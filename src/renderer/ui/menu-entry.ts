import type { ReactNode } from 'react'
import type { Icon } from './icon'

interface Item {
  kind?: undefined
  label: string
  icon?: Icon
  /** Replaces the icon, for example with an avatar. */
  leading?: ReactNode
  /** The equivalent keys, or a short word at the end. */
  hint?: string
  /** What follows from the action, on lines of its own; screen readers read it after the label. */
  note?: string
  danger?: boolean
  disabled?: boolean
  /** The action is a call that is not queued, so without the server it is disabled and the menu says why. */
  needsServer?: boolean
}

interface Option {
  label: string
  /** Exactly one option of a choice is checked. */
  checked: boolean
  needsServer?: boolean
  onSelect: () => void
}

interface Toggle {
  label: string
  leading?: ReactNode
  checked: boolean
  disabled?: boolean
  needsServer?: boolean
  onToggle: () => void
}

/**
 * The MenuEntry of menu.tsx. It is defined here because the popup loads separately from its button, and neither may
 * import the other.
 */
export type Entry =
  | (Item & { onSelect: () => void; href?: undefined })
  | (Item & { href: string; onSelect?: undefined })
  | { kind: 'separator' }
  | { kind: 'choice'; label: string; options: readonly Option[] }
  | { kind: 'toggles'; label: string; options: readonly Toggle[] }

/** The content and the position of the popup. */
export interface MenuLooks {
  /** The accessible name of the menu. */
  label: string
  entries: readonly Entry[]
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  /** Content above the entries, for example who is signed in. */
  header?: ReactNode
}

/** The menus on the page by their buttons, for the command palette. */
export const menus = new WeakMap<Element, MenuLooks>()
