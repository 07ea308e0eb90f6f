import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CameraServer } from './testing/camera-server'
import { basicHeader, withPassword } from './testing/password'
import { hlsFiles, needFfmpeg, size, sizeOf } from './testing/video'
import { Viewer } from './testing/viewer'

const every = 250
let ffmpeg: string
let camera: CameraServer
let viewer: Viewer
/** What the camera serves, by path. */
let files: Map<string, Buffer>
let recorded: Map<string, Buffer>

beforeAll(async () => {
  ffmpeg = needFfmpeg()
  camera = await CameraServer.open()
  camera.answer = (response, { url = '' }) => {
    const found = files.get(url.slice(1))
    if (found) response.end(found)
    else response.writeHead(404).end()
  }
  recorded = await hlsFiles('mpegts')
})
afterAll(() => camera.close())
afterEach(async () => {
  await viewer.close()
  await camera.allGone()
  camera.asked.length = 0
})

function look(path: string, changes = {}): Viewer {
  viewer = Viewer.of(withPassword(camera.address(path)), 'hls', { ffmpeg, every, ...changes })
  return viewer
}

const asked = () => camera.asked.map(({ url }) => url)

/** A live playlist of these segments of the recording. */
function playlist(first: number, ...segments: (number | string)[]): Buffer {
  const names = segments.map(segment => `#EXTINF:1,\n${typeof segment === 'string' ? segment : `live${segment}.ts`}`)
  return Buffer.from(['#EXTM3U', '#EXT-X-TARGETDURATION:1', `#EXT-X-MEDIA-SEQUENCE:${first}`, ...names, ''].join('\n'))
}

describe('An HLS camera [D35]', () => {
  test.each(['mpegts', 'fmp4', 'encrypted'] as const)(
    'whose recording is %s is shown from the beginning, and its end is reported',
    async kind => {
      files = await hlsFiles(kind)
      const viewing = look('/live.m3u8')
      await viewing.frame(1)
      expect(sizeOf(viewing.frames[0] as Buffer)).toEqual(size)
      await viewing.troubleReported(2)
      expect(viewing.troubles).toEqual([null, 'unreachable'])
      expect(asked().filter(url => /\.(ts|m4s)$/.test(url))).toHaveLength(4)
    },
  )

  test('that is live is shown from its newest segment, and followed', async () => {
    files = new Map(recorded).set('now.m3u8', playlist(7, 0, 1))
    const viewing = look('/now.m3u8')
    await viewing.frame(1)
    expect(asked()).toEqual(['/now.m3u8', '/live1.ts'])
    files.set('now.m3u8', playlist(8, 1, 2))
    viewing.clock.advance(500)
    await camera.until(4)
    expect(asked().slice(2)).toEqual(['/now.m3u8', '/live2.ts'])
  })

  test('continues with the newest segment if some were missed', async () => {
    files = new Map(recorded).set('now.m3u8', playlist(1, 0))
    const viewing = look('/now.m3u8')
    await viewing.frame(1)
    files.set('now.m3u8', playlist(40, 1, 2, 'live3.ts', 'live0.ts'))
    viewing.clock.advance(500)
    await camera.until(4)
    expect(asked()).toEqual(['/now.m3u8', '/live0.ts', '/now.m3u8', '/live0.ts'])
  })

  test('with several streams shows the first', async () => {
    const streams = [
      '#EXTM3U',
      '#EXT-X-STREAM-INF:BANDWIDTH=1',
      'live.m3u8',
      '#EXT-X-STREAM-INF:BANDWIDTH=2',
      'no.m3u8',
    ]
    files = new Map(recorded).set('all.m3u8', Buffer.from(streams.join('\n')))
    const viewing = look('/all.m3u8')
    await viewing.frame(1)
    expect(asked().slice(0, 3)).toEqual(['/all.m3u8', '/live.m3u8', '/live0.ts'])
  })

  test('gets its password with each request, and a camera it redirects to does not', async () => {
    const other = await CameraServer.open()
    other.answer = response => response.writeHead(401, { 'www-authenticate': 'Basic realm="thief"' }).end()
    const usual = camera.answer
    camera.answer = (response, request) => {
      if (request.headers.authorization === basicHeader()) usual(response, request)
      else response.writeHead(401, { 'www-authenticate': 'Basic realm="gate"' }).end()
    }
    files = new Map(recorded).set('now.m3u8', playlist(7, other.address('/live0.ts').href))
    const viewing = look('/now.m3u8')
    await viewing.troubleReported(1)
    camera.answer = usual
    await other.close()
    expect([asked(), viewing.troubles]).toEqual([['/now.m3u8', '/now.m3u8'], ['refused']])
    expect(other.asked.map(({ headers }) => headers.authorization)).toEqual([undefined])
  })

  test.each([
    ['a page', '<!doctype html>'],
    ['a list of lists of streams', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nnow.m3u8'],
    ['an encryption that is unknown', '#EXTM3U\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI="k"\n#EXTINF:1,\nlive0.ts'],
    ['parts of files', '#EXTM3U\n#EXTINF:1,\n#EXT-X-BYTERANGE:10@0\nlive0.ts'],
    ['a segment that is no video', '#EXTM3U\n#EXTINF:1,\nlive.m3u8\n#EXT-X-ENDLIST'],
    ['a key that does not fit', '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="short"\n#EXTINF:1,\nlive0.ts'],
  ])('that sends %s shows no picture', async (_what, text) => {
    files = new Map(recorded).set('now.m3u8', Buffer.from(text)).set('short', Buffer.from('key'))
    const viewing = look('/now.m3u8')
    await viewing.troubleReported(1)
    expect([viewing.frames, viewing.troubles]).toEqual([[], ['not_a_picture']])
  })

  test.each([
    ['a segment', 'TARGET', ''],
    ['a key', '/live0.ts', '#EXT-X-KEY:METHOD=AES-128,URI="TARGET"'],
    ['a map', '/live0.ts', '#EXT-X-MAP:URI="TARGET"'],
    ['a stream', 'TARGET', '#EXT-X-STREAM-INF:BANDWIDTH=1'],
  ])('that refers to internal networks with %s is refused', async (_what, address, tag) => {
    for (const target of [
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://0x0a000001/',
      'file:///etc/passwd',
      'concat:/etc/passwd',
      'rtsp://127.0.0.1/',
    ]) {
      const text = `#EXTM3U\n#EXTINF:1,\n${tag}\n${address}\n`.replace('TARGET', target)
      files = new Map(recorded).set('now.m3u8', Buffer.from(text))
      const viewing = look('/now.m3u8')
      await viewing.troubleReported(1)
      expect([viewing.frames, viewing.troubles], target).toEqual([[], ['refused']])
      await viewing.close()
    }
  })

  test('without ffmpeg reports that it is needed', async () => {
    files = recorded
    const viewing = look('/live.m3u8', { ffmpeg: null })
    await viewing.troubleReported(1)
    expect([viewing.troubles, asked()]).toEqual([['needs_ffmpeg'], []])
  })
})
