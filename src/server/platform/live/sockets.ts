import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import proxyAddress from '@fastify/proxy-addr'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { z } from 'zod'
import { closeCodes } from '#shared/contract/live'
import { sockets as limits } from '#shared/limits'
import type { AppContext } from '../app-context'
import { inTransaction } from '../database/transaction'
import { isOwnHost } from '../http/own-host'
import type { GuestSubject, Membership, TokenSubject } from '../identity'
import { networkOf } from '../network'
import { Tally } from '../tally'
import { Connection } from './connection'

/** An endpoint that sockets connect to, and its handlers. */
export interface SocketKind<Request = unknown> {
  readonly path: string
  readonly name: string
  /** Frames that a client may send; others are ignored. */
  readonly requests: z.ZodType<Request>
  /** True if guests may connect too. */
  readonly allowsGuests?: boolean
  opened(connection: Connection): void
  received(connection: Connection, request: Request): void
  /** `code` is the code of the close frame, or 1006 without one. */
  closed(connection: Connection, code: number): void
}

export type CheckAccessToken = (token: string) => Promise<(TokenSubject & { expires: number }) | null>

interface AdmittedClient {
  subject: TokenSubject & { expires: number }
  organization_id: number
  membership: Membership
}

const largestFrame = 64 * 1024
/** Clients reconnect after every code but 1000 [8.7a]. */
const closeGoingAway = 1001
/** How long a client beyond the limit may take to read the reason, in milliseconds. */
const refusalTimeout = 2_000
/** How often open sockets are checked for expired tokens and silence, in milliseconds. */
const checkInterval = 1_000

/** Accepts sockets on the server's port and enforces the rules common to all of them [7.26]. */
export class Sockets {
  readonly #open = new Map<Connection, SocketKind>()
  readonly #ofPerson = new Tally<number>()
  readonly #ofAddress = new Tally<string>()
  readonly #addressOf: (request: IncomingMessage) => string
  readonly #accept = new WebSocketServer({ noServer: true, maxPayload: largestFrame, perMessageDeflate: false })
  readonly #endings: (() => void)[]
  #closing = false

