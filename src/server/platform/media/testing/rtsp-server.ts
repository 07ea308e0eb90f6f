import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { listenOnLoopback } from '../../../../../test/loopback'

export type Packing = 'whole' | 'fragments' | 'aggregates'

interface Video {
  codec: 'h264' | 'hevc'
  pictures: Buffer[][]
  packing: Packing
}

export interface RtspRequest {
  method: string
  uri: string
  headers: Record<string, string>
}

const payloadType = 96
/** Milliseconds between pictures. */
const pace = 10

/** An RTSP camera on loopback that sends its video over the same connection, as cameras do when asked for TCP. */
export class RtspServer {
  readonly asked: RtspRequest[] = []
  readonly connections = new Set<Socket>()
  /** A response that replaces the usual one; undefined for the usual one. */
  instead: (request: RtspRequest) => string | undefined = () => undefined
  /** The picture in whose middle it hangs up. */
  hangsUpAt = Number.POSITIVE_INFINITY
  /** The codec name in its session description. */
  codecName: string
  #waiting: { method: string; tell: () => void }[] = []
  readonly #timers = new Set<NodeJS.Timeout>()

  private constructor(
    private readonly server: Server,
    private readonly video: Video,
  ) {
    this.codecName = video.codec === 'h264' ? 'H264' : 'H265'
  }

  static async open(video: Video): Promise<RtspServer> {
    const server = createServer(socket => camera.#serve(socket))
    const camera = new RtspServer(server, video)
    await listenOnLoopback(server)
    return camera
  }

  address(path = '/live?channel=1', host = '127.0.0.1'): URL {
    return new URL(`rtsp://${host}:${(this.server.address() as AddressInfo).port}${path}`)
  }

  /** Resolves on the next request with this method. */
  next(method: string): Promise<void> {
    return new Promise(tell => this.#waiting.push({ method, tell }))
  }

  /** Resolves when all clients have disconnected. */
  async allGone(): Promise<void> {
    await Promise.all([...this.connections].map(socket => new Promise(resolve => socket.once('close', resolve))))
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    for (const socket of this.connections) socket.destroy()
    await new Promise(resolve => this.server.close(resolve))
  }

  #serve(socket: Socket): void {
    this.connections.add(socket)
    let text = ''
    socket.on('error', () => {})
    socket.on('close', () => this.connections.delete(socket))
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        this.#answer(socket, readRequest(text.slice(0, end)))
        text = text.slice(end + 4)
      }
    })
  }

  #answer(socket: Socket, request: RtspRequest): void {
    this.asked.push(request)
    const { method, headers } = request
    const answer = this.instead(request) ?? this.#usual(request)
    socket.write(answer.replace('\r\n', `\r\nCSeq: ${headers.cseq}\r\n`))
    for (const waiter of this.#waiting.filter(entry => entry.method === method)) waiter.tell()
    this.#waiting = this.#waiting.filter(entry => entry.method !== method)
    if (method === 'PLAY' && answer.startsWith('RTSP/1.0 200')) this.#play(socket)
  }

  #usual({ method, uri }: RtspRequest): string {
    if (method === 'DESCRIBE') {
      const lines = ['v=0', 's=camera', 'm=audio 0 RTP/AVP 0', 'a=control:track1', `m=video 0 RTP/AVP ${payloadType}`]
      const body = [...lines, `a=rtpmap:${payloadType} ${this.codecName}/90000`, 'a=control:track2', ''].join('\r\n')
      return `RTSP/1.0 200 OK\r\nContent-Base: ${uri}/\r\nContent-Type: application/sdp\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    }
    const transport = 'Transport: RTP/AVP/TCP;unicast;interleaved=4-5\r\n'
    if (method === 'SETUP') return `RTSP/1.0 200 OK\r\nSession: 12ab;timeout=30\r\n${transport}\r\n`
    return 'RTSP/1.0 200 OK\r\nSession: 12ab\r\n\r\n'
  }

  #play(socket: Socket): void {
    const { pictures, packing, codec } = this.video
    const counter = { sequence: 0 }
    let count = 0
    const timer = setInterval(() => {
      const packets = packed(pictures[count % pictures.length] ?? [], packing, codec)
      const isLast = count === this.hangsUpAt
      for (const [index, payload] of packets.entries()) {
        const frame = interleaved(payload, index === packets.length - 1, count, counter)
        socket.write(isLast ? frame.subarray(0, frame.length / 2) : frame)
        if (isLast) return socket.destroy()
      }
      count += 1
      return undefined
    }, pace)
    this.#timers.add(timer)
    socket.on('close', () => {
      clearInterval(timer)
      this.#timers.delete(timer)
    })
  }
}

function readRequest(head: string): RtspRequest {
  const [first = '', ...lines] = head.split('\r\n')
  const [method = '', uri = ''] = first.slice(first.search(/[A-Z_]+ rtsps?:/)).split(' ')
  const headers = Object.fromEntries(
    lines.map(line => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.replace(/^[^:]+:\s*/, '')]),
  )
  return { method, uri, headers }
}

function interleaved(payload: Buffer, isLast: boolean, picture: number, counter: { sequence: number }): Buffer {
  const head = Buffer.alloc(16)
  head.writeUInt8(0x24, 0)
  head.writeUInt8(4, 1)
  head.writeUInt16BE(payload.length + 12, 2)
  head.writeUInt8(0x80, 4)
  head.writeUInt8((isLast ? 0x80 : 0) | payloadType, 5)
  head.writeUInt16BE(counter.sequence & 0xffff, 6)
  head.writeUInt32BE((picture * 4500) >>> 0, 8)
  counter.sequence += 1
  return Buffer.concat([head, payload])
}

/** The payloads of the RTP packets of a picture: RFC 6184 for H.264, RFC 7798 for H.265. */
export function packed(units: Buffer[], packing: Packing, codec: 'h264' | 'hevc'): Buffer[] {
  if (packing === 'whole') return units
  if (packing === 'fragments') return units.flatMap(unit => fragmentsOf(unit, codec))
  const sized = units.flatMap(unit => [Buffer.from([unit.length >> 8, unit.length & 0xff]), unit])
  const header = codec === 'h264' ? [24] : [48 << 1, 1]
  return [Buffer.concat([Buffer.from(header), ...sized])]
}

function fragmentsOf(unit: Buffer, codec: 'h264' | 'hevc'): Buffer[] {
  const [first = 0, second = 0] = unit
  const skip = codec === 'h264' ? 1 : 2
  const length = 400
  if (unit.length <= length) return [unit]
  const fragments: Buffer[] = []
  for (let at = skip; at < unit.length; at += length) {
    const flags = (at === skip ? 0x80 : 0) | (at + length >= unit.length ? 0x40 : 0)
    const header =
      codec === 'h264'
        ? [(first & 0xe0) | 28, flags | (first & 0x1f)]
        : [(first & 0x81) | (49 << 1), second, flags | ((first >> 1) & 0x3f)]
    fragments.push(Buffer.concat([Buffer.from(header), unit.subarray(at, at + length)]))
  }
  return fragments
}
