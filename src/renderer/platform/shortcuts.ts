import { useEffect, useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'
import { usePreferences } from './preferences'

export interface Shortcut {
  /**
   * `mod+k` (Ctrl, or Cmd on a Mac), `mod+enter`, a single key as it is typed (`/`, `?`, `c`, `shift+x`, `escape`), or
   * a sequence separated by a blank (`g m`).
   */
  keys: string
  /** The translated action, for the list of all shortcuts. */
  label: string
  /** The heading in the list of all shortcuts, which is the page's name. Shortcuts of the shell have none. */
  group?: string
  /** Active only while true, for example while a list is on screen. */
  isOn?: boolean
}

interface Bound extends Shortcut {
  press(event: KeyboardEvent): void
}

/** The bound shortcuts, in the order of binding. */
const useBound = create<{ bound: readonly Bound[] }>(() => ({ bound: [] }))

const sequenceWithin = 1000
let pendingSequence: { key: string; at: number } | null = null

const isMac = /mac|iphone|ipad/i.test(navigator.platform)

/**
 * Spells a key press like `Shortcut.keys`. Shift counts with letters only, because `?` needs it on some keyboards and
 * not on others.
 */
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

/** Whether a menu or a dialog is open, which receives all keys itself. */
function isOverPage(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[aria-modal=true], [role=menu], [role=listbox]') !== null
}

const needsMod = (keys: string) => /(^|\s)(mod|alt)\+/.test(keys)

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
  const spelled = spell(event)
  const isFree = !isTyping(event.target) && !isOverPage(event.target) && usePreferences.getState().singleKeys
  if (!isFree && !needsMod(spelled)) return

  const sequence =
    pendingSequence && event.timeStamp - pendingSequence.at < sequenceWithin
      ? `${pendingSequence.key} ${spelled}`
      : null
  pendingSequence = null
  // Later bindings come first, so that a page can override the shell, and a part of a page can override the page.
  const bound = useBound.getState().bound.filter(shortcut => shortcut.isOn !== false)
  const found =
    (sequence && bound.findLast(shortcut => shortcut.keys === sequence)) ||
    bound.findLast(shortcut => shortcut.keys === spelled)
  if (found) {
    event.preventDefault()
    found.press(event)
  } else if (bound.some(shortcut => shortcut.keys.startsWith(`${spelled} `)))
    pendingSequence = { key: spelled, at: event.timeStamp }
}

/** Starts listening. Called once; returns the function that stops it. */
export function startShortcuts(): () => void {
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

/**
 * Binds a key while the component is mounted. Keys without Ctrl, Cmd or Alt do nothing while somebody types, while a
 * menu or dialog is open, or when they are turned off in the profile.
 */
export function useShortcut(
  { keys, label, group, isOn = true }: Shortcut,
  press: (event: KeyboardEvent) => void,
): void {
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  // Bound before the browser paints, so that no key is lost on a page that is already seen.
  useLayoutEffect(() => {
    const shortcut: Bound = { keys, label, group, isOn, press: event => latest.current(event) }
    useBound.setState(({ bound }) => ({ bound: [...bound, shortcut] }))
    return () => useBound.setState(({ bound }) => ({ bound: bound.filter(other => other !== shortcut) }))
  }, [keys, label, group, isOn])
}

/** Returns all bound shortcuts, for the list. */
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

/** Formats keys as printed on the keyboard: `mod+k` is Ctrl K, or ⌘ K on a Mac. A sequence keeps its blank. */
export function showKeys(keys: string): string {
  return keys
    .split(/[+ ]/)
    .map(key => names[key] ?? (keys.includes('+') ? key.toUpperCase() : key))
    .join(' ')
}
