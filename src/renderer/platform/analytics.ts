import { document as limits } from '#shared/contract/documents/limits'
import { logError } from './log'
import { onSessionEnd } from './session'

type Value = string | number | boolean | null
export interface TrackedEvent {
  name: string
  properties: Record<string, Value>
  at: string
}

const key = 'app.events'
/** The oldest events are dropped when nobody signs in for a long time. */
const keepAtMost = 500

/** The events that wait to be sent, oldest first. */
export function waitingEvents(): TrackedEvent[] {
  try {
    const queue: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(queue) ? queue : []
  } catch {
    return []
  }
}

/** Replaces the waiting events. */
export function keepEvents(queue: TrackedEvent[]): void {
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
  keepEvents([...waitingEvents(), { name, properties: shortened, at: new Date().toISOString() }])
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

onSessionEnd(() => localStorage.removeItem(key))
