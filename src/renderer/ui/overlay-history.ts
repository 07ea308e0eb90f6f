import { useEffect, useRef } from 'react'

/**
 * Every overlay has its own entry in the browser history, above that of its page and with the page's address. Back
 * closes only the overlay; closing an overlay in another way removes its entry.
 *
 * Each entry records how many overlays are open on it. Open overlays and history are synchronised one task later, so
 * that closing one overlay while another one or a page opens moves the history once or not at all.
 */
interface EntryState {
  /** The router's number of the page. */
  idx?: number
  overlays?: number
}

interface Entry {
  page: number | undefined
  depth: number
  href: string
}

const open: (() => void)[] = []
/** The entry that was current at the last check. */
let last: Entry = current()
/** Pages that were left by a link in an overlay. Entries of overlays lie between them and the next page. */
const leftBehind = new Set<number>()
/** The jump through the history that is in progress, and what replaces the entry it leads to, if anything. */
let jump: { replaceBy?: { state: unknown; href: string } } | null = null
let planned: ReturnType<typeof setTimeout> | undefined
/** Whether the app is running. Components rendered alone, as in tests, leave the history as it is. */
let isStarted = false

function current(): Entry {
  const state = history.state as EntryState | null
  return { page: state?.idx, depth: state?.overlays ?? 0, href: location.href }
}

const isSamePage = (entry: Entry, other: Entry): boolean => entry.page === other.page && entry.href === other.href

function go(steps: number, replaceBy?: { state: unknown; href: string }): void {
  jump = { replaceBy }
  history.go(steps)
}

function plan(): void {
  if (!isStarted) return
  clearTimeout(planned)
  planned = setTimeout(settle)
}

function settle(): void {
  // The end of the running jump synchronises again.
  if (jump) return
  const now = current()
  if (last.depth > 0 && now.depth === 0 && !isSamePage(last, now)) {
    // The router replaced the address in the entry of an overlay; it belongs into the entry of the page.
    if (now.page === last.page) {
      const replaceBy = { state: history.state as unknown, href: now.href }
      last = now
      go(-1, replaceBy)
      return
    }
    if (last.page !== undefined) leftBehind.add(last.page)
  }
  if (now.depth > open.length) go(open.length - now.depth)
  else if (now.depth < open.length && now.page !== undefined) leftBehind.delete(now.page)
  for (let depth = now.depth + 1; depth <= open.length; depth += 1)
    history.pushState({ ...(history.state as EntryState | null), overlays: depth }, '')
  last = current()
}

/** Skips entries of overlays that no longer exist, in the direction of travel. */
function passOver(now: Entry): void {
  const isForward = now.page !== undefined && leftBehind.has(now.page) && (last.page ?? 0) <= now.page
  go(isForward ? 1 : -now.depth)
}

/** A typed address or a plain link creates an entry that the router has not numbered; it follows the last one. */
function numberNewPage(): void {
  const state = history.state as EntryState | null
  if (state?.idx !== undefined || last.page === undefined) return
  if (last.depth > 0) leftBehind.add(last.page)
  history.replaceState({ ...state, idx: last.page + 1 }, '')
}

function onPop(event: PopStateEvent): void {
  const arrived = jump
  jump = null
  if (arrived?.replaceBy) {
    const { state, href } = arrived.replaceBy
    if (current().depth > 0) {
      go(-1, arrived.replaceBy)
    } else {
      history.replaceState(state, '', href)
      last = current()
      plan()
    }
    event.stopImmediatePropagation()
    return
  }
  numberNewPage()
  const now = current()
  if (now.depth > open.length) {
    event.stopImmediatePropagation()
    passOver(now)
    return
  }
  const before = last
  last = now
  // Overlays close with the page they cover. An overlay that has just opened has no entry yet.
  if (isSamePage(now, before) && now.depth !== before.depth) {
    // The page did not change, so the router must not see the event.
    event.stopImmediatePropagation()
    for (const close of open.slice(now.depth, before.depth).reverse()) close()
  }
  // An overlay that stayed open, because closing would lose something, gets its entry back.
  plan()
}

/** Must be called before the router starts. A page reloaded on the entry of an overlay has no overlay. */
export function startOverlayHistory(): void {
  isStarted = true
  last = current()
  window.addEventListener('popstate', onPop, { capture: true })
  if (current().depth > 0) plan()
}

/** Call when the router has opened another address, so that the history is checked again. */
export const onRouted = plan

/** Gives an open overlay its history entry; `close` is called when the person goes back. */
export function useHistoryEntry(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!isOpen) return
    const closeLatest = () => latest.current()
    open.push(closeLatest)
    plan()
    return () => {
      open.splice(open.indexOf(closeLatest), 1)
      plan()
    }
  }, [isOpen])
}
