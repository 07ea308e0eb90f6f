import { frames } from '#shared/contract/sources/limits'
import type { VideoTrack } from './sdp'
import { CameraTrouble } from './trouble'

const startCode = Buffer.from([0, 0, 0, 1])
const headerLength = 12

/**
 * Reassembles H.264 (RFC 6184) and H.265 (RFC 7798) video from RTP packets, as a byte stream for decoders. Packets of
 * other kinds and malformed ones are ignored.
 */
export class VideoAssembler {
  #parts: Buffer[] = []
  #length = 0
  #fragment: Buffer[] | undefined
  readonly #fragments: number
  readonly #headerLength: number

  constructor(
    private readonly track: VideoTrack,
    /** Receives each complete picture, still encoded. */
    private readonly complete: (picture: Buffer) => void,
  ) {
    this.#fragments = track.codec === 'h264' ? 28 : 49
    this.#headerLength = track.codec === 'h264' ? 1 : 2
    for (const set of track.parameterSets) this.#add([set])
  }

  take(packet: Buffer): void {
    const payload = payloadOf(packet, this.track.payloadType)
    if (!payload) return
    const type = this.#typeOf(payload)
    if (type === this.#fragments) this.#takeFragment(payload)
    else if (type === (this.track.codec === 'h264' ? 24 : 48)) this.#takeAggregate(payload.subarray(this.#headerLength))
    else if (type < (this.track.codec === 'h264' ? 24 : 48)) this.#add([payload])
    if (isLastOfPicture(packet)) this.#flush()
  }

  #typeOf(unit: Buffer): number {
    const [byte = 0] = unit
    return this.track.codec === 'h264' ? byte & 0x1f : (byte >> 1) & 0x3f
  }

  #takeAggregate(units: Buffer): void {
    for (let at = 0; at + 2 <= units.length; ) {
      const end = at + 2 + units.readUInt16BE(at)
      if (end > units.length) return
      this.#add([units.subarray(at + 2, end)])
      at = end
    }
  }

  #takeFragment(payload: Buffer): void {
    const start = this.#headerLength
    const fragment = payload[start]
    if (fragment === undefined) return
    const isFirst = (fragment & 0x80) !== 0
    if (isFirst) this.#fragment = [this.#headerOf(payload, fragment)]
    this.#fragment?.push(payload.subarray(start + 1))
    this.#mustFit(payload.length)
    if ((fragment & 0x40) === 0 || !this.#fragment) return
    this.#add(this.#fragment)
    this.#fragment = undefined
  }

  /** The header of the whole unit, whose parts a fragment carries elsewhere. */
  #headerOf(payload: Buffer, fragment: number): Buffer {
    const [first = 0, second = 0] = payload
    return this.track.codec === 'h264'
      ? Buffer.from([(first & 0xe0) | (fragment & 0x1f)])
      : Buffer.from([(first & 0x81) | ((fragment & 0x3f) << 1), second])
  }

  #add(unit: Buffer[]): void {
    for (const part of [startCode, ...unit]) {
      this.#parts.push(part)
      this.#mustFit(part.length)
    }
  }

  #mustFit(more: number): void {
    this.#length += more
    if (this.#length > 2 * frames.bytes) throw new CameraTrouble('not_a_picture', 'an encoded picture is too large')
  }

  #flush(): void {
    if (this.#parts.length > 0) this.complete(Buffer.concat(this.#parts))
    this.#parts = []
    this.#length = 0
  }
}

function isLastOfPicture(packet: Buffer): boolean {
  return ((packet[1] ?? 0) & 0x80) !== 0
}

/**
 * The payload without headers, extension and padding (RFC 3550); undefined if it is of another kind, or shorter than it
 * declares.
 */
function payloadOf(packet: Buffer, payloadType: number): Buffer | undefined {
  const [flags = 0, kind = 0] = packet
  if (packet.length < headerLength || flags >> 6 !== 2 || (kind & 0x7f) !== payloadType) return undefined
  let start = headerLength + 4 * (flags & 0x0f)
  if ((flags & 0x10) !== 0) {
    if (packet.length < start + 4) return undefined
    start += 4 + 4 * packet.readUInt16BE(start + 2)
  }
  const padding = (flags & 0x20) !== 0 ? (packet.at(-1) ?? 0) : 0
  return start < packet.length - padding ? packet.subarray(start, packet.length - padding) : undefined
}
