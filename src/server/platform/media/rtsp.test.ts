import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CameraServer } from './testing/camera-server'
import { basicHeader, type DigestParams, digestChallenge, provesDigest, withPassword } from './testing/password'
import { type Packing, RtspServer } from './testing/rtsp-server'
import { encodedPictures, needFfmpeg, size, sizeOf } from './testing/video'
import { Viewer } from './testing/viewer'

const every = 100
let ffmpeg: string
const encoded: Partial<Record<'h264' | 'hevc', Buffer[][]>> = {}
let camera: RtspServer | undefined
let viewer: Viewer | undefined

beforeAll(async () => {
  ffmpeg = needFfmpeg()
  encoded.h264 = await encodedPictures('h264')
  encoded.hevc = await encodedPictures('hevc')
})
afterEach(async () => {
  await viewer?.close()
  await camera?.allGone()
  await camera?.close()
  viewer = camera = undefined
})

async function openCamera(codec: 'h264' | 'hevc' = 'h264', packing: Packing = 'whole'): Promise<RtspServer> {
  camera = await RtspServer.open({ codec, packing, pictures: encoded[codec] ?? [] })
  return camera
}

function look(address: URL, changes = {}): Viewer {
  viewer = Viewer.of(address, 'rtsp', { ffmpeg, every, ...changes })
  return viewer
}

describe('An RTSP camera [D35]', () => {
  test.each([
    ['h264', 'whole'],
    ['h264', 'fragments'],
    ['h264', 'aggregates'],
    ['hevc', 'whole'],
    ['hevc', 'fragments'],
    ['hevc', 'aggregates'],
  ] satisfies ['h264' | 'hevc', Packing][])(
    'that sends %s in packets of the kind "%s" is shown',
    async (codec, packing) => {
      const server = await openCamera(codec, packing)
      const viewing = look(server.address())
      await viewing.frame(1)
      expect(sizeOf(viewing.frames[0] as Buffer)).toEqual(size)
      expect(viewing.troubles).toEqual([null])
    },
  )

  test('is asked for its video only, over the open connection, and receives TEARDOWN when nobody watches any more', async () => {
    const server = await openCamera()
    const viewing = look(server.address())
    await viewing.frame(1)
    viewing.clock.advance(every)
    await viewing.frame(2)
    await viewing.close()
    await server.allGone()
    const at = server.address().href
    expect(server.asked.map(({ method, uri }) => [method, uri])).toEqual([
      ['DESCRIBE', at],
      ['SETUP', `${at}/track2`],
      ['PLAY', at],
      ['TEARDOWN', at],
    ])
    expect(server.asked.at(1)?.headers.transport).toBe('RTP/AVP/TCP;unicast;interleaved=0-1')
    expect(server.asked.at(-1)?.headers.session).toBe('12ab')
  })

  test('receives keep-alives before its session times out', async () => {
    const server = await openCamera()
    const viewing = look(server.address())
    await viewing.frame(1)
    const keepAlive = server.next('GET_PARAMETER')
    viewing.clock.advance(14_999)
    expect(server.asked.map(({ method }) => method)).toEqual(['DESCRIBE', 'SETUP', 'PLAY'])
    viewing.clock.advance(1)
    await keepAlive
    expect(server.asked.at(-1)?.headers.session).toBe('12ab')
  })

  test.each<DigestParams>([{}, { algorithm: 'SHA-256', qop: 'auth' }])(
    'gets a proof of the password: %o',
    async params => {
      const server = await openCamera()
      server.instead = ({ method, uri, headers }) =>
        provesDigest(headers.authorization, method, uri, params)
          ? undefined
          : `RTSP/1.0 401 Unauthorized\r\nWWW-Authenticate: ${digestChallenge(params)}\r\n\r\n`
      const viewing = look(withPassword(server.address()))
      await viewing.frame(1)
      expect(server.asked.map(({ uri }) => uri).join()).not.toContain('anna')
    },
  )

  test.each([
    ['401 Unauthorized', 'refused'],
    ['403 Forbidden', 'refused'],
    ['404 Not Found', 'unreachable'],
    ['461 Unsupported Transport', 'unreachable'],
  ])('that answers %s is %s', async (status, trouble) => {
    for (const method of ['DESCRIBE', 'SETUP', 'PLAY']) {
      const server = await openCamera()
      server.instead = request => (request.method === method ? `RTSP/1.0 ${status}\r\n\r\n` : undefined)
      const viewing = look(withPassword(server.address()))
      await viewing.troubleReported(1)
      expect(viewing.troubles, method).toEqual([trouble])
      await viewing.close()
      await server.close()
    }
  })

  test('without ffmpeg reports that it is needed', async () => {
    const server = await openCamera()
    const [without, gone] = [
      look(server.address(), { ffmpeg: null }),
      look(server.address(), { ffmpeg: '/nowhere/ffmpeg' }),
    ]
    await Promise.all([without.troubleReported(1), gone.troubleReported(1)])
    expect([...without.troubles, ...gone.troubles]).toEqual(['needs_ffmpeg', 'needs_ffmpeg'])
    await without.close()
  })

  test('with a video that cannot be decoded shows no picture', async () => {
    const server = await openCamera()
    server.codecName = 'VP8'
    const viewing = look(server.address())
    await viewing.troubleReported(1)
    expect(viewing.troubles).toEqual(['not_a_picture'])
  })

  test('that does not speak RTSP at all is disconnected', async () => {
    const web = await CameraServer.open()
    const viewing = look(new URL(`rtsp://127.0.0.1:${web.port}/`))
    await viewing.troubleReported(1)
    await web.close()
    expect(viewing.troubles).toEqual(['not_a_picture'])
  })

  test('that stays silent is given up after a timeout', async () => {
    const server = await openCamera()
    server.instead = () => ' '
    const described = server.next('DESCRIBE')
    const viewing = look(server.address())
    await described
    viewing.clock.advance(15_000 + every)
    await viewing.troubleReported(1)
    expect(viewing.troubles).toEqual(['too_slow'])
  })
})

