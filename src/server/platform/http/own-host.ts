import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** True for the addresses of the computer itself: 127.0.0.0/8, `::1`, and the former written as IPv6. */
export function isLoopback(address: string | undefined): boolean {
  const plain = (address ?? '').replace(/^::ffff:/i, '')
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}

/**
 * Whether a request that came in on loopback calls this server by a name of its own: `localhost`, an address of loopback, or the
 * name that people open it by. A page of another site can let a name of its own lead here (DNS rebinding) and would be taken for
 * this server's page. What comes in elsewhere may be called anything: there the server's own address is no secret door.
 */
export function isOwnHost(request: IncomingMessage, publicUrl: string | undefined): boolean {
  if (!isLoopback(request.socket.localAddress)) return true
  const { host } = request.headers
  if (host === undefined || !URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isLocal = bare === 'localhost' || bare.endsWith('.localhost') || isLoopback(bare)
  return isLocal || (publicUrl !== undefined && new URL(publicUrl).hostname === hostname)
}

/** What proxies add to the requests that they pass on. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** Whether a request was made on this computer, with nobody in between. */
export function isFromThisComputer({ socket, headers }: IncomingMessage): boolean {
  return isLoopback(socket.remoteAddress) && proxyHeaders.every(name => headers[name] === undefined)
}
