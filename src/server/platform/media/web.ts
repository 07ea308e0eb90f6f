import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { apiError } from '#shared/errors'
import type { Attempt } from './attempt'
import { checkAddress, hostOf, pinned, type ResolvedAddress } from './guard'
import { CameraTrouble, refusal } from './trouble'
import { orAborted } from './waiting'

const mostRedirects = 3

/** The parts of an attempt that a request needs. */
export type RequestScope = Pick<Attempt, 'credentials' | 'allowed' | 'network' | 'signal'>

/**
 * Requests a web address. Each redirect is checked, and connected to as checked [D35]. Every request has a connection
 * of its own. The response is successful; reading it to the end, or stopping to read, closes the connection.
 */
export async function get(address: URL, asker: RequestScope): Promise<{ response: IncomingMessage; address: URL }> {
  let at = address
  let redirects = 0
  let challenged = false
  for (;;) {
    if (at.protocol !== 'http:' && at.protocol !== 'https:') throw apiError('camera.address_refused')
    const addresses = await orAborted(checkAddress(at, asker.allowed, asker.network), asker.signal)
    const response = await send(at, addresses, asker)
    const { statusCode: status = 0, headers } = response
    if (status >= 200 && status < 300) return { response, address: at }
    response.destroy()
    if (status === 401 && !challenged && asker.credentials.challenged(at, headers['www-authenticate'])) {
      challenged = true
    } else if (isRedirect(status) && redirects < mostRedirects && URL.canParse(headers.location ?? '', at.href)) {
      at = new URL(headers.location ?? '', at)
      redirects += 1
      challenged = false
    } else {
      throw refusal(status, { protocol: 'HTTP', hasCredentials: !asker.credentials.areEmpty })
    }
  }
}

/** Reads the whole body and closes the connection. Throws {@link CameraTrouble} `not_a_picture` if it is too long. */
export async function bodyOf(response: IncomingMessage, longest: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > longest) throw new CameraTrouble('not_a_picture', `more than ${longest} bytes`)
  }
  return Buffer.concat(chunks)
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

function send(
  at: URL,
  addresses: readonly ResolvedAddress[],
  { credentials, signal }: RequestScope,
): Promise<IncomingMessage> {
  const host = hostOf(at)
  const path = `${at.pathname}${at.search}`
  const authorization = credentials.header(at, 'GET', path)
  const options = {
    host,
    port: at.port || (at.protocol === 'https:' ? 443 : 80),
    path,
    headers: { host: at.host, accept: '*/*', 'user-agent': 'Wheelhouse', ...(authorization && { authorization }) },
    lookup: pinned(addresses),
    // A reused connection would bypass the check.
    agent: false,
    signal,
  }
  return new Promise((resolve, reject) => {
    const request = at.protocol === 'https:' ? secureRequest(options) : plainRequest(options)
    request.on('response', resolve)
    request.on('error', error => reject(signal.aborted ? signal.reason : error))
    request.end()
  })
}
