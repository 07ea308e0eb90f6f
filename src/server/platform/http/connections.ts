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
import { replyTo } from './refused-requests'

/** How many connections there may be, and whose do not count for their address. */
interface Bounds {
  total: number
  perAddress: number
  /** Connections of many people come from there: a proxy that is believed, or this computer. */
  isShared(address: string): boolean
}

/**
 * Bounds the connections of a server: in all, and from one address, of IPv6 the /64. Those over the bound are told to come back later and
 * end before anything is read of them. Behind a proxy the calls that are under way are counted instead, by the address that it names.
 */
export function boundConnections(fastify: FastifyInstance, app: Pick<AppContext, 'settings' | 'clock'>): void {
  const { CONNECTIONS: total, CONNECTIONS_PER_ADDRESS: perAddress, TRUSTED_PROXIES } = app.settings
  const trust = TRUSTED_PROXIES.length > 0 ? proxyAddress.compile([...TRUSTED_PROXIES]) : () => false
  const isShared = (address: string) => isLoopback(address) || trust(address, 0)
  refuseConnectionsOver(fastify.server, { total, perAddress, isShared }, app.clock)
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

/** Takes the place of the server's own way to begin a connection, so that nothing of HTTP is set up for one that is refused. */
export function refuseConnectionsOver(server: Server, bounds: Bounds, clock: AppContext['clock']): void {
  const accept = server.listeners('connection') as ((socket: Socket) => void)[]
  const ofAddress = new Tally<string>()
  const refused = new Set<Socket>()
  let all = 0
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    // It is over already.
    if (address === undefined) return void socket.destroy()
    const network = bounds.isShared(address) ? null : networkOf(address)
    if (all >= bounds.total || (network !== null && ofAddress.count(network) >= bounds.perAddress)) {
      return turnAway(socket, refused, clock)
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

/** Tells why and when to come back, and cuts the connection off soon; where many are told so at once, it is cut off without a word. */
function turnAway(socket: Socket, refused: Set<Socket>, clock: AppContext['clock']): void {
  if (refused.size >= limits.toldAtOnce) {
    socket.destroy()
    return
  }
  refused.add(socket)
  const giveUp = clock.after(limits.toldWithin, () => socket.destroy())
  socket.once('close', () => {
    refused.delete(socket)
    giveUp()
  })
  socket.on('error', () => socket.destroy())
  // What was asked is thrown away: unread, it would make the system take the answer back.
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
