import type { IncomingMessage } from 'node:http'
import { bytesOfAddress } from '../network'

/** True for addresses of this computer itself: 127.0.0.0/8, `::1`, and IPv4 loopback written as IPv6. */
export function isLoopback(address: string | undefined): boolean {
  const { family, bytes } = bytesOfAddress(address ?? '')
  return family === 4 ? bytes[0] === 127 : family === 6 && bytes.every((byte, index) => byte === Number(index === 15))
}

/**
 * Whether a request on loopback uses a name of this server: `localhost`, a loopback address, or the public name.
 * Another site can point its own name here (DNS rebinding), and its page would then count as this server's. Requests on
 * other interfaces may use any name, because those addresses give no privileged access.
 */
export function isOwnHost(request: IncomingMessage, publicUrl: string | undefined): boolean {
  if (!isLoopback(request.socket.localAddress)) return true
  const hostname = hostOf(request)
  if (hostname === undefined) return false
  return isLocalName(hostname) || (publicUrl !== undefined && new URL(publicUrl).hostname === hostname)
}

/** The name in the Host header, without its port. */
function hostOf({ headers: { host } }: IncomingMessage): string | undefined {
  return host !== undefined && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined
}

function isLocalName(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return bare === 'localhost' || bare.endsWith('.localhost') || isLoopback(bare)
}

/** Headers that proxies add to the requests they forward. */
const isFromProxy = (header: string) =>
  header.startsWith('x-forwarded-') || ['forwarded', 'via', 'x-real-ip'].includes(header)

/**
 * Whether a request was made on this computer without a proxy. A request with the public name comes through a proxy,
 * even if the proxy adds no headers.
 */
export function isFromThisComputer(request: IncomingMessage): boolean {
  return (
    isLoopback(request.socket.remoteAddress) &&
    isLocalName(hostOf(request) ?? '') &&
    !Object.keys(request.headers).some(isFromProxy)
  )
}
