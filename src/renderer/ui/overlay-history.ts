import { useEffect, useRef } from 'react'

/**
 * Every overlay has an entry of its own in the browser's history, above that of its page and with the page's address. Back closes
 * the overlay and nothing else; an overlay that is closed otherwise takes its entry with it.
 *
 * Entries carry how many overlays are open on them. What is open and what the history says are brought together one task later, so
 * that an overlay which closes while another one opens, or while a page opens, moves the history once or not at all.
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
/** The entry that was current when this module last looked. */
let last: Entry = current()
/** Pages that were left by a link in an overlay, so that entries of overlays lie between them and the next page. */
const leftBehind = new Set<number>()
/** A jump through the history is on its way; what shall stand in the entry it leads to, if anything. */
let jump: { replaceBy?: { state: unknown; href: string } } | null = null
let planned: ReturnType<typeof setTimeout> | undefined
/** Whether an app is there whose history this is; a component that stands alone leaves it as it is. */
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
  // The entry that the jump leads to settles.
  if (jump) return
  const now = current()
  if (last.depth > 0 && now.depth === 0 && !isSamePage(last, now)) {
    // The router replaced the address in the overlay's entry: it belongs into that of the page.
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

/** Entries of overlays that are no longer there are passed over, in the direction in which the person goes. */
function passOver(now: Entry): void {
  const isForward = now.page !== undefined && leftBehind.has(now.page) && (last.page ?? 0) <= now.page
  go(isForward ? 1 : -now.depth)
}

/** An address that was typed, or a plain link, makes an entry that the router gives no number: it comes after the last one. */
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
  // What lies over a page that is left goes with it; what has just opened has no entry yet.
  if (isSamePage(now, before) && now.depth !== before.depth) {
    // For the router nothing happened: it stays on its page.
    event.stopImmediatePropagation()
    for (const close of open.slice(now.depth, before.depth).reverse()) close()
  }
  // One that did not close, because something in it would be lost, gets its entry back.
  plan()
}

/** Begins before the router does; a page that was loaded anew on an overlay's entry has no overlay. */
export function startOverlayHistory(): void {
  isStarted = true
  last = current()
  window.addEventListener('popstate', onPop, { capture: true })
  if (current().depth > 0) plan()
}

/** The history has to be looked at again: the router opened another address. */
export const onRouted = plan

/** An overlay that is open has its entry in the history; `close` is called when the person goes back. */
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
