import { createDecipheriv } from 'node:crypto'
import type { Attempt } from './attempt'
import { Decoder } from './decoder'
import { type Playlist, readPlaylist, type Segment } from './playlist'
import { CameraTrouble } from './trouble'
import { pause } from './waiting'
import { bodyOf, get } from './web'

const longestPlaylist = 1_000_000
const longestSegment = 64_000_000
const longestKey = 16
/** Segments that may be missed before playback skips to the newest. */
const maximumBehind = 3

/**
 * Pictures of an HLS stream. Playlists, keys and segments are fetched here, each address checked like the camera's own
 * [D35]; ffmpeg only receives their bytes.
 */
export async function hlsPictures(attempt: Attempt, ffmpeg: string): Promise<void> {
  const player = new SegmentPlayer(attempt, ffmpeg)
  try {
    await follow(player, attempt)
  } finally {
    await player.close()
  }
}

async function follow(player: SegmentPlayer, attempt: Attempt): Promise<void> {
  const { clock, signal } = attempt
  let address = attempt.address
  let last: number | undefined
  for (;;) {
    const asked = clock.elapsed()
    const playlist = await load(address, attempt)
    address = playlist.address
    for (const segment of newSegments(playlist, last)) {
      const isContinued = last === undefined || segment.sequence === last + 1
      await player.play(segment, isContinued)
      last = segment.sequence
    }
    if (playlist.hasEnded) {
      await player.finish()
      throw new CameraTrouble('unreachable', 'the recording ended')
    }
    await pause(clock, asked + (playlist.target * 1000) / 2 - clock.elapsed(), signal)
    signal.throwIfAborted()
  }
}

/** The playlist of segments and its address, found through a list of streams if there is one. */
async function load(address: URL, attempt: Attempt): Promise<Playlist & { address: URL }> {
  let at = address
  for (const isLast of [false, true]) {
    const { bytes, from } = await fetchBytes(at, longestPlaylist, attempt)
    const playlist = readPlaylist(bytes.toString('utf8'), from)
    if (playlist.stream === undefined) return { ...playlist, address: at }
    if (isLast) break
    at = playlist.stream
  }
  throw new CameraTrouble('not_a_picture', 'a list of streams names another')
}

/**
 * The segments to play next: all of a recording; of a live stream the newest at first, and later no more than can be
 * caught up with.
 */
function newSegments({ segments, hasEnded }: Playlist, last: number | undefined): Segment[] {
  const isBefore = (last ?? 0) > (segments.at(-1)?.sequence ?? 0)
  if (hasEnded && last === undefined) return segments
  if (last === undefined || isBefore) return segments.slice(-1)
  const missed = segments.filter(({ sequence }) => sequence > last)
  return missed.length > maximumBehind && !hasEnded ? missed.slice(-1) : missed
}

/** Feeds segments to ffmpeg, and starts a new ffmpeg when a segment does not continue the previous one. */
class SegmentPlayer {
  #decoder: Decoder | undefined
  #map = ''
  #key: { address: string; bytes: Buffer } | undefined

  constructor(
    private readonly attempt: Attempt,
    private readonly ffmpeg: string,
  ) {}

  async play(segment: Segment, isContinued: boolean): Promise<void> {
    const map = segment.map?.href ?? ''
    const video = await this.#video(segment)
    if (!isContinued || segment.isDiscontinuous || map !== this.#map) await this.finish()
    this.#map = map
    if (!this.#decoder) {
      this.#decoder = new Decoder(this.ffmpeg, segment.map ? 'mov' : 'mpegts', this.attempt)
      if (segment.map) await this.#decoder.write(await this.#fetch(segment.map, longestSegment))
    }
    await this.#decoder.write(video)
  }

  /** Waits until everything received was shown. */
  async finish(): Promise<void> {
    await this.#decoder?.finish()
    await this.close()
  }

  async close(): Promise<void> {
    await this.#decoder?.close()
    this.#decoder = undefined
  }

  async #video({ address, key }: Segment): Promise<Buffer> {
    const bytes = await this.#fetch(address, longestSegment)
    if (!key) return bytes
    if (this.#key?.address !== key.address.href) {
      this.#key = { address: key.address.href, bytes: await this.#fetch(key.address, longestKey) }
    }
    try {
      const decipher = createDecipheriv('aes-128-cbc', this.#key.bytes, key.iv)
      return Buffer.concat([decipher.update(bytes), decipher.final()])
    } catch {
      throw new CameraTrouble('not_a_picture', 'a segment cannot be decrypted')
    }
  }

  async #fetch(address: URL, longest: number): Promise<Buffer> {
    return (await fetchBytes(address, longest, this.attempt)).bytes
  }
}

/** The bytes, and the address after redirects. */
async function fetchBytes(address: URL, longest: number, attempt: Attempt): Promise<{ bytes: Buffer; from: URL }> {
  const { response, address: from } = await get(address, attempt)
  return { bytes: await bodyOf(response, longest), from }
}
