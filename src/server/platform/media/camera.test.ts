import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { frames } from '#shared/contract/sources/limits'
import type { CameraSurroundings } from './camera'
import { parseCidr, type ResolvedAddress } from './guard'
import { CameraServer, part, pictureOf, shows, streams } from './testing/camera-server'
import { Viewer } from './testing/viewer'

const second = 1000
let camera: CameraServer
let viewers: Viewer[] = []

beforeAll(async () => {
  camera = await CameraServer.open()
})
afterAll(() => camera.close())
afterEach(async () => {
  await Promise.all(viewers.map(viewer => viewer.close()))
  viewers = []
  await camera.allGone()
  camera.asked.length = 0
})

function look(address: URL, kind: 'still' | 'mjpeg' = 'still', changes: Partial<CameraSurroundings> = {}): Viewer {
  const viewer = Viewer.of(address, kind, changes)
  viewers.push(viewer)
  return viewer
}

const resolvingTo = (...addresses: string[]) => {
  const answers = addresses.map((address): ResolvedAddress[] => [{ address, family: 4 }])
  return { resolve: async () => answers.shift() ?? [], own: () => [] }
}

describe('A camera with still images [D35]', () => {
  test('is asked for one picture in each interval', async () => {
    const pictures = ['first', 'second', 'third'].map(pictureOf)
    camera.answer = response => shows(pictures[camera.asked.length - 1] ?? Buffer.alloc(0))(response, response.req)
    const viewer = look(camera.address('/now.jpg?size=full'))
    for (const count of [1, 2, 3]) {
      await viewer.frame(count)
      viewer.clock.advance(second - 1)
      expect(camera.asked).toHaveLength(count)
      if (count < 3) viewer.clock.advance(1)
    }
    expect(viewer.frames).toEqual(pictures)
    expect(viewer.troubles).toEqual([null])
    expect(camera.asked[0]).toMatchObject({ url: '/now.jpg?size=full', headers: { host: `127.0.0.1:${camera.port}` } })
  })

  test('may send extra bytes after its picture, with any content type', async () => {
    camera.answer = shows(Buffer.concat([pictureOf('padded'), Buffer.alloc(300)]), 'text/plain')
    const viewer = look(camera.address('/'))
    await viewer.frame(1)
    expect(viewer.frames).toEqual([pictureOf('padded')])
  })

  test.each([
    ['a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])],
    ['a page that says that it is a picture', Buffer.from('<!doctype html>')],
    ['half a picture', pictureOf('cut off').subarray(0, 8)],
    ['nothing', Buffer.alloc(0)],
    ['more than a picture may have', pictureOf('x'.repeat(frames.bytes))],
  ])('that sends %s shows no picture', async (_what, bytes) => {
    camera.answer = shows(bytes)
    const viewer = look(camera.address('/'))
    await viewer.troubleReported(1)
    expect([viewer.frames, viewer.troubles]).toEqual([[], ['not_a_picture']])
  })

  test('that never stops sending is disconnected at the size limit', async () => {
    camera.answer = response => {
      response.writeHead(200, { 'content-type': 'image/jpeg' })
      const sendMore = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64_000, 0xff)));
      }
      response.on('drain', sendMore)
      sendMore()
    }
    const viewer = look(camera.address('/'))
    await viewer.troubleReported(1)
    expect(viewer.troubles).toEqual(['not_a_picture'])
    await camera.allGone()
  })

  test.each([
    ['says nothing', () => {}],
    [
      'stops in the middle',
      response => response.writeHead(200, { 'content-length': 500 }).write(pictureOf('begun').subarray(0, 9)),
    ],
  ] satisfies [string, CameraServer['answer']][])('that %s is given up after a timeout', async (_what, answer) => {
    camera.answer = answer
    const viewer = look(camera.address('/'))
    await camera.until(1)
    viewer.clock.advance(11 * second - 1)
    expect(viewer.troubles).toEqual([])
    viewer.clock.advance(1)
    await viewer.troubleReported(1)
    expect(viewer.troubles).toEqual(['too_slow'])
    await camera.allGone()
  })

  test.each([
    [401, 'refused'],
    [403, 'refused'],
    [404, 'unreachable'],
    [500, 'unreachable'],
    [304, 'unreachable'],
  ])('that answers %i is %s', async (status, trouble) => {
    camera.answer = response => response.writeHead(status).end()
    const viewer = look(camera.address('/'))
    await viewer.troubleReported(1)
    expect(viewer.troubles).toEqual([trouble])
  })

  test('whose name has no address, or where nobody listens, is unreachable', async () => {
    const gone = await CameraServer.open()
    const address = gone.address('/')
    await gone.close()
    const [nobody, nameless] = [
      look(address),
      look(new URL('http://camera.example/'), 'still', { network: resolvingTo() }),
    ]
    await Promise.all([nobody.troubleReported(1), nameless.troubleReported(1)])
    expect([...nobody.troubles, ...nameless.troubles]).toEqual(['unreachable', 'unreachable'])
  })
})

