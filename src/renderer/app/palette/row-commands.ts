import { useMemo } from 'react'
import type { Command } from '../../platform/commands'
import { commandsOf } from '../../platform/menu-actions'
import { useIsServerAway } from '../../platform/server-away'
import { type MenuLooks, menus } from '../../ui/menu-entry'

/** An entry of a list, a table or a timeline. */
export const ROW = 'li, article, tr, [role=row], [role=listitem]'

/** The menus of the row that holds an element: of the innermost one that has any. */
function menusAround(element: Element | null): MenuLooks[] {
  for (let row = element?.closest(ROW); row; row = row.parentElement?.closest(ROW)) {
    const found = [...row.querySelectorAll('[aria-haspopup=menu]')].flatMap(trigger => menus.get(trigger) ?? [])
    if (found.length > 0) return found
  }
  return []
}

/** What the menus of a row offer, each with the name of its menu. */
export function useRowCommands(focused: Element | null): readonly Command[] {
  const isAway = useIsServerAway()
  return useMemo(
    () =>
      menusAround(focused).flatMap(({ label: kind, entries }) =>
        entries
          .flatMap(commandsOf)
          .filter(({ disabled, needsServer }) => !disabled && !(needsServer && isAway))
          .map(({ label, run }) => ({ id: `row.${kind}.${label}`, label, kind, run })),
      ),
    [focused, isAway],
  )
}
