import type { ServerResponse } from 'node:http'
import { type Answer, CameraServer, part, shows, streams } from '../../src/server/platform/media/testing/camera-server'
import { RtspServer } from '../../src/server/platform/media/testing/rtsp-server'
import { type Footage, makeFootage, rate, segmentSeconds } from './footage'

/** A camera on loopback. */
export interface SoakCamera {
  readonly name: string
  readonly address: string
  /** How often its connection was cut in the middle of data and it was contacted again afterwards. */
  readonly returns: () => number
  close(): Promise<void>
}

/** How long an unreliable camera delivers pictures before it fails; a single picture in between counts as success. */
const steadyFor = 4_000
/** Milliseconds between pictures of the tests' RTSP camera, including empty ones. */
const rtspPace = 10
const mjpegEvery = 200

/** One camera that is watched briefly; four, one of each kind, that stay; and four that are disconnected repeatedly. */
export async function openCameras(): Promise<[seldom: SoakCamera, ...SoakCamera[]]> {
  const footage = await makeFootage()
  const seldom = await overHttp('Seldom', '/stream.mjpg', mjpeg, footage, false)
  const cameras: [SoakCamera, ...SoakCamera[]] = [seldom]
  for (const drops of [false, true]) {
    cameras.push(await overHttp('Still', '/still.jpg', still, footage, drops))
    cameras.push(await overHttp('Stream', '/stream.mjpg', mjpeg, footage, drops))
    cameras.push(await overHttp('HLS', '/live.m3u8', hls, footage, drops))
    cameras.push(await overRtsp(footage, drops))
  }
  return cameras
}

/** Cuts off a connection after half of the bytes. */
type Cut = (response: ServerResponse, bytes: Buffer) => void
type Kind = (footage: Footage, cut: Cut | null) => Answer

const nameOf = (kind: string, drops: boolean) => `${kind}${drops ? ', drops' : ''}`

async function overHttp(kind: string, path: string, make: Kind, footage: Footage, drops: boolean): Promise<SoakCamera> {
  const server = await CameraServer.open()
  let isCut = false
  let returns = 0
  const cut: Cut = (response, bytes) => {
    isCut = true
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  }
  const answer = make(footage, drops ? cut : null)
  server.answer = (response, request) => {
    // The record of requests is not read here and would grow.
    server.asked.length = 0
    if (isCut) returns += 1
    isCut = false
    answer(response, request)
  }
  const { href } = server.address(path)
  return { name: nameOf(kind, drops), address: href, returns: () => returns, close: () => server.close() }
}

/** One picture for each request; an unreliable camera sends half of every fifth. */
const still: Kind = ({ jpegs }, cut) => {
  let asked = 0
  return (response, request) => {
    asked += 1
    const jpeg = jpegs[asked % jpegs.length] ?? Buffer.alloc(0)
    if (!cut || asked % (steadyFor / 1_000 + 1) !== 0) return shows(jpeg)(response, request)
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': jpeg.length })
    cut(response, jpeg)
  }
}

const mjpeg: Kind =
  ({ jpegs }, cut) =>
  response => {
    streams(response)
    let sent = 0
    const timer = setInterval(() => {
      const picture = part(jpegs[sent % jpegs.length] ?? Buffer.alloc(0))
      sent += 1
      // A slow viewer misses some pictures, as with real cameras.
      if (response.writableNeedDrain) return
      if (cut && sent * mjpegEvery >= steadyFor) {
        clearInterval(timer)
        cut(response, picture)
      } else response.write(picture)
    }, mjpegEvery)
    response.on('close', () => clearInterval(timer))
  }

/** A playlist of the last three segments; an unreliable camera sends half of every third requested one. */
const hls: Kind = ({ segments }, cut) => {
  const began = Date.now()
  let asked = 0
  return (response, request) => {
    const number = /segment-(\d+)\.ts/.exec(request.url ?? '')?.[1]
    if (number === undefined) {
      const newest = Math.floor((Date.now() - began) / 1_000 / segmentSeconds) + 3
      const lines = [newest - 2, newest - 1, newest].flatMap(nr => [
        // The video starts again.
        ...(nr % segments.length === 0 ? ['#EXT-X-DISCONTINUITY'] : []),
        `#EXTINF:${segmentSeconds}.0,`,
        `segment-${nr}.ts`,
      ])
      const head = ['#EXTM3U', '#EXT-X-VERSION:3', `#EXT-X-TARGETDURATION:${segmentSeconds}`]
      const list = [...head, `#EXT-X-MEDIA-SEQUENCE:${newest - 2}`, ...lines, ''].join('\n')
      return shows(Buffer.from(list), 'application/vnd.apple.mpegurl')(response, request)
    }
    asked += 1
    const segment = segments[Number(number) % segments.length] ?? Buffer.alloc(0)
    if (!cut || asked % 3 !== 0) return shows(segment, 'video/mp2t')(response, request)
    response.writeHead(200, { 'content-type': 'video/mp2t', 'content-length': segment.length })
    cut(response, segment)
  }
}

async function overRtsp({ units }: Footage, drops: boolean): Promise<SoakCamera> {
  const between = Array.from({ length: 1_000 / rate / rtspPace - 1 }, (): Buffer[] => [])
  const pictures = units.flatMap(picture => [picture, ...between])
  const server = await RtspServer.open({ codec: 'h264', pictures, packing: 'fragments' })
  if (drops) server.hangsUpAt = steadyFor / rtspPace
  let played = 0
  server.instead = ({ method }) => {
    server.asked.length = 0
    if (method === 'PLAY') played += 1
    return undefined
  }
  return {
    name: nameOf('RTSP', drops),
    address: server.address().href,
    returns: () => (drops ? Math.max(0, played - 1) : 0),
    close: () => server.close(),
  }
}
