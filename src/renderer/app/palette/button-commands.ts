import { AppWindow } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Command } from '../../platform/commands'
import { ROW } from './row-commands'

/** Where the screen is, and what floats over it. The navigation has commands of its own. */
const SCREEN = ['#content', '[role=dialog]']
/** Fields take their value in the palette's place, and menus offer their lines. */
const PRESSED = [
  'button:not([role=combobox], [aria-haspopup=menu], [aria-haspopup=listbox])',
  'summary',
  '[role=switch]',
  'input[type=checkbox]',
  'input[type=radio]:not(:checked)',
]
const pressed = SCREEN.flatMap(place => PRESSED.map(kind => `${place} ${kind}`)).join(', ')
const UNUSABLE = ':disabled, [aria-disabled=true], [aria-current]'

/**
 * What the buttons, switches and visible choices of the screen do that nothing else of the palette offers, by their own
 * names. Of those with the same name, that of the row with the focus, otherwise one that is in no row.
 */
export function useButtonCommands(focused: Element | null): readonly Command[] {
  const { t } = useTranslation('overlays')
  // Once, because the palette covers the screen: choosing one presses it if it is still there.
  const [found] = useState(() => buttonsOf(focused))
  return found.map(([name, element]) => ({
    id: `button.${name}`,
    label: name,
    kind: t('palette.here'),
    icon: AppWindow,
    run: () => element.click(),
  }))
}

function buttonsOf(focused: Element | null): [string, HTMLElement][] {
  const row = focused?.closest(ROW)
  const named = new Map<string, HTMLElement[]>()
  for (const element of document.querySelectorAll<HTMLElement>(pressed)) {
    const name = nameOf(element)
    if (name !== '' && isUsable(element)) named.set(name, [...(named.get(name) ?? []), element])
  }
  return [...named].flatMap(([name, elements]): [string, HTMLElement][] => {
    const [only, another] = elements
    const meant = another
      ? (elements.find(element => row?.contains(element)) ?? elements.find(element => !element.closest(ROW)))
      : only
    return meant ? [[name, meant]] : []
  })
}

function isUsable(element: HTMLElement): boolean {
  return !element.matches(UNUSABLE) && element.getClientRects().length > 0 && !element.closest('[inert], [hidden]')
}

/** The name that assistive technology reads, a choice with what is chosen. */
function nameOf(element: HTMLElement): string {
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : null
  const own = element.ariaLabel ?? wordsOf(label ?? element)
  const of = element.matches('[type=radio]') && element.closest('fieldset')?.querySelector('legend')
  return of ? `${wordsOf(of)}: ${own}` : own
}

/** The words inside, in which elements beside each other are words of their own. */
function wordsOf(element: Element): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, node =>
    node instanceof Element && node.matches('[aria-hidden=true], kbd, svg')
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  )
  let words = ''
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isApart = node instanceof Element || node.previousSibling instanceof Element
    words += (isApart ? ' ' : '') + (node instanceof Text ? node.data : '')
  }
  return words.replace(/\s+/g, ' ').trim()
}
