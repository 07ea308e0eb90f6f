import { CameraTrouble } from './trouble'

export interface RtspResponse {
  status: number
  /** Names in lower case; repeated headers are joined with commas. */
  headers: Record<string, string>
  body: string
}

const longestHead = 16_000
const longestBody = 64_000

/**
 * Parses what a camera sends over an RTSP connection: responses, interleaved with media packets (RFC 2326, 10.12).
 * Requests of the camera are skipped. Throws {@link CameraTrouble} `not_a_picture` for anything else.
 */
export class RtspParser {
  #buffer = Buffer.alloc(0)

  constructor(
    private readonly on: { response(response: RtspResponse): void; packet(channel: number, packet: Buffer): void },
  ) {}

  push(chunk: Buffer): void {
    let rest = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk])
    while (rest.length > 0) {
      const length = rest[0] === 0x24 ? this.#packet(rest) : this.#message(rest)
      if (length === 0) break
      rest = rest.subarray(length)
    }
    this.#buffer = Buffer.from(rest)
  }

  /** Returns how many bytes were consumed; 0 while the packet is incomplete. */
  #packet(bytes: Buffer): number {
    if (bytes.length < 4) return 0
    const end = 4 + bytes.readUInt16BE(2)
    if (bytes.length < end) return 0
    this.on.packet(bytes[1] ?? 0, bytes.subarray(4, end))
    return end
  }

  #message(bytes: Buffer): number {
    // Some cameras send an empty line after a body.
    if (bytes[0] === 0x0d || bytes[0] === 0x0a) return 1
    const head = bytes.toString('latin1', 0, Math.min(bytes.length, longestHead))
    const blank = /\r?\n\r?\n/.exec(head)
    if (!blank) {
      if (bytes.length >= longestHead || !mayBeMessage(head))
        throw new CameraTrouble('not_a_picture', 'this is no RTSP')
      return 0
    }
    const [first = '', ...lines] = head.slice(0, blank.index).split(/\r?\n/)
    if (!/^RTSP\/\d\.\d \d{3}\b|^[A-Z_]+ \S+ RTSP\//.test(first))
      throw new CameraTrouble('not_a_picture', 'this is no RTSP')
    const headers = headersIn(lines)
    const length = Number(headers['content-length'] ?? 0)
    if (!(length >= 0 && length <= longestBody)) throw new CameraTrouble('not_a_picture', 'a response is too long')
    const start = blank.index + blank[0].length
    if (bytes.length < start + length) return 0
    const status = /^RTSP\/\d\.\d (\d{3})\b/.exec(first)?.[1]
    const body = bytes.toString('utf8', start, start + length)
    if (status !== undefined) this.on.response({ status: Number(status), headers, body })
    return start + length
  }
}

function mayBeMessage(text: string): boolean {
  return /^[A-Z_]{1,20}(\/| |$)/.test(text)
}

function headersIn(lines: string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? []
    const key = name.toLowerCase()
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`
  }
  return headers
}
