import { CameraTrouble } from './trouble'

/** One segment of an HLS playlist (RFC 8216). */
export interface Segment {
  sequence: number
  address: URL
  /** The MP4 initialisation that precedes the first segment using it. */
  map: URL | undefined
  key: { address: URL; iv: Buffer } | undefined
  /** True if parameters or timestamps differ from the previous segment. */
  isDiscontinuous: boolean
}

export interface Playlist {
  /** In a list of streams, the first one, which is the default. */
  stream: URL | undefined
  segments: Segment[]
  /** The longest duration of a segment, in seconds. */
  target: number
  /** True if no segments will be added. */
  hasEnded: boolean
}

const longestList = 10_000

/**
 * Parses a playlist. Throws {@link CameraTrouble} `not_a_picture` for invalid ones, and for features that are not
 * supported.
 */
export function readPlaylist(text: string, base: URL): Playlist {
  const lines = text.split(/\r?\n/).map(line => line.trim())
  if (!lines[0]?.replace(/^\uFEFF/, '').startsWith('#EXTM3U')) throw unusable('this is no playlist')
  if (lines.length > longestList) throw unusable('the playlist is too long')
  const reader = new PlaylistReader(base)
  for (const line of lines.slice(1).filter(line => line !== '')) reader.take(line)
  return reader.playlist
}

class PlaylistReader {
  readonly playlist: Playlist = { stream: undefined, segments: [], target: 10, hasEnded: false }
  #sequence = 0
  #map: URL | undefined
  #key: { address: URL; iv: Buffer | undefined } | undefined
  #isDiscontinuous = false
  #isStream = false

  constructor(private readonly base: URL) {}

  take(line: string): void {
    if (!line.startsWith('#')) this.#takeAddress(line)
    else {
      const [, tag = '', value = ''] = /^#(EXT[A-Z-]*):?(.*)$/.exec(line) ?? []
      this.#takeTag(tag, value)
    }
  }

  #takeTag(tag: string, value: string): void {
    switch (tag) {
      case 'EXT-X-MEDIA-SEQUENCE':
        this.#sequence = wholeNumber(value)
        break
      case 'EXT-X-TARGETDURATION':
        this.playlist.target = Math.min(Math.max(wholeNumber(value), 1), 60)
        break
      case 'EXT-X-MAP':
        this.#map = this.#address(attribute(value, 'URI'))
        break
      case 'EXT-X-KEY':
        this.#key = this.#readKey(value)
        break
      case 'EXT-X-DISCONTINUITY':
        this.#isDiscontinuous = true
        break
      case 'EXT-X-STREAM-INF':
        this.#isStream = true
        break
      case 'EXT-X-BYTERANGE':
        throw unusable('segments are parts of files')
      case 'EXT-X-ENDLIST':
        this.playlist.hasEnded = true
    }
  }

  #takeAddress(line: string): void {
    const address = this.#address(line)
    if (this.#isStream) {
      this.playlist.stream ??= address
      this.#isStream = false
      return
    }
    const sequence = this.#sequence
    const key = this.#key && { address: this.#key.address, iv: this.#key.iv ?? ivOf(sequence) }
    this.playlist.segments.push({ sequence, address, map: this.#map, key, isDiscontinuous: this.#isDiscontinuous })
    this.#sequence += 1
    this.#isDiscontinuous = false
  }

  #readKey(value: string) {
    const method = attribute(value, 'METHOD')
    if (method === 'NONE') return undefined
    if (method !== 'AES-128') throw unusable(`the encryption ${method.slice(0, 20)} is not known`)
    const iv = /^0x([0-9a-f]{32})$/i.exec(attribute(value, 'IV'))?.[1]
    return {
      address: this.#address(attribute(value, 'URI')),
      iv: iv === undefined ? undefined : Buffer.from(iv, 'hex'),
    }
  }

  #address(text: string): URL {
    if (text === '' || !URL.canParse(text, this.base.href)) throw unusable('an address cannot be read')
    return new URL(text, this.base)
  }
}

function attribute(list: string, name: string): string {
  const [, quoted, plain] = new RegExp(`(?:^|,)\\s*${name}=(?:"([^"]*)"|([^,]*))`).exec(list) ?? []
  return (quoted ?? plain ?? '').trim()
}

function wholeNumber(text: string): number {
  const number = Number.parseInt(text, 10)
  if (!Number.isSafeInteger(number) || number < 0) throw unusable('a number cannot be read')
  return number
}

/** Without an explicit IV, the sequence number of the segment is used. */
function ivOf(sequence: number): Buffer {
  const iv = Buffer.alloc(16)
  iv.writeBigUInt64BE(BigInt(sequence), 8)
  return iv
}

function unusable(why: string): CameraTrouble {
  return new CameraTrouble('not_a_picture', why)
}
