import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { usePreferences } from './preferences'

export interface Shortcut {
  /**
   * `mod+k` (Ctrl, or Cmd on a Mac), `mod+enter`, a single key as it is typed (`/`, `?`, `c`, `shift+x`, `escape`), or a
   * sequence with a blank between (`g m`).
   */
  keys: string
  /** What it does, translated: shown in the overlay of all shortcuts. */
  label: string
  /** Under which heading the overlay shows it: the page's name. Shortcuts of the shell leave it out. */
  group?: string
  /** Only while this holds, for example while a list is on the screen. */
  isOn?: boolean
}

interface Bound extends Shortcut {
  press(event: KeyboardEvent): void
}

/** What is bound at the moment, in the order in which it came. */
const useBound = create<{ bound: readonly Bound[] }>(() => ({ bound: [] }))

const sequenceWithin = 1000
let begun: { key: string; at: number } | null = null

const isMac = /mac|iphone|ipad/i.test(navigator.platform)

/** A key press as `Shortcut.keys` spells it. Shift counts with letters only: `?` is typed with it on one keyboard, without on another. */
function spell(event: KeyboardEvent): string {
  const key = event.key.toLowerCase()
  const isLetter = /^\p{L}$/u.test(key)
  const isMod = isMac ? event.metaKey : event.ctrlKey
  return [isMod && 'mod', event.altKey && 'alt', event.shiftKey && (isLetter || key.length > 1) && 'shift', key]
    .filter(Boolean)
    .join('+')
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, select')
  )
}

/** A menu or a dialog has the keyboard to itself. */
function isOverPage(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[aria-modal=true], [role=menu], [role=listbox]') !== null
}

const needsMod = (keys: string) => /(^|\s)(mod|alt)\+/.test(keys)

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
  const spelled = spell(event)
  const isFree = !isTyping(event.target) && !isOverPage(event.target) && usePreferences.getState().singleKeys
  if (!isFree && !needsMod(spelled)) return

  const sequence = begun && event.timeStamp - begun.at < sequenceWithin ? `${begun.key} ${spelled}` : null
  begun = null
  // Later ones first: a page may take over a key from the shell, a part of a page from the page.
  const bound = useBound.getState().bound.filter(one => one.isOn !== false)
  const found =
    (sequence && bound.findLast(one => one.keys === sequence)) || bound.findLast(one => one.keys === spelled)
  if (found) {
    event.preventDefault()
    found.press(event)
  } else if (bound.some(one => one.keys.startsWith(`${spelled} `))) begun = { key: spelled, at: event.timeStamp }
}

/** Starts listening. Call once; answers the function that stops it. */
export function startShortcuts(): () => void {
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

/**
 * Binds a key while the component is mounted. Keys without Ctrl, Cmd or Alt do nothing while somebody types, while a menu or dialog
 * is open, and when they are turned off in the profile.
 */
export function useShortcut(
  { keys, label, group, isOn = true }: Shortcut,
  press: (event: KeyboardEvent) => void,
): void {
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  useEffect(() => {
    const one: Bound = { keys, label, group, isOn, press: event => latest.current(event) }
    useBound.setState(({ bound }) => ({ bound: [...bound, one] }))
    return () => useBound.setState(({ bound }) => ({ bound: bound.filter(other => other !== one) }))
  }, [keys, label, group, isOn])
}

/** Everything that is bound now, for the overlay. */
export function useAllShortcuts(): readonly Shortcut[] {
  return useBound(state => state.bound)
}

const names: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  alt: isMac ? '⌥' : 'Alt',
  shift: 'Shift',
  enter: 'Enter',
  escape: 'Esc',
}

/** Keys as they stand on the keyboard: `mod+k` is Ctrl K, or ⌘ K on a Mac. A sequence keeps its blank. */
export function showKeys(keys: string): string {
  return keys
    .split(/[+ ]/)
    .map(key => names[key] ?? (keys.includes('+') ? key.toUpperCase() : key))
    .join(' ')
}
