import type { Logger } from 'pino'
import type { CameraKind, SourceTrouble } from '#shared/contract/sources/endpoints'
import type { Clock } from '../clock'
import type { Attempt } from './attempt'
import { Backoff } from './backoff'
import { Credentials, withoutCredentials } from './credentials'
import { type Cidr, type Network, systemNetwork } from './guard'
import { hlsPictures } from './hls'
import { Newest } from './newest-picture'
import { rtspPictures } from './rtsp'
import { CameraTrouble, troubleFrom } from './trouble'
import { pause } from './waiting'
import { webPictures } from './web-pictures'

const second = 1000
/** Extra milliseconds that a picture may take; segments of a stream arrive rarely, but hold many pictures. */
const extraTime: Record<CameraKind, number> = {
  still: 10 * second,
  mjpeg: 10 * second,
  rtsp: 15 * second,
  hls: 40 * second,
}

export interface CameraListener {
  /** Receives complete JPEG pictures of at most `frames.bytes`. */
  frame(jpeg: Buffer): void
  /** Receives the reason why no picture arrives when it changes, and null when one arrives, including the first. */
  trouble(trouble: SourceTrouble | null): void
}

export interface CameraSurroundings {
  clock: Clock
  /** Networks that the operator allows in addition to the public internet. */
  allowed: readonly Cidr[]
  /** Milliseconds between pictures. */
  every: number
  /** The path of ffmpeg; without it, only MJPEG and still images work. */
  ffmpeg: string | null
  log: Logger
  /** Returns numbers from 0 to 1 that spread out the attempts of many cameras. */
  random?: () => number
  network?: Network
}

/**
 * Fetches pictures of a camera until it is closed [D35]: the newest one in each interval. When they stop it retries
 * after 1 s, 2 s, 4 s … 60 s. A name and password in the address are used when the camera asks for them, and given to
 * nobody else. `close` resolves when all its connections and processes have ended; the listener is not called after
 * that call.
 */
export function openCamera(
  address: URL,
  kind: CameraKind,
  on: CameraListener,
  surroundings: CameraSurroundings,
): { close(): Promise<void> } {
  const closing = new AbortController()
  const ended = new OpenCamera(address, kind, on, surroundings, closing.signal).run()
  return {
    async close() {
      closing.abort(new CameraTrouble('unreachable', 'closed'))
      await ended
    },
  }
}

class OpenCamera {
  readonly #backoff: Backoff
  readonly #newest: Newest
  readonly #credentials: Credentials
  readonly #address: URL
  #trouble: SourceTrouble | null | undefined

  constructor(
    address: URL,
    private readonly kind: CameraKind,
    private readonly on: CameraListener,
    private readonly surroundings: CameraSurroundings,
    private readonly closed: AbortSignal,
  ) {
    const { clock, every, random = Math.random } = surroundings
    this.#backoff = new Backoff(random)
    this.#credentials = new Credentials(address)
    this.#address = withoutCredentials(address)
    this.#newest = new Newest(clock, every, jpeg => {
      if (this.closed.aborted) return
      this.#report(null)
      on.frame(jpeg)
    })
  }

  async run(): Promise<void> {
    const { clock, log } = this.surroundings
    while (!this.closed.aborted) {
      const failure = await this.#attempt()
      this.#newest.end()
      if (this.closed.aborted) return
      const trouble = troubleFrom(failure)
      log.debug({ camera: this.#address.host, trouble: trouble.kind, why: trouble.message }, 'no picture of a camera')
      this.#report(trouble.kind)
      await pause(clock, this.#backoff.next(), this.closed)
    }
  }

  /** Returns the error it failed with; it ends without one only when the camera is closed. */
  async #attempt(): Promise<unknown> {
    const { clock, every, allowed, log, network = systemNetwork } = this.surroundings
    const slow = new AbortController()
    const waitLonger = () =>
      clock.after(every + extraTime[this.kind], () => slow.abort(new CameraTrouble('too_slow', 'no picture in time')))
    let cancel = waitLonger()
    const attempt: Attempt = {
      address: this.#address,
      credentials: this.#credentials,
      every,
      picture: jpeg => {
        cancel()
        cancel = waitLonger()
        this.#backoff.reset()
        this.#newest.offer(jpeg)
      },
      signal: AbortSignal.any([this.closed, slow.signal]),
      clock,
      allowed,
      network,
      log,
    }
    try {
      await picturesOf(attempt, this.kind, this.surroundings.ffmpeg)
      // Between two pictures, an attempt that took too long ends without an error.
      return slow.signal.reason
    } catch (error) {
      return slow.signal.aborted ? slow.signal.reason : error
    } finally {
      cancel()
    }
  }

  #report(trouble: SourceTrouble | null): void {
    if (trouble === this.#trouble) return
    this.#trouble = trouble
    this.on.trouble(trouble)
  }
}

/** Passes the pictures of a camera to the attempt, as long as they arrive. `ffmpeg` is its path; null if there is none. */
export async function picturesOf(attempt: Attempt, kind: CameraKind, ffmpeg: string | null): Promise<void> {
  if (kind === 'still' || kind === 'mjpeg') return webPictures(attempt)
  if (ffmpeg === null) throw new CameraTrouble('needs_ffmpeg', 'there is no ffmpeg')
  await (kind === 'hls' ? hlsPictures(attempt, ffmpeg) : rtspPictures(attempt, ffmpeg))
}