describe('A camera that streams MJPEG', () => {
  test('shows its newest picture in each interval', async () => {
    camera.answer = response => {
      streams(response)
      // Written in one piece, so that all have arrived when the first is shown.
      response.write(Buffer.concat(['1', '2', '3', '4'].map(text => part(pictureOf(text)))))
    }
    const viewer = look(camera.address('/video'), 'mjpeg')
    await viewer.frame(1)
    viewer.clock.advance(second - 1)
    expect(viewer.frames).toEqual([pictureOf('1')])
    viewer.clock.advance(1)
    expect(viewer.frames).toEqual([pictureOf('1'), pictureOf('4')])
    expect(camera.asked).toHaveLength(1)
    expect(viewer.troubles).toEqual([null])
  })

  test('is recognised by its response, whatever kind was expected', async () => {
    camera.answer = response => {
      streams(response)
      response.write(part(pictureOf('a stream')))
    }
    const viewer = look(camera.address('/now.jpg'), 'still')
    await viewer.frame(1)
    camera.answer = shows(pictureOf('a still'))
    const other = look(camera.address('/video.mjpg'), 'mjpeg')
    await other.frame(1)
    expect([...viewer.frames, ...other.frames]).toEqual([pictureOf('a stream'), pictureOf('a still')])
  })

  test('that stays connected but sends no more is given up', async () => {
    camera.answer = response => {
      streams(response)
      response.write(part(pictureOf('the last')))
    }
    const viewer = look(camera.address('/video'), 'mjpeg')
    await viewer.frame(1)
    viewer.clock.advance(11 * second)
    await viewer.troubleReported(2)
    expect(viewer.troubles).toEqual([null, 'too_slow'])
  })

  test('is disconnected if one part is too large', async () => {
    camera.answer = response => {
      streams(response)
      response.write(`--frame\r\nContent-Length: ${frames.bytes + 1}\r\n\r\n`)
    }
    const viewer = look(camera.address('/video'), 'mjpeg')
    await viewer.troubleReported(1)
    expect(viewer.troubles).toEqual(['not_a_picture'])
  })
})

