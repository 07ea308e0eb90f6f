import type { IncomingMessage } from 'node:http'

/** Tokens that a client may offer as a protocol, each behind its own name and a dot. */
const offered = ['access_token', 'guest_token']

/**
 * What a socket is asked for with. Browsers print the address of a connection that fails, so their tokens come in the list of protocols;
 * those of other programs may come in the query.
 */
export function askedWith(request: IncomingMessage, query: URLSearchParams): URLSearchParams {
  const all = new URLSearchParams(query)
  for (const protocol of (request.headers['sec-websocket-protocol'] ?? '').split(',')) {
    const [name = '', ...token] = protocol.trim().split('.')
    if (offered.includes(name)) all.set(name, token.join('.'))
  }
  return all
}
