import { document as limits } from '#shared/contract/documents/limits'
import { trackEvents } from '#shared/contract/profile/endpoints'
import { call } from './api'
import { logError } from './log'
import { isSignedIn, onSessionEnd, useSession } from './session'

type Value = string | number | boolean | null
interface TrackedEvent {
  name: string
  properties: Record<string, Value>
  at: string
}

const key = 'app.events'
const batch = 50
/** The oldest events are dropped when nobody signs in for a long time. */
const keepAtMost = 500
const flushEvery = 10_000
/** How long leaving for another site may be delayed by its event [9.11c]. */
const outboundTimeout = 250
const resizeSettles = 500

function read(): TrackedEvent[] {
  try {
    const queue: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(queue) ? queue : []
  } catch {
    return []
  }
}

function write(queue: TrackedEvent[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(queue.slice(-keepAtMost)))
  } catch (cause) {
    logError('An analytics event could not be kept.', cause)
  }
}

const short = (value: Value): Value => (typeof value === 'string' ? value.slice(0, limits.nameLength) : value)

/** Records an event [9.11]. It is sent to the operator's own server with the next batch, if need be after a reload. */
export function track(name: string, properties: Record<string, Value> = {}): void {
  const all = { platform: 'Web', ...properties }
  const shortened = Object.fromEntries(Object.entries(all).map(([field, value]) => [field, short(value)]))
  write([...read(), { name, properties: shortened, at: new Date().toISOString() }])
}

/** Records a page view. The query is left out, because it can carry codes. */
export function trackPage(path: string): void {
  track('Page View', { path: path.split(/[?#]/)[0] ?? path })
}

/** Says who the events belong to. Only a change of the picture's address without its signature counts. */
export function identify(person: {
  user_id: number
  user_email: string | null
  user_displayname: string
  user_image: string | null
  user_phone: string | null
}): void {
  track('Identify', {
    id: person.user_id,
    email: person.user_email,
    name: person.user_displayname,
    image: person.user_image?.split('?')[0] ?? null,
    phone: person.user_phone,
  })
}

let isSending = false

/**
 * Sends waiting events, oldest first. Events that cannot be sent now stay; events that the server will never accept are
 * dropped.
 */
export async function flushEvents({ keepalive = false } = {}): Promise<void> {
  const events = read().slice(0, batch)
  if (isSending || events.length === 0 || !isSignedIn()) return
  isSending = true
  try {
    const { ok, status } = await call(trackEvents, { events }, { keepalive })
    const isLost = status === 400 || status === 413
    if (ok || isLost) write(read().slice(events.length))
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

/**
 * Starts analytics: the start event [2.23b], the window height, outbound links, and sending. Returns the function that
 * stops it.
 */
export function startAnalytics(): () => void {
  let settled: ReturnType<typeof setTimeout> | undefined
  const onResize = () => {
    clearTimeout(settled)
    settled = setTimeout(() => track('Viewport Resized', { viewport_height: window.innerHeight }), resizeSettles)
  }
  const onHide = () => void flushEvents({ keepalive: true })
  const unfollow = useSession.subscribe((now, before) => {
    if (now.tokens && !before.tokens) void flushEvents()
  })
  track('App Opened', { viewport_height: window.innerHeight })
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

onSessionEnd(() => localStorage.removeItem(key))
