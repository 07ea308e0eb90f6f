import { closeCodes } from '#shared/contract/live'
import { FeedFrame, type FeedRequest } from '#shared/contract/sources/endpoints'
import { feed } from '#shared/contract/sources/limits'
import { sockets } from '#shared/limits'
import { steadyClock } from '#shared/rules/steady-clock'
import type { Clock } from '../platform/clock'
import { logError } from '../platform/log'

export type FeedStatus = 'DISCONNECTED' | 'CONNECTED' | 'RECONNECTING'

/** The parts of a `ws` connection that are used. */
export interface Connection {
  send(text: string): void
  close(code: number): void
  /** Ends it without waiting for the other side. */
  terminate(): void
  on(event: 'open' | 'error', then: () => void): unknown
  on(event: 'message', then: (data: { toString(): string }) => void): unknown
  on(event: 'close', then: (code: number) => void): unknown
}

export interface FeedSocketPorts {
  clock: Clock
  /** The URL with a valid token; null if nobody is signed in. Throws while the network is unavailable. */
  address(): Promise<string | null>
  /**
   * Renews the tokens, whatever their `exp` says. False if the session is over. Throws while the network is
   * unavailable.
   */
  refresh(): Promise<boolean>
  open(address: string): Connection
  onFrame(frame: FeedFrame): void
  onStatus(status: FeedStatus): void
}

/** The spread of reconnections of desktops that notice the same network at the same time, in milliseconds. */
const spread = 1_000

/**
 * The feed socket of this computer, with the limits of [9.5]: pings, and at most three reconnections, unless it was
 * closed with 1000 [8.7a]. An error renews the tokens and reconnects soon, once; later failures wait like the rest
 * [8.7c]. When the attempts are used up, only `reconnect` starts again.
 */
export class FeedSocket {
  #status: FeedStatus = 'DISCONNECTED'
  #connection: Connection | null = null
  /** Incremented by every attempt and every end, so that events of older ones are ignored. */
  #attempt = 0
  #tries = 0
  #isWanted = false
  #lastReceived = 0
  readonly #steady: () => number
  #cancel: (() => void)[] = []

  constructor(private readonly ports: FeedSocketPorts) {
    this.#steady = steadyClock(ports.clock)
  }

  get status(): FeedStatus {
    return this.#status
  }

  /** Connects, or starts again for another session. */
  start(): void {
    this.#isWanted = true
    this.#tries = 0
    void this.#connect()
  }

  /** A manual stop [4.10]. */
  stop(): void {
    this.#isWanted = false
    this.#drop(connection => connection.close(closeCodes.normal))
    this.#become('DISCONNECTED')
  }

  /** False without a connection: nothing was sent, and nothing is queued. */
  send(request: FeedRequest): boolean {
    if (this.#status !== 'CONNECTED' || !this.#connection) return false
    this.#connection.send(JSON.stringify(request))
    return true
  }

  /**
   * The computer woke up, the network is back, or somebody looks at the window: reconnects at once, or checks an open
   * connection.
   */
  reconnect(): void {
    if (!this.#isWanted) return
    const { clock } = this.ports
    if (this.#status !== 'CONNECTED') {
      this.#tries = 0
      this.#retryIn(clock.random() * spread)
    } else if (this.#steady() - this.#lastReceived > sockets.pongWait) this.#ping()
  }

  async #connect(): Promise<void> {
    this.#drop(connection => connection.terminate())
    const mine = this.#attempt
    const address = await this.ports.address().catch(() => undefined)
    if (mine !== this.#attempt) return
    if (address === undefined) return this.#retry()
    if (address === null) return this.stop()
    const connection = this.ports.open(address)
    this.#connection = connection
    const whileMine = (then: () => void) => {
      if (mine === this.#attempt) then()
    }
    connection.on('open', () => whileMine(() => this.#opened()))
    connection.on('message', data => whileMine(() => this.#receive(data.toString())))
    connection.on('error', () => whileMine(() => void this.#renew()))
    connection.on('close', code => whileMine(() => this.#closed(code)))
  }

  #opened(): void {
    const { clock } = this.ports
    this.#lastReceived = this.#steady()
    this.#become('CONNECTED')
    this.#schedulePing()
    // A connection that is closed as soon as it opens does not restore the attempts.
    this.#cancel.push(
      clock.after(sockets.pongWait, () => {
        this.#tries = 0
      }),
    )
  }

  #receive(text: string): void {
    this.#tries = 0
    this.#lastReceived = this.#steady()
    if (text === 'pong') {
      this.#schedulePing()
      return
    }
    const frame = FeedFrame.safeParse(parseJson(text))
    if (frame.success) this.ports.onFrame(frame.data)
    else logError('A frame on the feed socket does not match the contract and was ignored.')
  }

  #schedulePing(): void {
    for (const cancel of this.#cancel.splice(0)) cancel()
    this.#cancel.push(this.ports.clock.after(sockets.ping, () => this.#ping()))
  }

  #ping(): void {
    this.#connection?.send('ping')
    this.#schedulePing()
    // No answer: the connection only seems open. It is given up, and then closed by force [8.7b].
    this.#cancel.push(this.ports.clock.after(sockets.pongWait, () => this.#retry()))
  }

  #closed(code: number): void {
    this.#connection = null
    if (code === closeCodes.normal) this.stop()
    else if (code === closeCodes.tokenExpired) void this.#renew()
    else this.#retry()
  }

  async #renew(): Promise<void> {
    this.#drop(connection => connection.terminate())
    this.#become('RECONNECTING')
    const mine = this.#attempt
    const isSignedIn = await this.ports.refresh().catch(() => true)
    if (mine !== this.#attempt) return
    if (!isSignedIn) this.stop()
    else this.#retry(this.#tries === 0 ? sockets.afterRefresh : feed.reconnectDelay)
  }

  #retry(delay: number = feed.reconnectDelay): void {
    if (this.#tries >= feed.reconnects) {
      this.#drop(connection => connection.terminate())
      this.#become('DISCONNECTED')
      return
    }
    this.#tries += 1
    this.#retryIn(delay)
  }

  #retryIn(delay: number): void {
    this.#drop(connection => connection.terminate())
    this.#become('RECONNECTING')
    this.#cancel.push(this.ports.clock.after(delay, () => void this.#connect()))
  }

  #drop(how: (connection: Connection) => void): void {
    this.#attempt += 1
    for (const cancel of this.#cancel.splice(0)) cancel()
    const connection = this.#connection
    this.#connection = null
    if (connection) how(connection)
  }

  #become(status: FeedStatus): void {
    if (this.#status === status) return
    this.#status = status
    this.ports.onStatus(status)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