describe('A camera that fails', () => {
  test('is retried after 1 s, 2 s, 4 s … 60 s, and from 1 s again after a good picture', async () => {
    camera.answer = response => response.destroy()
    const viewer = look(camera.address('/'))
    await viewer.troubleReported(1)
    let tries = 1
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      viewer.clock.advance(seconds * second - 1)
      expect(camera.asked).toHaveLength(tries)
      const failed = viewer.failed()
      viewer.clock.advance(1)
      await failed
      tries += 1
      expect(camera.asked).toHaveLength(tries)
    }
    expect(viewer.troubles).toEqual(['unreachable'])

    camera.answer = shows(pictureOf('back'))
    viewer.clock.advance(60 * second)
    await viewer.frame(1)
    camera.answer = response => response.destroy()
    viewer.clock.advance(second)
    await viewer.troubleReported(3)
    expect(viewer.troubles).toEqual(['unreachable', null, 'unreachable'])
    const again = viewer.failed()
    viewer.clock.advance(second)
    await again
    expect(camera.asked).toHaveLength(tries + 3)
  })

  test('is not retried by all servers at the same moment', async () => {
    camera.answer = response => response.destroy()
    const viewer = look(camera.address('/'), 'still', { random: () => 1 })
    await viewer.troubleReported(1)
    const failed = viewer.failed()
    viewer.clock.advance(second / 2)
    await failed
    expect(camera.asked).toHaveLength(2)
  })

  test('reports nothing once it is closed', async () => {
    camera.answer = response => {
      streams(response)
      response.write(part(pictureOf('1')))
    }
    const viewer = look(camera.address('/'), 'mjpeg')
    await viewer.frame(1)
    await viewer.close()
    await camera.allGone()
    viewer.clock.advance(100 * second)
    expect([viewer.frames.length, viewer.troubles, camera.asked.length]).toEqual([1, [null], 1])
  })

  test('can be closed while it waits for the next attempt', async () => {
    camera.answer = response => response.destroy()
    const viewer = look(camera.address('/'))
    await viewer.troubleReported(1)
    await viewer.close()
    viewer.clock.advance(100 * second)
    expect(camera.asked).toHaveLength(1)
  })
})

describe('Redirects of a camera', () => {
  const redirectTo = (target: string) => {
    camera.answer = (response, { url }) =>
      url === '/start'
        ? response.writeHead(302, { location: target }).end()
        : shows(pictureOf('followed'))(response, response.req)
  }

  test('are followed three times at most', async () => {
    camera.answer = (response, { url = '' }) => {
      const left = Number(url.slice(1))
      if (left === 0) shows(pictureOf('there'))(response, response.req)
      else response.writeHead(307, { location: `/${left - 1}` }).end()
    }
    const [three, four] = [look(camera.address('/3')), look(camera.address('/4'))]
    await Promise.all([three.frame(1), four.troubleReported(1)])
    expect([three.troubles, four.troubles]).toEqual([[null], ['unreachable']])
  })

  test.each([
    'http://10.0.0.1/',
    'http://[::1]:PORT/',
    'http://169.254.169.254/latest/meta-data',
    '//169.254.169.254/latest/meta-data',
    'http://127.0.0.2:PORT/',
    'http://2130706434:PORT/',
    'rtsp://127.0.0.1:PORT/',
    'file:///etc/passwd',
    'data:image/jpeg;base64,AAAA',
  ])('are not followed to %s', async target => {
    redirectTo(target.replace('PORT', String(camera.port)))
    const allowed = [parseCidr('127.0.0.1') ?? []].flat()
    const viewer = look(camera.address('/start'), 'still', { allowed })
    await viewer.troubleReported(1)
    expect([viewer.troubles, camera.asked.length]).toEqual([['refused'], 1])
  })

  test('its own address is checked on each attempt, and a forbidden one is not contacted', async () => {
    const viewer = look(camera.address('/'), 'still', { allowed: [] })
    await viewer.troubleReported(1)
    expect([viewer.troubles, camera.asked.length]).toEqual([['refused'], 0])
  })

  test('the connection uses the address that was checked, and the camera receives the name', async () => {
    camera.answer = shows(pictureOf('by name'))
    const network = resolvingTo('127.0.0.1', '10.0.0.1')
    const viewer = look(camera.address('/', 'camera.example'), 'still', { network })
    await viewer.frame(1)
    expect(camera.asked[0]?.headers.host).toBe(`camera.example:${camera.port}`)
    viewer.clock.advance(second)
    await viewer.troubleReported(2)
    expect([viewer.troubles, camera.asked.length]).toEqual([[null, 'refused'], 1])
  })
})
