import type { ReactNode } from 'react'
import type { Icon } from './icon'

interface Item {
  kind?: undefined
  label: string
  icon?: Icon
  /** Drawn instead of an icon: an avatar, a mark. */
  leading?: ReactNode
  /** Keys that do the same, or a short word at the end. */
  hint?: string
  danger?: boolean
  disabled?: boolean
}

interface Option {
  label: string
  /** Of the options of a choice, one is. */
  checked: boolean
  onSelect: () => void
}

interface Toggle {
  label: string
  leading?: ReactNode
  checked: boolean
  disabled?: boolean
  onToggle: () => void
}

/** MenuEntry of menu.tsx; here because the list is fetched apart from its button and neither may import the other. */
export type Entry =
  | (Item & { onSelect: () => void; href?: undefined })
  | (Item & { href: string; onSelect?: undefined })
  | { kind: 'separator' }
  | { kind: 'choice'; label: string; options: readonly Option[] }
  | { kind: 'toggles'; label: string; options: readonly Toggle[] }

/** What the list shows and where it stands. */
export interface MenuLooks {
  /** The accessible name of the menu. */
  label: string
  entries: readonly Entry[]
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  /** Above the entries, not one of them: who is signed in. */
  header?: ReactNode
}
