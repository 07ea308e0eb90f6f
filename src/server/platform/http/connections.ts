import { randomUUID } from 'node:crypto'
import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import { apiError } from '#shared/errors'
import { connections as limits } from '#shared/limits'
import type { AppContext } from '../app-context'
import { networkOf } from '../network'
import { Tally } from '../tally'
import { isLoopback } from './own-host'
import { replyTo } from './reply'

/** Limits of connections, and the addresses that are exempt from the limit per address. */
interface ConnectionLimits {
  total: number
  perAddress: number
  /** True if connections of many people come from there: a trusted proxy, or this computer. */
  isShared(address: string): boolean
}

/**
 * Limits the connections of a server: in total, and per address (for IPv6 per /64). Surplus connections are told to
 * retry later and closed before anything is read from them. Behind a proxy, running calls are counted instead, by the
 * address that the proxy names.
 */
export function limitConnections(fastify: FastifyInstance, app: Pick<AppContext, 'settings' | 'clock'>): void {
  const { CONNECTIONS: total, CONNECTIONS_PER_ADDRESS: perAddress, TRUSTED_PROXIES } = app.settings
  const trust = TRUSTED_PROXIES.length > 0 ? proxyAddress.compile([...TRUSTED_PROXIES]) : () => false
  const isShared = (address: string) => isLoopback(address) || trust(address, 0)
  refuseSurplusConnections(fastify.server, { total, perAddress, isShared }, app.clock)
  const underWay = new Tally<string>()
  fastify.addHook('onRequest', async (request, reply) => {
    if (!isShared(request.raw.socket.remoteAddress ?? '') || isLoopback(request.ip)) return
    const network = networkOf(request.ip)
    if (underWay.count(network) >= perAddress)
      throw apiError('request.too_many', { retryAfterSeconds: limits.retryAfter })
    underWay.add(network)
    reply.raw.once('close', () => underWay.remove(network))
  })
}

/** Replaces the server's connection handler, so that nothing of HTTP is set up for a refused connection. */
export function refuseSurplusConnections(server: Server, bounds: ConnectionLimits, clock: AppContext['clock']): void {
  const accept = server.listeners('connection') as ((socket: Socket) => void)[]
  const ofAddress = new Tally<string>()
  const refused = new Set<Socket>()
  let all = 0
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    // The connection has already ended.
    if (address === undefined) return void socket.destroy()
    const network = bounds.isShared(address) ? null : networkOf(address)
    if (all >= bounds.total || (network !== null && ofAddress.count(network) >= bounds.perAddress)) {
      return refuseConnection(socket, refused, clock)
    }
    all += 1
    if (network !== null) ofAddress.add(network)
    socket.once('close', () => {
      all -= 1
      if (network !== null) ofAddress.remove(network)
    })
    for (const begin of accept) begin.call(server, socket)
  })
}

/**
 * Sends the reason and when to retry, and closes the connection soon. If many are refused at once, it closes without a
 * reply.
 */
function refuseConnection(socket: Socket, refused: Set<Socket>, clock: AppContext['clock']): void {
  if (refused.size >= limits.refusedAtOnce) {
    socket.destroy()
    return
  }
  refused.add(socket)
  const giveUp = clock.after(limits.refusedWithin, () => socket.destroy())
  socket.once('close', () => {
    refused.delete(socket)
    giveUp()
  })
  socket.on('error', () => socket.destroy())
  // Discards what the client sent: if it stayed unread, the system would withdraw the reply.
  socket.resume()
  const refusal = apiError('server.busy')
  const body = JSON.stringify(replyTo(refusal, randomUUID()))
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `retry-after: ${limits.retryAfter}`,
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
