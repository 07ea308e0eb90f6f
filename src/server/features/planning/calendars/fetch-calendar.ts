import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { CalendarFailure } from '#shared/contract/planning/calendars'
import { planning as limits } from '#shared/contract/planning/limits'
import { apiError } from '#shared/errors'
import type { AppContext } from '../../../platform/app-context'
import { type Cidr, checkAddress, hostOf, pinned, type ResolvedAddress } from '../../../platform/media/guard'

const timeout = 20_000
const mostRedirects = 3

/** What the address of a calendar answered. `unchanged`: it has the same ETag as before. */
export type Fetched =
  | { outcome: 'read'; text: string; etag: string | null }
  | { outcome: 'unchanged' }
  | { outcome: 'failed'; failure: CalendarFailure }

/** The address of a calendar, as people copy it: `webcal:` and `caldavs:` stand for `https:`. */
export function calendarUrl(address: string): URL {
  const text = address.trim().replace(/^(webcal|caldav)s?:/i, 'https:')
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw apiError('calendar.address_invalid')
  return url
}

/** Refuses addresses that lead into networks that are not public, as with cameras [D35]. Connect to the returned ones only. */
export async function checkedCalendar(allowed: readonly Cidr[], url: URL): Promise<readonly ResolvedAddress[]> {
  return checkAddress(url, allowed).catch(() => {
    throw apiError('calendar.address_refused')
  })
}

/** Fetches a calendar. Each address on the way is checked. Never throws because of the other side. */
export async function fetchCalendar({ settings }: AppContext, address: URL, etag: string | null): Promise<Fetched> {
  const headers = { accept: 'text/calendar', ...(etag !== null && { 'if-none-match': etag }) }
  const answer = await send(settings.CALENDAR_ALLOWED_NETWORKS, address, { method: 'GET', headers })
  if ('failure' in answer) return { outcome: 'failed', failure: answer.failure }
  const { status, text } = answer
  if (status === 304) return { outcome: 'unchanged' }
  if (status !== 200) return { outcome: 'failed', failure: status >= 400 && status < 500 ? 'denied' : 'unreachable' }
  const tag = answer.headers.etag
  return { outcome: 'read', text, etag: tag && tag.length <= 500 ? tag : null }
}

interface Call {
  method: string
  headers: Readonly<Record<string, string>>
  body?: string
  /** Whether a redirect is the answer instead of being followed. */
  isDirect?: boolean
}

interface Answered {
  status: number
  headers: IncomingMessage['headers']
  /** Empty if nobody needs it. */
  text: string
}

/**
 * Sends a call to the address of a calendar and to where that leads, with the name and password of the address. Each
 * address on the way is checked, and none follows an encrypted one without encryption.
 */
export async function send(
  allowed: readonly Cidr[],
  first: URL,
  call: Call,
): Promise<Answered | { failure: CalendarFailure }> {
  let url = first
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const addresses = await checkedCalendar(allowed, url).catch(() => null)
    if (!addresses) return { failure: 'refused' }
    const answer = await request(url, addresses, call).catch(() => null)
    if (!answer) return { failure: 'unreachable' }
    const { statusCode: status = 0, headers } = answer
    const next = call.isDirect ? null : redirectOf(url, status, headers.location)
    if (next) {
      answer.destroy()
      if (url.protocol === 'https:' && next.protocol !== 'https:') return { failure: 'refused' }
      url = next
      continue
    }
    if (status >= 200 && status < 300) return read(answer, status)
    answer.destroy()
    return { status, headers, text: '' }
  }
  return { failure: 'unreachable' }
}

function redirectOf(url: URL, status: number, location: string | undefined): URL | null {
  if (status < 300 || status >= 400 || status === 304 || !location || !URL.canParse(location, url.href)) return null
  return new URL(location, url)
}

const authorization = ({ username, password }: URL): Record<string, string> =>
  username
    ? {
        authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
      }
    : {}

function request(url: URL, addresses: readonly ResolvedAddress[], call: Call): Promise<IncomingMessage> {
  const options = {
    method: call.method,
    host: hostOf(url),
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: {
      host: url.host,
      'accept-encoding': 'identity',
      'user-agent': 'Wheelhouse',
      ...authorization(url),
      ...call.headers,
      ...(call.body !== undefined && { 'content-length': String(Buffer.byteLength(call.body)) }),
    },
    lookup: pinned(addresses),
    // A reused connection would bypass the check.
    agent: false,
    signal: AbortSignal.timeout(timeout),
  }
  return new Promise((resolve, reject) => {
    const sent = url.protocol === 'https:' ? secureRequest(options) : plainRequest(options)
    sent.on('response', resolve)
    sent.on('error', reject)
    sent.end(call.body)
  })
}

async function read(answer: IncomingMessage, status: number): Promise<Answered | { failure: CalendarFailure }> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > limits.calendarBytes) return { failure: 'too_large' }
      parts.push(part)
    }
  } catch {
    return { failure: 'unreachable' }
  }
  return { status, headers: answer.headers, text: Buffer.concat(parts).toString('utf8') }
}
