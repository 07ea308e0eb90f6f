import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import proxyAddress from '@fastify/proxy-addr'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { z } from 'zod'
import { closeCodes } from '#shared/contract/live'
import { sockets as limits } from '#shared/limits'
import type { AppContext } from '../app-context'
import type { Tx } from '../database/connection'
import { inTransaction } from '../database/transaction'
import { isBoundedJson } from '../http/json-body'
import { isOwnHost } from '../http/own-host'
import type { GuestSubject, Membership, TokenSubject } from '../identity'
import { CoalescedTask } from '../jobs/coalesced-task'
import { atMostOnceAMinute } from '../log'
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
  /** Whether a frame is a call of an endpoint; these have a limit of their own. */
  isCall?(request: Request): boolean
  /** `code` is the code of the close frame, or 1006 without one. */
  closed(connection: Connection, code: number): void
}

/** What sockets need to know of sessions. */
export interface Sessions {
  /** The subject of an access token; null if it is not valid. */
  checkToken(token: string): Promise<(TokenSubject & { expires: number }) | null>
  /** Of these sessions, those that have ended. */
  endedAmong(tx: Tx, session_ids: readonly number[]): Promise<ReadonlySet<number>>
}

/** Whom a socket belongs to. */
interface SocketOwner {
  readonly subject: TokenSubject
  readonly organization_id: number
}

interface AdmittedClient extends SocketOwner {
  ip: string
  subject: TokenSubject & { expires: number }
  membership: Membership
}

/** A socket that is being opened; `refusal` is a close code once the right to open it has ended meanwhile. */
interface Handshake extends SocketOwner {
  refusal: number | null
}

const largestFrame = 64 * 1024
/** Clients reconnect after every code but 1000 [8.7a]. */
const closeGoingAway = 1001
/** How long a client beyond the limit may take to read the reason, in milliseconds. */
const refusalTimeout = 2_000
/** How often open sockets are checked for ended sessions, expired tokens and silence, in milliseconds [D41]. */
const checkInterval = 1_000

/** Accepts sockets on the server's port and enforces the rules common to all of them [7.26]. */
export class Sockets {
  readonly #open = new Map<Connection, SocketKind>()
  readonly #handshakes = new Set<Handshake>()
  readonly #ofPerson = new Tally<number>()
  readonly #ofAddress = new Tally<string>()
  readonly #ipOf: (request: IncomingMessage) => string
  readonly #accept = new WebSocketServer({ noServer: true, maxPayload: largestFrame, perMessageDeflate: false })
  readonly #endings: (() => void)[]
  #closing = false

