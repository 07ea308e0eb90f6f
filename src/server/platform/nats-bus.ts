import { randomBytes } from 'node:crypto'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import { type Bus, BusListeners, type BusMessage } from './bus'
import type { Clock } from './clock'
import { atMostOnceAMinute } from './log'
import { type Secrets, seal, unseal } from './secrets'

const subject = 'wheelhouse.bus'
/** Milliseconds between two attempts to connect, and between two signs of life; after two missed ones it is cut off. */
const retryDelay = 1_000
const pingInterval = 5_000
/** How long an attempt to connect may take. */
const connectTimeout = 5_000
/** Keys of other nodes that are remembered. */
const rememberedNodes = 1_000

interface NatsBusOptions {
  /** `nats://user:password@host:4222`, or `tls://…`. */
  address: string
  secrets: Secrets
  clock: Clock
  log: Logger
}

/**
 * A bus of several nodes over NATS. Nothing waits for NATS: while it is away, messages reach this node alone. They are
 * sealed with keys of the servers' common secret, so NATS learns nothing, and strangers there can say nothing.
 */
export function natsBus(options: NatsBusOptions): Bus {
  return new NatsBus(options)
}

class NatsBus implements Bus {
  readonly isShared = true
  readonly #listeners = new BusListeners()
  readonly #node = randomBytes(16).toString('hex')
  readonly #keys = new Map<string, Buffer>()
  readonly #failures: (error: unknown) => void
  readonly #foreign: (error: unknown) => void
  #connection: NatsConnection | null = null
  #isConnected = false
  #isClosed = false
  #cancelRetry: () => void = () => {}

  constructor(private readonly options: NatsBusOptions) {
    const { clock, log } = options
    this.#failures = atMostOnceAMinute(clock, (error, times) =>
      log.warn({ err: error, times }, 'NATS cannot be reached; this server reads by itself what others change.'),
    )
    this.#foreign = atMostOnceAMinute(clock, (_error, times) =>
      log.warn({ times }, 'NATS carries messages of servers with another SECRET; they are ignored.'),
    )
    this.#connect()
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  subscribe(listener: Parameters<Bus['subscribe']>[0]): () => void {
    return this.#listeners.add(listener)
  }

  publish(message: BusMessage): void {
    this.#listeners.tell(message, true)
    if (this.#connection && this.#isConnected) this.#send(this.#connection, message)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#isConnected = false
    this.#cancelRetry()
    // What is still to be sent is a hint that others can do without.
    await this.#connection?.close()
  }

  #send(connection: NatsConnection, message: BusMessage): void {
    try {
      const most = connection.info?.max_payload ?? 0
      const text = this.#sealed(message)
      if (text.length <= most) connection.publish(`${subject}.${this.#node}`, text)
      // Without the events, others read them from the log.
      else if (message.topic === 'events' && message.events.length > 0)
        this.#send(connection, { ...message, events: [] })
    } catch (error) {
      this.#failures(error)
    }
  }

  #sealed(message: BusMessage): string {
    return seal(this.#keyOf(this.#node), JSON.stringify(message), this.#node)
  }

  #heard(node: string, sealed: string): void {
    let message: BusMessage
    try {
      message = JSON.parse(unseal(this.#keyOf(node), sealed, node))
    } catch (error) {
      this.#foreign(error)
      return
    }
    this.#listeners.tell(message, false)
  }

  /** Each node seals with a key of its own, so that no number is used twice with the same key. */
  #keyOf(node: string): Buffer {
    const known = this.#keys.get(node)
    if (known) return known
    if (this.#keys.size >= rememberedNodes) this.#keys.clear()
    const key = this.options.secrets.derive(`bus ${node}`)
    this.#keys.set(node, key)
    return key
  }

  #connect(): void {
    const { protocol, host, username, password } = new URL(this.options.address)
    connect({
      servers: host,
      name: 'wheelhouse',
      noEcho: true,
      ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
      ...(protocol === 'tls:' && { tls: {} }),
      timeout: connectTimeout,
      pingInterval,
      maxReconnectAttempts: -1,
      reconnectTimeWait: retryDelay,
    }).then(
      connection => this.#connected(connection),
      error => this.#retry(error),
    )
  }

  #retry(error: unknown): void {
    if (this.#isClosed) return
    this.#failures(error)
    this.#cancelRetry = this.options.clock.after(retryDelay, () => this.#connect())
  }

  #connected(connection: NatsConnection): void {
    this.#connection = connection
    if (this.#isClosed) {
      void connection.close()
      return
    }
    connection.subscribe(`${subject}.*`, {
      callback: (error, message) => {
        if (error) this.#failures(error)
        else this.#heard(message.subject.slice(subject.length + 1), message.string())
      },
    })
    void this.#watch(connection)
    connection
      .flush()
      .then(() => this.#isReachable(true))
      .catch(error => this.#failures(error))
    // It closes for good if NATS refuses the credentials again and again.
    void connection.closed().then(error => {
      this.#isReachable(false)
      this.#retry(error ?? new Error('The connection was closed.'))
    })
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') this.#isReachable(false)
      else if (type === 'reconnect') this.#isReachable(true)
    }
  }

  #isReachable(is: boolean): void {
    if (this.#isClosed || is === this.#isConnected) return
    this.#isConnected = is
    const { log } = this.options
    if (is) {
      log.info('Connected to NATS.')
      this.#listeners.tell({ topic: 'connected' }, true)
    } else log.warn('The connection to NATS was lost; this server reads by itself what others change.')
  }
}
