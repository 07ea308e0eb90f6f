import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { CalendarFailure } from '#shared/contract/planning/calendars'
import { planning as limits } from '#shared/contract/planning/limits'
import { apiError } from '#shared/errors'
import type { AppContext } from '../../../platform/app-context'
import { checkAddress, hostOf, pinned, type ResolvedAddress } from '../../../platform/media/guard'

const timeout = 20_000
const mostRedirects = 3

/** What the address of a calendar answered. `unchanged`: it has the same ETag as before. */
export type Fetched =
  | { outcome: 'read'; text: string; etag: string | null }
  | { outcome: 'unchanged' }
  | { outcome: 'failed'; failure: CalendarFailure }

/** The address of a calendar, as people copy it: `webcal:` stands for `https:`. */
export function calendarUrl(address: string): URL {
  const text = address.trim().replace(/^webcals?:/i, 'https:')
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw apiError('calendar.address_invalid')
  return url
}

/** Refuses addresses that lead into networks that are not public, as with cameras [D35]. Connect to the returned ones only. */
export async function checkedCalendar({ settings }: AppContext, url: URL): Promise<readonly ResolvedAddress[]> {
  return checkAddress(url, settings.CALENDAR_ALLOWED_NETWORKS).catch(() => {
    throw apiError('calendar.address_refused')
  })
}

/** Fetches a calendar. Each address on the way is checked. Never throws because of the other side. */
export async function fetchCalendar(app: AppContext, first: URL, etag: string | null): Promise<Fetched> {
  let url = first
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const addresses = await checkedCalendar(app, url).catch(() => null)
    if (!addresses) return { outcome: 'failed', failure: 'refused' }
    const answer = await get(url, addresses, etag).catch(() => null)
    if (!answer) return { outcome: 'failed', failure: 'unreachable' }
    const { statusCode: status = 0, headers } = answer
    if (
      status >= 300 &&
      status < 400 &&
      status !== 304 &&
      headers.location &&
      URL.canParse(headers.location, url.href)
    ) {
      answer.destroy()
      url = new URL(headers.location, url)
      continue
    }
    if (status === 200) return read(answer)
    answer.destroy()
    if (status === 304) return { outcome: 'unchanged' }
    return { outcome: 'failed', failure: status >= 400 && status < 500 ? 'denied' : 'unreachable' }
  }
  return { outcome: 'failed', failure: 'unreachable' }
}

function get(url: URL, addresses: readonly ResolvedAddress[], etag: string | null): Promise<IncomingMessage> {
  const options = {
    host: hostOf(url),
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: {
      host: url.host,
      accept: 'text/calendar',
      'accept-encoding': 'identity',
      'user-agent': 'Wheelhouse',
      ...(url.username && {
        authorization: `Basic ${Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString('base64')}`,
      }),
      ...(etag !== null && { 'if-none-match': etag }),
    },
    lookup: pinned(addresses),
    // A reused connection would bypass the check.
    agent: false,
    signal: AbortSignal.timeout(timeout),
  }
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? secureRequest(options) : plainRequest(options)
    request.on('response', resolve)
    request.on('error', reject)
    request.end()
  })
}

async function read(answer: IncomingMessage): Promise<Fetched> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > limits.calendarBytes) return { outcome: 'failed', failure: 'too_large' }
      parts.push(part)
    }
  } catch {
    return { outcome: 'failed', failure: 'unreachable' }
  }
  const { etag } = answer.headers
  return {
    outcome: 'read',
    text: Buffer.concat(parts).toString('utf8'),
    etag: etag && etag.length <= 500 ? etag : null,
  }
}
