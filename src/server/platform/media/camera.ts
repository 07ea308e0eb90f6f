import type { Logger } from 'pino'
import type { CameraKind, SourceTrouble } from '#shared/contract/sources'
import type { Clock } from '../clock'
import type { Attempt } from './attempt'
import { Backoff } from './backoff'
import { Credentials } from './credentials'
import { type Cidr, type Network, systemNetwork } from './guard'
import { hlsPictures } from './hls'
import { Newest } from './newest'
import { rtspPictures } from './rtsp'
import { CameraTrouble, troubleFrom } from './trouble'
import { pause } from './waiting'
import { webPictures } from './web-pictures'

const second = 1000
/** Milliseconds beyond the usual that a picture may take; segments of a stream come seldom, but many pictures at once. */
const patience: Record<CameraKind, number> = {
  still: 10 * second,
  mjpeg: 10 * second,
  rtsp: 15 * second,
  hls: 40 * second,
}

export interface CameraListener {
  /** A whole JPEG picture, of at most `frames.bytes`. */
  frame(jpeg: Buffer): void
  /** Why no picture comes, told when it changes; null when one comes, the first one included. */
  trouble(trouble: SourceTrouble | null): void
}

export interface CameraSurroundings {
  clock: Clock
  /** Networks that the operator allows beyond the public internet. */
  allowed: readonly Cidr[]
  /** Milliseconds between pictures. */
  every: number
  /** Where ffmpeg is; without it there are MJPEG and still images only. */
  ffmpeg: string | null
  log: Logger
  /** From 0 to 1, spreading out the tries of many cameras. */
  random?: () => number
  network?: Network
}

/**
 * Fetches pictures of a camera until it is closed [D35]: the newest one in each interval. When they cease to come it tries again,
 * after 1 s, 2 s, 4 s … 60 s. A name and password in the address are used when the camera asks for them, and told to nobody else.
 * `close` resolves when every connection and process of it is gone; nothing is told after it was called.
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
      this.#tell(null)
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
      this.#tell(trouble.kind)
      await pause(clock, this.#backoff.next(), this.closed)
    }
  }

  /** Answers what it failed with; it ends otherwise only when the camera is closed. */
  async #attempt(): Promise<unknown> {
    const { clock, every, allowed, log, network = systemNetwork } = this.surroundings
    const slow = new AbortController()
    const waitLonger = () =>
      clock.after(every + patience[this.kind], () => slow.abort(new CameraTrouble('too_slow', 'no picture in time')))
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
      await this.#pictures(attempt)
      return undefined
    } catch (error) {
      return slow.signal.aborted ? slow.signal.reason : error
    } finally {
      cancel()
    }
  }

  async #pictures(attempt: Attempt): Promise<void> {
    if (this.kind === 'still' || this.kind === 'mjpeg') return webPictures(attempt)
    const { ffmpeg } = this.surroundings
    if (ffmpeg === null) throw new CameraTrouble('needs_ffmpeg', 'there is no ffmpeg')
    await (this.kind === 'hls' ? hlsPictures(attempt, ffmpeg) : rtspPictures(attempt, ffmpeg))
  }

  #tell(trouble: SourceTrouble | null): void {
    if (trouble === this.#trouble) return
    this.#trouble = trouble
    this.on.trouble(trouble)
  }
}

function withoutCredentials(address: URL): URL {
  const bare = new URL(address)
  bare.username = ''
  bare.password = ''
  return bare
}
