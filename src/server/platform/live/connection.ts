import type { WebSocket } from 'ws'
import type { Membership, TokenSubject } from '../identity'

/** Bytes that may wait for a slow reader before the connection is dropped; it resumes where it was. */
const waitingAtMost = 4_000_000
/** Frames that a client may send within the window before it is closed with 4429. */
const framesAtMost = 120
const window = 10_000

/** An open socket of one person in one organisation. */
export class Connection {
  membership: Membership
  lastHeard: number
  #frames = 0
  #windowStart: number

  readonly subject: TokenSubject
  readonly organization_id: number
  /** When its token runs out, milliseconds. */
  readonly expires: number

  constructor(
    readonly socket: WebSocket,
    who: { subject: TokenSubject & { expires: number }; organization_id: number; membership: Membership },
    now: number,
  ) {
    this.subject = who.subject
    this.organization_id = who.organization_id
    this.expires = who.subject.expires
    this.membership = who.membership
    this.lastHeard = now
    this.#windowStart = now
  }

  get user_id(): number {
    return this.subject.user_id
  }

  send(frame: object): void {
    this.sendText(JSON.stringify(frame))
  }

  /** Sends a frame that was turned into text once for many. */
  sendText(frame: string | Buffer): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    if (this.socket.bufferedAmount > waitingAtMost) this.socket.terminate()
    else this.socket.send(frame, { binary: false })
  }

  close(code: number): void {
    this.socket.close(code)
  }

  /** Notes a frame from the client; false when they come too fast. */
  heard(now: number): boolean {
    this.lastHeard = now
    if (now - this.#windowStart > window) {
      this.#windowStart = now
      this.#frames = 0
    }
    this.#frames += 1
    return this.#frames <= framesAtMost
  }
}
