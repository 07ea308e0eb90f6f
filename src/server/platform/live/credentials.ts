import type { IncomingMessage } from 'node:http'

/** Tokens that a client may pass as a WebSocket protocol, each prefixed with its name and a dot. */
const tokenNames = ['access_token', 'guest_token']

/**
 * The parameters of a socket. Browsers print the URL of a failed connection to the console, so they pass tokens in the
 * list of protocols; other programs may use the query.
 */
export function socketParameters(request: IncomingMessage, query: URLSearchParams): URLSearchParams {
  const all = new URLSearchParams(query)
  for (const protocol of (request.headers['sec-websocket-protocol'] ?? '').split(',')) {
    const [name = '', ...token] = protocol.trim().split('.')
    if (tokenNames.includes(name)) all.set(name, token.join('.'))
  }
  return all
}
