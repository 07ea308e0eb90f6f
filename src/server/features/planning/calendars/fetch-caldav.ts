import { createHash } from 'node:crypto'
import type { DAVCalendar } from 'tsdav'
import type { CalendarFailure } from '#shared/contract/planning/calendars'
import { planning as limits } from '#shared/contract/planning/limits'
import type { Span } from '#shared/rules/schedule-windows'
import type { Cidr } from '../../../platform/media/guard'
import { type Fetched, send } from './fetch-calendar'

/** Calls of one reading, so that a server that leads from one place to the next is left in the end. */
const mostCalls = 60
const mostCalendars = 20

export interface Wanted {
  /** Of the last reading; null reads everything again. */
  etag: string | null
  range: Span
}

interface Input extends Wanted {
  address: string
  /** The networks that are not public, but allowed. */
  allowed: readonly Cidr[]
}

/**
 * Reads the calendars of an account at a CalDAV server, or the one whose address is given, as one calendar file. All calls
 * of the library go through the checks of addresses. Never throws because of the other side, which decides how long the
 * reading of its answers takes: it belongs in a thread.
 */
export async function fetchCaldav({ address: href, allowed, etag, range }: Input): Promise<Fetched> {
  const { createAccount, fetchCalendarObjects, fetchCalendars } = await import('tsdav')
  const address = new URL(href)
  const guarded = new GuardedFetch(allowed, address)
  const { fetch } = guarded
  try {
    const serverUrl = withoutAccount(address)
    const account = await createAccount({ account: { serverUrl, accountType: 'caldav' }, fetch })
    const calendars = chosen(await fetchCalendars({ account, fetch }), serverUrl)
    const state = stateOf(calendars)
    if (state !== null && state === etag) return { outcome: 'unchanged' }
    const timeRange = { start: new Date(range.from).toISOString(), end: new Date(range.to).toISOString() }
    const texts = ['BEGIN:VCALENDAR\r\nEND:VCALENDAR']
    for (const calendar of calendars) {
      const events = await fetchCalendarObjects({
        ...{ calendar, timeRange, fetch, useMultiGet: false, urlFilter: () => true },
      })
      texts.push(...events.flatMap(({ data }) => (typeof data === 'string' ? [data.trim()] : [])))
    }
    // The library takes a refusal in the middle for an empty calendar.
    if (guarded.failure) return { outcome: 'failed', failure: guarded.failure }
    return { outcome: 'read', text: texts.join('\r\n'), etag: state }
  } catch {
    return { outcome: 'failed', failure: guarded.failure ?? 'no_calendar' }
  }
}

function withoutAccount(address: URL): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href
}

/** The one whose address was given, or else all that have events. */
function chosen(calendars: readonly DAVCalendar[], address: string): DAVCalendar[] {
  const isSame = ({ url }: DAVCalendar) => url.replace(/\/$/, '') === address.replace(/\/$/, '')
  const events = calendars.filter(({ components }) => !components?.length || components.includes('VEVENT'))
  const named = events.filter(isSame)
  return (named.length > 0 ? named : events).slice(0, mostCalendars)
}

/** Changes whenever something in the calendars does; null if one of them does not say. */
function stateOf(calendars: readonly DAVCalendar[]): string | null {
  const states = calendars.map(({ url, ctag, syncToken }) => [url, String(ctag ?? syncToken ?? '')])
  if (states.some(([, state]) => state === '')) return null
  return createHash('sha256').update(JSON.stringify(states.toSorted())).digest('base64url')
}

/** The `fetch` that the library calls. It remembers why calls failed, which the library does not tell. */
class GuardedFetch {
  failure: CalendarFailure | null = null
  #calls = 0
  #bytes = 0

  constructor(
    private readonly allowed: readonly Cidr[],
    private readonly address: URL,
  ) {}

  readonly fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.protocol !== 'https:' && url.protocol !== this.address.protocol) return this.#fails('refused')
    this.#calls += 1
    if (this.#calls > mostCalls) return this.#fails('too_large')
    url.username = this.address.username
    url.password = this.address.password
    const { method = 'GET', headers, body } = init
    const isDirect = init.redirect === 'manual'
    const call = { method, headers: Object.fromEntries(new Headers(headers)), isDirect }
    const answer = await send(this.allowed, url, typeof body === 'string' ? { ...call, body } : call)
    if ('failure' in answer) return this.#fails(answer.failure)
    const { status, text } = answer
    this.#bytes += text.length
    if (this.#bytes > limits.calendarBytes) return this.#fails('too_large')
    if (status === 401 || status === 403) this.failure = 'denied'
    else if (status >= 500) this.failure ??= 'unreachable'
    const { 'content-type': type, location } = answer.headers
    return new Response(text === '' ? null : text, {
      ...{ status, headers: { ...(type && { 'content-type': type }), ...(location && { location }) } },
    })
  }

  #fails(failure: CalendarFailure): never {
    this.failure = failure
    throw new Error(`The calendar server cannot be asked: ${failure}.`)
  }
}