describe('Redirects of an RTSP camera', () => {
  test('are followed without sending the password', async () => {
    const there = await openCamera()
    const here = await RtspServer.open({ codec: 'h264', packing: 'whole', pictures: [] })
    const moved = there.address().href.replace('127.0.0.1', 'camera.example')
    here.instead = ({ headers }) =>
      headers.authorization === basicHeader()
        ? `RTSP/1.0 302 Moved\r\nLocation: ${moved}\r\n\r\n`
        : 'RTSP/1.0 401 Unauthorized\r\nWWW-Authenticate: Basic realm="gate"\r\n\r\n'
    const network = { resolve: async () => [{ address: '127.0.0.1', family: 4 } as const], own: () => [] }
    const viewing = look(withPassword(here.address()), { network })
    await viewing.frame(1)
    await here.allGone()
    await here.close()
    expect(there.asked.map(({ uri }) => uri)[0]).toBe(moved)
    expect(there.asked.map(({ headers }) => headers.authorization)).not.toContain(basicHeader())
  })

  test.each([
    'rtsp://10.0.0.1/',
    'rtsp://2852039166/',
    'rtsp://[::1]/',
    'http://127.0.0.1:PORT/',
    'file:///etc/passwd',
  ])('are not followed to %s', async target => {
    const server = await openCamera()
    const location = target.replace('PORT', server.address().port)
    server.instead = () => `RTSP/1.0 302 Moved\r\nLocation: ${location}\r\n\r\n`
    const viewing = look(server.address())
    await viewing.troubleReported(1)
    expect([viewing.troubles, server.asked.length]).toEqual([['refused'], 1])
  })
})

afterAll(() => {
  expect(Object.values(encoded).map(pictures => pictures?.length)).toEqual([40, 40])
})
