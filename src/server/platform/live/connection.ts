import type { WebSocket } from 'ws'
import { sockets as limits } from '#shared/limits'
import type { Clock } from '../clock'
import type { Membership, TokenSubject } from '../identity'

/**
 * Bytes that may wait for a slow reader of live events. Beyond that the connection is dropped, and the client resumes
 * later.
 */
const maximumBuffered = 1_000_000
/** How long a client may take to read that much, in milliseconds. */
const drainWithin = 20_000
/** How long a client may take to answer a close frame. Its other frames are ignored meanwhile. */
const closeWithin = 2_000
/** Calls and other frames that a client may send within the window; more close it with 4429. */
const maximum = { frames: 120, calls: 600 } as const
const window = 10_000

interface Who {
  subject: TokenSubject & { expires: number }
  organization_id: number
  membership: Membership
  ip: string
}

/** An open socket of one person in one organisation. */
export class Connection {
  membership: Membership
  lastFrameAt: number
  #counted = { frames: 0, calls: 0 }
  #resumes = 0
  #windowStart: number
  #isClosed = false

  readonly subject: TokenSubject
  readonly organization_id: number
  /** The address of its client. */
  readonly ip: string
  /** When its token expires, in milliseconds. */
  readonly expires: number

  constructor(
    readonly socket: WebSocket,
    who: Who,
    private readonly clock: Clock,
    /** Called once, on the first close from either side. */
    private readonly onClosed: (code: number) => void,
  ) {
    this.subject = who.subject
    this.organization_id = who.organization_id
    this.ip = who.ip
    this.expires = who.subject.expires
    this.membership = who.membership
    this.lastFrameAt = clock.elapsed()
    this.#windowStart = this.lastFrameAt
    socket.on('error', () => socket.terminate())
    socket.on('close', code => this.#ended(code))
  }

  get user_id(): number {
    return this.subject.user_id
  }

  /** True from the moment one side closes it. It neither receives nor sends from then on. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  send(frame: object): void {
    this.sendText(JSON.stringify(frame))
  }

  /** Sends a frame that was serialised once for many connections. */
  sendText(frame: string | Buffer): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    if (this.socket.bufferedAmount > maximumBuffered) this.terminate()
    else this.socket.send(frame, { binary: false })
  }

  /**
   * Sends frames and resolves once they are sent or the connection has ended. A client that does not read soon is
   * disconnected.
   */
  async sendPaced(frames: readonly string[]): Promise<void> {
    if (frames.length === 0 || this.socket.readyState !== this.socket.OPEN) return
    const giveUp = this.clock.after(drainWithin, () => this.terminate())
    const sent = frames.map(
      frame => new Promise<void>(resolve => this.socket.send(frame, { binary: false }, () => resolve())),
    )
    await Promise.all(sent)
    giveUp()
  }

  /** Closes it for good: further frames of the client are ignored, and a client that does not answer is cut off. */
  close(code: number): void {
    if (this.#isClosed) return
    this.socket.close(code)
    // Reading must continue so that the client's close frame arrives.
    this.socket.resume()
    this.clock.after(closeWithin, () => this.socket.terminate())
    this.#ended(code)
  }

  /** Ends the connection without a close frame. */
  terminate(): void {
    this.socket.terminate()
    this.#ended(abnormal)
  }

  /** Counts a frame from the client; false if they arrive too fast. */
  countFrame(kind: keyof typeof maximum): boolean {
    const now = this.clock.elapsed()
    this.lastFrameAt = now
    if (now - this.#windowStart > window) {
      this.#windowStart = now
      this.#counted = { frames: 0, calls: 0 }
    }
    this.#counted[kind] += 1
    return this.#counted[kind] <= maximum[kind]
  }

  /** Counts a request for missed events; false if there were too many, because each one costs database queries. */
  countResume(): boolean {
    this.#resumes += 1
    return this.#resumes <= limits.resumes
  }

  #ended(code: number): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.onClosed(code)
  }
}

/** The close code of a connection that ended without a close frame. */
const abnormal = 1006
