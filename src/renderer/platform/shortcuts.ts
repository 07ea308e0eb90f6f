import { useEffect, useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'
import { usePreferences } from './preferences'

/** What can be done on the current screen. The command palette offers it. */
export interface Action {
  /** The translated action, for the command palette and the list of all shortcuts. */
  label: string
  /** The heading in the list of all shortcuts, which is the page's name. Actions of the shell have none. */
  group?: string
  /** Active only while true, for example while a list is on screen, or for those who may do it. */
  isOn?: boolean
  /**
   * `mod+k` (Ctrl, or Cmd on a Mac), `mod+enter`, a single key as it is typed (`/`, `?`, `c`, `shift+x`, `escape`), or
   * a sequence separated by a blank (`g m`).
   */
  keys?: string
}

/** An action with keys. */
export interface Shortcut extends Action {
  keys: string
}

interface Bound extends Action {
  /** Without an event when the action was chosen in the command palette. */
  run: (event?: KeyboardEvent) => void
}

/** The bound actions, in the order of binding. */
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

/** A dialog answers `?` with what works in it. */
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=menu], [role=listbox]') === null

const needsMod = (keys: string) => /(^|\s)(mod|alt)\+/.test(keys)

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
  const spelled = spell(event)
  const isReached = !isOverPage(event.target) || (spelled === '?' && isInDialog(event.target))
  const isFree = !isTyping(event.target) && isReached && usePreferences.getState().singleKeys
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
    found.run(event)
  } else if (bound.some(({ keys }) => keys?.startsWith(`${spelled} `)))
    pendingSequence = { key: spelled, at: event.timeStamp }
}

/** Starts listening. Called once; returns the function that stops it. */
export function startShortcuts(): () => void {
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

/** Offers an action in the command palette while the component is mounted, and binds its keys if it has any. */
export function useAction({ keys, label, group, isOn = true }: Action, run: Bound['run']): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  // Bound before the browser paints, so that no key is lost on a page that is already seen.
  useLayoutEffect(() => {
    const action: Bound = { keys, label, group, isOn, run: event => latest.current(event) }
    useBound.setState(({ bound }) => ({ bound: [...bound, action] }))
    return () => useBound.setState(({ bound }) => ({ bound: bound.filter(other => other !== action) }))
  }, [keys, label, group, isOn])
}

/**
 * Binds a key while the component is mounted. Keys without Ctrl, Cmd or Alt do nothing while somebody types, while a
 * menu or dialog is open, or when they are turned off in the profile.
 */
export function useShortcut(shortcut: Shortcut, run: Bound['run']): void {
  useAction(shortcut, run)
}

/** Returns all bound actions, for the command palette and the list of all shortcuts. */
export function useActions(): readonly Bound[] {
  return useBound(state => state.bound)
}

const names: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  alt: isMac ? '⌥' : 'Alt',
  shift: 'Shift',
  enter: 'Enter',
  escape: 'Esc',
  arrowleft: '←',
  arrowright: '→',
}

/** Formats keys as printed on the keyboard: `mod+k` is Ctrl K, or ⌘ K on a Mac. A sequence keeps its blank. */
export function showKeys(keys: string): string {
  return keys
    .split(/[+ ]/)
    .map(key => names[key] ?? (keys.includes('+') ? key.toUpperCase() : key))
    .join(' ')
}