  constructor(
    private readonly app: AppContext,
    private readonly checkToken: CheckAccessToken,
    private readonly kinds: readonly SocketKind[],
  ) {
    const { TRUSTED_PROXIES } = app.settings
    const trust = TRUSTED_PROXIES.length > 0 ? proxyAddress.compile([...TRUSTED_PROXIES]) : () => false
    this.#addressOf = request => networkOf(proxyAddress(request, trust))
    this.#endings = [
      app.clock.every(checkInterval, () => this.#closeStale()),
      app.bus.subscribe(message => {
        if (message.topic === 'session_ended')
          this.closeWhere(connection => connection.subject.session_id === message.session_id, closeCodes.tokenExpired)
        if (message.topic === 'member_removed') {
          const { organization_id, user_id } = message
          this.closeWhere(
            connection => connection.organization_id === organization_id && connection.user_id === user_id,
            closeCodes.notMember,
          )
        }
      }),
    ]
  }

  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      // The HTTP server no longer handles this socket, so an error without a listener would end the process.
      socket.on('error', () => socket.destroy())
      this.#upgrade(request, socket, head).catch(error => {
        this.app.log.error({ err: error }, 'A socket could not be opened.')
        socket.destroy()
      })
    })
  }

  closeWhere(is: (connection: Connection) => boolean, code: number): void {
    for (const connection of this.#open.keys()) if (is(connection)) connection.close(code)
  }

  /** Tells all clients to reconnect later, without waiting for them. */
  close(): void {
    this.#closing = true
    for (const end of this.#endings) end()
    const connections = [...this.#open.keys()]
    for (const connection of connections) connection.close(closeGoingAway)
    for (const connection of connections) connection.socket.terminate()
    this.#accept.close()
  }

  async #upgrade(request: IncomingMessage, raw: Duplex, head: Buffer): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const kind = this.kinds.find(candidate => candidate.path === url.pathname)
    if (!kind) {
      raw.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
      return
    }
    if (!isOwnHost(request, this.app.settings.PUBLIC_URL) || !this.#sameOrigin(request)) {
      raw.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
      return
    }
    const address = this.#addressOf(request)
    if (this.#ofAddress.count(address) >= this.app.settings.SOCKETS_PER_ADDRESS) {
      raw.end('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 60\r\nConnection: close\r\n\r\n')
      return
    }
    this.#ofAddress.add(address)
    raw.once('close', () => this.#ofAddress.remove(address))
    const welcome = await this.#welcome(kind, socketParameters(request, url.searchParams))
    if (this.#closing) raw.destroy()
    if (raw.destroyed) return
    this.#accept.handleUpgrade(request, raw, head, socket => {
      // Errors are sent as close codes, because a browser cannot read the status of a refused handshake.
      if (typeof welcome === 'number') socket.close(welcome)
      else this.#run(kind, socket, welcome)
    })
  }

  /**
   * A page of another site must not open a socket with a browser's credentials; programs without an origin send a
   * token.
   */
  #sameOrigin(request: IncomingMessage): boolean {
    const { origin, host } = request.headers
    if (!origin || !host || !URL.canParse(origin)) return origin === undefined || origin.startsWith('app:')
    const from = new URL(origin)
    return from.protocol === 'app:' || from.host === host || from.origin === new URL(this.app.publicUrl()).origin
  }

  /** Who connects, or the close code of the error. */
  async #welcome(kind: SocketKind, query: URLSearchParams): Promise<AdmittedClient | number> {
    const token = query.get('access_token') ?? ''
    const guest = token === '' ? await this.#guestIn(query) : null
    const subject = guest ?? (await this.checkToken(token))
    const named = query.get('user_id')
    if (!subject || (named && Number(named) !== subject.user_id)) return closeCodes.tokenExpired
    const organization_id = Number(query.get('organization_id') ?? guest?.organization_id)
    if (!Number.isSafeInteger(organization_id) || organization_id < 1) return closeCodes.notMember
    const { caller, membership } = await this.#identify(subject, organization_id)
    if (!caller) return closeCodes.tokenExpired
    if (!membership || (membership.is_guest && !kind.allowsGuests)) return closeCodes.notMember
    return { subject, organization_id, membership }
  }

  async #guestIn(query: URLSearchParams): Promise<GuestSubject | null> {
    const [guest_id, guest_token] = [query.get('guest_id'), query.get('guest_token')]
    return guest_id === null || guest_token === null ? null : this.app.guests.find({ guest_id, guest_token })
  }

  #run(kind: SocketKind, socket: WebSocket, who: AdmittedClient): void {
    const { user_id } = who.subject
    const atMost = who.membership.is_guest ? limits.perGuest : this.app.settings.SOCKETS_PER_PERSON
    if (this.#ofPerson.count(user_id) >= atMost) {
      socket.close(closeCodes.tooFast)
      this.app.clock.after(refusalTimeout, () => socket.terminate())
      return
    }
    const gauge = this.app.metrics.sockets.labels({ kind: kind.name })
    let isOpened = false
    const connection = new Connection(socket, who, this.app.clock, code => {
      this.#open.delete(connection)
      this.#ofPerson.remove(user_id)
      gauge.dec()
      if (isOpened) kind.closed(connection, code)
    })
    this.#open.set(connection, kind)
    this.#ofPerson.add(user_id)
    gauge.inc()
    socket.on('message', data => this.#onMessage(kind, connection, data))
    // No frame is read before the access check has passed.
    socket.pause()
    this.#stillWelcome(who)
      .then(refused => {
        if (refused) connection.close(refused)
        if (connection.isClosed) return
        isOpened = true
        kind.opened(connection)
        socket.resume()
      })
      .catch(error => {
        this.app.log.error({ err: error }, 'A socket could not be opened.')
        connection.terminate()
      })
  }

  /**
   * Checks again once the connection is listed. A removal or sign-out during the handshake reached no listed
   * connection; from now on it closes this one. Returns the close code of an error.
   */
  async #stillWelcome({ subject, organization_id }: AdmittedClient): Promise<number | null> {
    const { caller, membership } = await this.#identify(subject, organization_id)
    return caller ? (membership ? null : closeCodes.notMember) : closeCodes.tokenExpired
  }

  #identify(subject: TokenSubject, organization_id: number) {
    return inTransaction(this.app.pool, { readOnly: true, organization_id, user_id: subject.user_id }, tx =>
      this.app.identify(tx, subject, organization_id),
    )
  }

  #onMessage(kind: SocketKind, connection: Connection, data: RawData): void {
    if (connection.isClosed) return
    if (!connection.countFrame()) {
      connection.close(closeCodes.tooFast)
      // The rest stays unread, because it is a flood.
      connection.socket.pause()
      return
    }
    const text = data.toString()
    if (text === 'ping') {
      connection.sendText('pong')
      return
    }
    const request = kind.requests.safeParse(parsed(text))
    if (request.success) kind.received(connection, request.data)
    else this.app.log.debug({ kind: kind.name }, 'A frame was not understood.')
  }

  #closeStale(): void {
    const now = this.app.clock.now()
    for (const connection of this.#open.keys()) {
      if (connection.expires <= now) connection.close(closeCodes.tokenExpired)
      else if (this.app.clock.elapsed() - connection.lastFrameAt > limits.silence) connection.close(closeCodes.silent)
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Tokens that a client may pass as a WebSocket protocol, each prefixed with its name and a dot. */
const tokenNames = ['access_token', 'guest_token']

/**
 * The parameters of a socket. Browsers print the URL of a failed connection to the console, so they pass tokens in the
 * list of protocols; other programs may use the query.
 */
function socketParameters(request: IncomingMessage, query: URLSearchParams): URLSearchParams {
  const all = new URLSearchParams(query)
  for (const protocol of (request.headers['sec-websocket-protocol'] ?? '').split(',')) {
    const [name = '', ...token] = protocol.trim().split('.')
    if (tokenNames.includes(name)) all.set(name, token.join('.'))
  }
  return all
}
