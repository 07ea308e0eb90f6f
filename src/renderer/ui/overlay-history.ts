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

interface Jump {
  steps: number
  /** What replaces the entry it leads to, if anything. */
  replaceBy?: { state: unknown; href: string }
  /** A page that was opened meanwhile. Browsers go on with the jump, which then leads away from that page. */
  overtakenBy?: NavigationHistoryEntry | null
}

/** The jump through the history that is in progress. */
let jump: Jump | null = null
let planned: ReturnType<typeof setTimeout> | undefined
/** Whether the app is running. Components rendered alone, as in tests, leave the history as it is. */
let isStarted = false

function current(): Entry {
  const state = history.state as EntryState | null
  return { page: state?.idx, depth: state?.overlays ?? 0, href: location.href }
}

const isSamePage = (entry: Entry, other: Entry): boolean => entry.page === other.page && entry.href === other.href

function go(steps: number, replaceBy?: Jump['replaceBy']): void {
  jump = { steps, replaceBy }
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

/** Leads back to the page that was opened during a jump back, once the browser has jumped away from it. */
function returnTo(page: NavigationHistoryEntry, event: PopStateEvent): void {
  // A typed address is told before the jump arrives.
  if (navigation.currentEntry === page) {
    numberNewPage()
    return
  }
  if (last.page !== undefined) leftBehind.add(last.page)
  jump = { steps: 1 }
  // Chromium has a wrong count of the entries now, so `history.go` would do nothing.
  navigation.traverseTo(page.key).committed?.catch(() => {
    // Another navigation has ended it.
    jump = null
  })
  event.stopImmediatePropagation()
}

/** Puts what was replaced in the entry of an overlay into that of the page, once the jump has arrived there. */
function replaceAddress(replaceBy: NonNullable<Jump['replaceBy']>): void {
  if (current().depth > 0) {
    go(-1, replaceBy)
    return
  }
  history.replaceState(replaceBy.state, '', replaceBy.href)
  last = current()
  plan()
}

function onPop(event: PopStateEvent): void {
  const arrived = jump
  if (arrived?.overtakenBy) {
    returnTo(arrived.overtakenBy, event)
    return
  }
  jump = null
  if (arrived?.replaceBy) {
    event.stopImmediatePropagation()
    replaceAddress(arrived.replaceBy)
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
    // After a jump of this module, only an overlay that opened meanwhile can be open without an entry.
    if (!arrived) for (const close of open.slice(now.depth, before.depth).reverse()) close()
  }
  // An overlay that stayed open, because closing would lose something, gets its entry back.
  plan()
}

/** A jump back goes on when a page is opened, one forward has lost the entry it was to lead to. */
function onEntry({ navigationType }: NavigationCurrentEntryChangeEvent): void {
  if (!jump || navigationType !== 'push') return
  if (jump.steps < 0) jump.overtakenBy = navigation.currentEntry
  else jump = null
}

/** Must be called before the router starts. A page reloaded on the entry of an overlay has no overlay. */
export function startOverlayHistory(): void {
  isStarted = true
  last = current()
  window.addEventListener('popstate', onPop, { capture: true })
  // Firefox and Safari have it since 2026 only.
  window.navigation?.addEventListener('currententrychange', onEntry)
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
