import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import { apiError } from '#shared/errors'
import type { Attempt } from './attempt'
import { checkAddress, hostOf, pinned } from './guard'
import { RtspParser, type RtspResponse } from './rtsp-parser'
import { CameraTrouble } from './trouble'
import { orAborted } from './waiting'

/** How long a camera may keep sending after TEARDOWN, in milliseconds. */
const teardownTimeout = 1_000

/** One RTSP 1.0 connection to a camera, to the addresses that were checked [D35]. */
export class RtspConnection {
  readonly #socket: Socket
  /** Rejects when the connection has ended. */
  readonly lost: Promise<never>
  #lose: (error: unknown) => void = () => {}
  /** Callbacks that wait for responses, in the order of the requests. */
  readonly #waiting: ((response: RtspResponse) => void)[] = []
  #number = 0
  #session: string | undefined
  /** Receives each media packet. */
  onPacket: (channel: number, packet: Buffer) => void = () => {}

  private constructor(
    socket: Socket,
    private readonly address: URL,
    private readonly attempt: Attempt,
  ) {
    this.#socket = socket
    this.lost = new Promise((_resolve, reject) => {
      this.#lose = reject
    })
    // It may reject while nobody waits, for example at the end.
    this.lost.catch(() => {})
    const parser = new RtspParser({
      response: response => this.#waiting.shift()?.(response),
      packet: (channel, packet) => this.onPacket(channel, packet),
    })
    socket.on('data', (chunk: Buffer) => {
      try {
        parser.push(chunk)
      } catch (error) {
        this.#end(error)
      }
    })
    socket.on('error', error => this.#end(error))
    socket.on('close', () => this.#end(new CameraTrouble('unreachable', 'the connection ended')))
  }

  static async open(address: URL, attempt: Attempt): Promise<RtspConnection> {
    if (address.protocol !== 'rtsp:' && address.protocol !== 'rtsps:') throw apiError('camera.address_refused')
    const addresses = await orAborted(checkAddress(address, attempt.allowed, attempt.network), attempt.signal)
    const host = hostOf(address)
    const isSecure = address.protocol === 'rtsps:'
    const options = { host, port: Number(address.port || (isSecure ? 322 : 554)), lookup: pinned(addresses) }
    const socket = isSecure
      ? connectSecure({ ...options, ...(isIP(host) === 0 && { servername: host }) })
      : connectPlain(options)
    const connection = new RtspConnection(socket, address, attempt)
    try {
      const connected = new Promise<void>(resolve => socket.once(isSecure ? 'secureConnect' : 'connect', resolve))
      await orAborted(Promise.race([connected, connection.lost]), attempt.signal)
      return connection
    } catch (error) {
      await connection.close()
      throw error
    }
  }

  /**
   * Sends a request and returns the response, whatever its status, after authenticating if the camera asks.
   * @param uri the target, if it is not the camera's address itself
   */
  async request(method: string, headers: Record<string, string> = {}, uri = this.address.href): Promise<RtspResponse> {
    const { credentials } = this.attempt
    const response = await this.#send(method, headers, uri)
    const needsCredentials =
      response.status === 401 && credentials.challenged(this.address, response.headers['www-authenticate'])
    const last = needsCredentials ? await this.#send(method, headers, uri) : response
    this.#session = last.headers.session?.split(';', 1)[0] ?? this.#session
    return last
  }

  /** Sends TEARDOWN and gives the camera a moment to receive it. Resolves when the socket is closed. */
  async close(): Promise<void> {
    const socket = this.#socket
    const over = new CameraTrouble('unreachable', 'closed')
    if (this.#session !== undefined && socket.writable) {
      this.#lose(over)
      // Destroying a socket with unread video would reset it, and a camera that still sends may then lose the TEARDOWN.
      socket.end(this.#message('TEARDOWN', {}, this.address.href))
      const patience = setTimeout(() => socket.destroy(), teardownTimeout)
      socket.once('close', () => clearTimeout(patience))
    } else this.#end(over)
    if (!socket.closed) await new Promise<void>(resolve => socket.once('close', () => resolve()))
  }

  #send(method: string, headers: Record<string, string>, uri: string): Promise<RtspResponse> {
    const response = new Promise<RtspResponse>(resolve => this.#waiting.push(resolve))
    this.#socket.write(this.#message(method, headers, uri))
    return orAborted(Promise.race([response, this.lost]), this.attempt.signal)
  }

  #message(method: string, headers: Record<string, string>, uri: string): string {
    this.#number += 1
    const authorization = this.attempt.credentials.header(this.address, method, uri)
    const all = {
      CSeq: String(this.#number),
      'User-Agent': 'Wheelhouse',
      ...(this.#session !== undefined && { Session: this.#session }),
      ...(authorization && { Authorization: authorization }),
      ...headers,
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    return `${method} ${uri} RTSP/1.0\r\n${lines.join('')}\r\n`
  }

  #end(error: unknown): void {
    this.#lose(error)
    this.#socket.destroy()
  }
}
