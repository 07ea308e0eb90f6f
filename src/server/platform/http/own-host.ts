import type { IncomingMessage } from 'node:http'
import { bytesOfAddress } from '../network'

/** True for the addresses of the computer itself: 127.0.0.0/8, `::1`, and the former written as IPv6. */
export function isLoopback(address: string | undefined): boolean {
  const { family, bytes } = bytesOfAddress(address ?? '')
  return family === 4 ? bytes[0] === 127 : family === 6 && bytes.every((byte, index) => byte === Number(index === 15))
}

/**
 * Whether a request that came in on loopback calls this server by a name of its own: `localhost`, an address of loopback, or the
 * name that people open it by. A page of another site can let a name of its own lead here (DNS rebinding) and would be taken for
 * this server's page. What comes in elsewhere may be called anything: there the server's own address is no secret door.
 */
export function isOwnHost(request: IncomingMessage, publicUrl: string | undefined): boolean {
  if (!isLoopback(request.socket.localAddress)) return true
  const hostname = hostOf(request)
  if (hostname === undefined) return false
  return isLocalName(hostname) || (publicUrl !== undefined && new URL(publicUrl).hostname === hostname)
}

/** The name that a request calls the server by, without its port. */
function hostOf({ headers: { host } }: IncomingMessage): string | undefined {
  return host !== undefined && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined
}

function isLocalName(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return bare === 'localhost' || bare.endsWith('.localhost') || isLoopback(bare)
}

/** What proxies add to the requests that they pass on. */
const isFromProxy = (header: string) =>
  header.startsWith('x-forwarded-') || ['forwarded', 'via', 'x-real-ip'].includes(header)

/**
 * Whether a request was made on this computer, with nobody in between. The name that people elsewhere open the server by comes
 * through a proxy, also where that one says nothing of itself.
 */
export function isFromThisComputer(request: IncomingMessage): boolean {
  return (
    isLoopback(request.socket.remoteAddress) &&
    isLocalName(hostOf(request) ?? '') &&
    !Object.keys(request.headers).some(isFromProxy)
  )
}
