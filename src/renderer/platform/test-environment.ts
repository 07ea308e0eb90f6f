import type { Clock } from './clock'
import type { SocketEnvironment } from './socket'

/** Time that moves only when told to. */
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

  /** Sets what the wall says, back or on; no time passes by it. */
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
      this.timers = this.timers.filter(one => one !== timer)
    }
  }

  /** Lets time pass; what falls due happens in order, with promises settled in between. */
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

/** Lets everything that only waits for promises happen. */
export function settled(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}

/** A server's end of one connection. */
export class FakeSocket {
  sent: string[] = []
  closedWith: number | undefined
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor(
    readonly address: URL,
    readonly protocols: readonly string[],
  ) {}

  /** The token that came along, wherever it stood. */
  get token(): string | undefined {
    return this.protocols.find(protocol => /^(access|guest)_token\./.test(protocol))?.replace(/^\w+\./, '')
  }

  send(text: string): void {
    this.sent.push(text)
  }

  close(code: number): void {
    this.closedWith = code
  }

  accept(): void {
    this.onopen?.()
  }

  say(frame: unknown): void {
    this.onmessage?.({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) })
  }

  hangUp(code: number): void {
    this.onclose?.({ code })
  }
}

/** A world for sockets in which the test is the server, the clock and the network. */
export class FakeEnvironment implements SocketEnvironment {
  readonly clock = new ManualClock()
  readonly sockets: FakeSocket[] = []
  private hopes = new Set<() => void>()

  open = (address: string, protocols: string[]): WebSocket => {
    const socket = new FakeSocket(new URL(address), protocols)
    this.sockets.push(socket)
    return socket as unknown as WebSocket
  }

  onReconnect = (reconnect: () => void): (() => void) => {
    this.hopes.add(reconnect)
    return () => this.hopes.delete(reconnect)
  }

  /** The network is back, or the window is looked at. */
  reconnect(): void {
    for (const reconnect of [...this.hopes]) reconnect()
  }

  /** The connection made last. */
  get latest(): FakeSocket {
    const socket = this.sockets.at(-1)
    if (!socket) throw new Error('No connection was tried.')
    return socket
  }
}
