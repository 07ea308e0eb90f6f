import { trackEvents } from '#shared/contract/profile/endpoints'
import { keepEvents, track, waitingEvents } from './analytics'
import { call } from './api'
import { isSignedIn, useSession } from './session'

const batch = 50
const flushEvery = 10_000
/** How long leaving for another site may be delayed by its event [9.11c]. */
const outboundTimeout = 250
const resizeSettles = 500

let isSending = false

/**
 * Sends waiting events, oldest first. Events that cannot be sent now stay; events that the server will never accept are
 * dropped.
 */
export async function flushEvents({ keepalive = false } = {}): Promise<void> {
  const events = waitingEvents().slice(0, batch)
  if (isSending || events.length === 0 || !isSignedIn()) return
  isSending = true
  try {
    const { ok, status } = await call(trackEvents, { events }, { keepalive })
    const isLost = status === 400 || status === 413
    if (ok || isLost) keepEvents(waitingEvents().slice(events.length))
  } finally {
    isSending = false
  }
}

function onOutboundClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || !/^https?:$/.test(link.protocol) || link.origin === location.origin)
    return
  track('Outbound Link', { url: link.origin + link.pathname })
  const staysOpen = link.target === '_blank' || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
  if (staysOpen || event.defaultPrevented) {
    void flushEvents()
    return
  }
  event.preventDefault()
  let hasLeft = false
  const leave = () => {
    if (!hasLeft) location.assign(link.href)
    hasLeft = true
  }
  setTimeout(leave, outboundTimeout)
  void flushEvents({ keepalive: true }).then(leave)
}

/** Tracks the window's height and outbound links, and sends what waits. Returns the function that stops it. */
export function startSendingEvents(): () => void {
  let settled: ReturnType<typeof setTimeout> | undefined
  const onResize = () => {
    clearTimeout(settled)
    settled = setTimeout(() => track('Viewport Resized', { viewport_height: window.innerHeight }), resizeSettles)
  }
  const onHide = () => void flushEvents({ keepalive: true })
  const unfollow = useSession.subscribe((now, before) => {
    if (now.tokens && !before.tokens) void flushEvents()
  })
  window.addEventListener('resize', onResize)
  window.addEventListener('pagehide', onHide)
  document.addEventListener('click', onOutboundClick)
  const timer = setInterval(() => void flushEvents(), flushEvery)
  return () => {
    unfollow()
    clearInterval(timer)
    clearTimeout(settled)
    window.removeEventListener('resize', onResize)
    window.removeEventListener('pagehide', onHide)
    document.removeEventListener('click', onOutboundClick)
  }
}