  constructor(
    private readonly app: AppContext,
    private readonly sessions: Sessions,
    private readonly kinds: readonly SocketKind[],
  ) {
    const { TRUSTED_PROXIES } = app.settings
    const trust = TRUSTED_PROXIES.length > 0 ? proxyAddress.compile([...TRUSTED_PROXIES]) : () => false
    this.#ipOf = request => proxyAddress(request, trust)
    const failed = atMostOnceAMinute(app.clock, (error, times) =>
      app.log.error({ err: error, times }, 'The sessions of open sockets could not be read.'),
    )
    const closingEnded = new CoalescedTask(() => this.#closeEnded(), failed)
    this.#endings = [
      app.clock.every(checkInterval, () => {
        this.#closeStale()
        closingEnded.request()
      }),
      app.bus.subscribe(message => {
        if (message.topic === 'session_ended')
          this.closeWhere(({ subject }) => subject.session_id === message.session_id, closeCodes.tokenExpired)
        if (message.topic === 'member_removed') {
          const { organization_id, user_id } = message
          this.closeWhere(
            owner => owner.organization_id === organization_id && owner.subject.user_id === user_id,
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

  /** Closes the open sockets of these owners, and refuses those that are being opened. */
  closeWhere(is: (owner: SocketOwner) => boolean, code: number): void {
    for (const handshake of this.#handshakes) if (is(handshake)) handshake.refusal = code
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
    const ip = this.#ipOf(request)
    const address = networkOf(ip)
    if (this.#ofAddress.count(address) >= this.app.settings.SOCKETS_PER_ADDRESS) {
      raw.end('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 60\r\nConnection: close\r\n\r\n')
      return
    }
    this.#ofAddress.add(address)
    raw.once('close', () => this.#ofAddress.remove(address))
    const parameters = socketParameters(request, url.searchParams)
    const owner = await this.#owner(parameters)
    if (typeof owner === 'number') {
      this.#accepted(request, raw, head, socket => socket.close(owner))
      return
    }
    const handshake: Handshake = { ...owner, refusal: null }
    this.#handshakes.add(handshake)
    try {
      const membership = await this.#membership(kind, owner)
      // The connection is listed in the turn that answers the handshake: no event and no answer is missed in between.
      this.#accepted(request, raw, head, socket => {
        if (typeof membership === 'number') socket.close(membership)
        else if (handshake.refusal) socket.close(handshake.refusal)
        else this.#run(kind, socket, { ...owner, ip, membership })
      })
    } finally {
      this.#handshakes.delete(handshake)
    }
  }

  /** Answers a handshake. Errors are sent as close codes, because a browser cannot read the status of a refused one. */
  #accepted(request: IncomingMessage, raw: Duplex, head: Buffer, run: (socket: WebSocket) => void): void {
    if (this.#closing) raw.destroy()
    if (!raw.destroyed) this.#accept.handleUpgrade(request, raw, head, run)
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

  /** Who connects according to their token, or the close code of the error. */
  async #owner(query: URLSearchParams): Promise<Omit<AdmittedClient, 'membership' | 'ip'> | number> {
    const token = query.get('access_token') ?? ''
    const guest = token === '' ? await this.#guestIn(query) : null
    const subject = guest ?? (await this.sessions.checkToken(token))
    const named = query.get('user_id')
    if (!subject || (named && Number(named) !== subject.user_id)) return closeCodes.tokenExpired
    const organization_id = Number(query.get('organization_id') ?? guest?.organization_id)
    if (!Number.isSafeInteger(organization_id) || organization_id < 1) return closeCodes.notMember
    return { subject, organization_id }
  }

  /** The owner's membership according to the database, or the close code of the error. */
  async #membership(kind: SocketKind, { subject, organization_id }: SocketOwner): Promise<Membership | number> {
    const { caller, membership } = await inTransaction(
      this.app.pool,
      { readOnly: true, organization_id, user_id: subject.user_id },
      tx => this.app.identify(tx, subject, organization_id),
    )
    if (!caller) return closeCodes.tokenExpired
    return membership && (kind.allowsGuests || !membership.is_guest) ? membership : closeCodes.notMember
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
    const connection = new Connection(socket, who, this.app.clock, code => {
      this.#open.delete(connection)
      this.#ofPerson.remove(user_id)
      gauge.dec()
      kind.closed(connection, code)
    })
    this.#open.set(connection, kind)
    this.#ofPerson.add(user_id)
    gauge.inc()
    socket.on('message', data => this.#onMessage(kind, connection, data))
    kind.opened(connection)
  }

  #onMessage(kind: SocketKind, connection: Connection, data: RawData): void {
    if (connection.isClosed) return
    const text = data.toString()
    const request = text === 'ping' ? null : kind.requests.safeParse(parsed(text))
    if (!connection.countFrame(request?.success && kind.isCall?.(request.data) ? 'calls' : 'frames')) {
      connection.close(closeCodes.tooFast)
      // The rest stays unread, because it is a flood.
      connection.socket.pause()
      return
    }
    if (!request) connection.sendText('pong')
    else if (request.success) kind.received(connection, request.data)
    else this.app.log.debug({ kind: kind.name }, 'A frame was not understood.')
  }

  /**
   * Closes the sockets of sessions that have ended without a message: at another node that could not say so, or in the
   * database, where an operator erases people.
   */
  async #closeEnded(): Promise<void> {
    if (this.#closing) return
    const session_ids = [...new Set([...this.#open.keys()].map(({ subject }) => subject.session_id))]
    if (session_ids.length === 0) return
    const ended = await inTransaction(this.app.pool, { readOnly: true }, tx =>
      this.sessions.endedAmong(tx, session_ids),
    )
    this.closeWhere(({ subject }) => ended.has(subject.session_id), closeCodes.tokenExpired)
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
    return isBoundedJson(text) ? JSON.parse(text) : undefined
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
