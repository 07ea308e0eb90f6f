import type { Clock } from './clock'
import type { SocketEnvironment } from './socket'

/** A clock that moves only when the test says so. */
export class ManualClock implements Clock {
  private time = Date.parse('2026-11-20T14:04:00Z')
  private setBy = 0
  private timers: { at: number; then: () => void }[] = []

  now(): number {
    return this.time + this.setBy
  }

  elapsed(): number {
    return this.time
  }

  /** Shifts the system time without letting time pass. */
  set(by: number): void {
    this.setBy += by
  }

  random(): number {
    return 1
  }

  after(ms: number, then: () => void): () => void {
    const timer = { at: this.time + ms, then }
    this.timers.push(timer)
    return () => {
      this.timers = this.timers.filter(other => other !== timer)
    }
  }

  /** Lets time pass. Timers fire in order, and promises settle in between. */
  async pass(ms: number): Promise<void> {
    const until = this.time + ms
    for (;;) {
      const next = this.timers.filter(timer => timer.at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.timers = this.timers.filter(timer => timer !== next)
      this.time = next.at
      next.then()
      await settled()
    }
    this.time = until
    await settled()
  }
}

/** Lets all pending promises settle. */
export function settled(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}

/** The server's end of a connection. */
export class FakeSocket {
  sent: string[] = []
  closedWith: number | undefined
  readyState: number = WebSocket.CONNECTING
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor(
    readonly address: URL,
    readonly protocols: readonly string[],
  ) {}

  /** The token of the connection, wherever it was passed. */
  get token(): string | undefined {
    return this.protocols.find(protocol => /^(access|guest)_token\./.test(protocol))?.replace(/^\w+\./, '')
  }

  send(text: string): void {
    this.sent.push(text)
  }

  close(code: number): void {
    this.closedWith = code
    this.readyState = WebSocket.CLOSING
  }

  accept(): void {
    this.readyState = WebSocket.OPEN
    this.onopen?.()
  }

  emit(frame: unknown): void {
    this.onmessage?.({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) })
  }

  hangUp(code: number): void {
    this.onclose?.({ code })
  }
}

/** An environment for sockets in which the test is the server, the clock and the network. */
export class FakeEnvironment implements SocketEnvironment {
  readonly clock = new ManualClock()
  readonly sockets: FakeSocket[] = []
  private reconnectListeners = new Set<() => void>()

  open = (address: string, protocols: string[]): WebSocket => {
    const socket = new FakeSocket(new URL(address), protocols)
    this.sockets.push(socket)
    return socket as unknown as WebSocket
  }

  onReconnect = (reconnect: () => void): (() => void) => {
    this.reconnectListeners.add(reconnect)
    return () => this.reconnectListeners.delete(reconnect)
  }

  /** Signals that the network is back or the window is in view. */
  reconnect(): void {
    for (const reconnect of [...this.reconnectListeners]) reconnect()
  }

  /** The latest connection. */
  get latest(): FakeSocket {
    const socket = this.sockets.at(-1)
    if (!socket) throw new Error('No connection was tried.')
    return socket
  }
}
