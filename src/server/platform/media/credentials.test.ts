import type { IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CameraServer, pictureOf, shows } from './testing/camera-server'
import {
  basicHeader,
  type DigestParams,
  digestChallenge,
  password,
  provesDigest,
  withPassword,
} from './testing/password'
import { loopbackAllowed, Viewer } from './testing/viewer'

let camera: CameraServer
let viewer: Viewer

beforeAll(async () => {
  camera = await CameraServer.open()
})
afterAll(() => camera.close())
afterEach(async () => {
  await viewer.close()
  camera.asked.length = 0
})

/** A camera that shows its picture to clients that prove knowledge of the password. */
function asksWith(challenge: string, isProof: (header: string | undefined, request: IncomingMessage) => boolean): void {
  camera.answer = (response, request) => {
    if (isProof(request.headers.authorization, request)) shows(pictureOf('inside'))(response, request)
    else response.writeHead(401, { 'www-authenticate': challenge }).end()
  }
}

const asksBasic = () => asksWith('Basic realm="gate"', header => header === basicHeader())

describe('The name and password in a camera’s address [D35]', () => {
  test('are sent when the camera asks, and from then on in advance', async () => {
    asksBasic()
    viewer = Viewer.of(withPassword(camera.address('/')), 'still')
    await viewer.frame(1)
    viewer.clock.advance(1_000)
    await viewer.frame(2)
    expect(camera.asked.map(request => request.headers.authorization)).toEqual([
      undefined,
      basicHeader(),
      basicHeader(),
    ])
  })

  test.each<DigestParams>([
    {},
    { qop: 'auth' },
    { algorithm: 'MD5', qop: 'auth-int, auth' },
    { algorithm: 'SHA-256', qop: 'auth' },
    { algorithm: 'SHA-256' },
  ])('are proved by a digest, without being sent: %o', async params => {
    asksWith(digestChallenge(params), (header, { url = '' }) => provesDigest(header, 'GET', url, params))
    viewer = Viewer.of(withPassword(camera.address('/now.jpg?size=1')), 'still')
    await viewer.frame(1)
    viewer.clock.advance(1_000)
    await viewer.frame(2)
    expect(camera.asked).toHaveLength(3)
    const counts = camera.asked.flatMap(request => /nc=(\w+)/.exec(request.headers.authorization ?? '')?.[1] ?? [])
    expect(counts).toEqual(params.qop ? ['00000001', '00000002'] : [])
  })

  test('are proved by the strongest scheme that the camera offers', async () => {
    const params = { algorithm: 'SHA-256', qop: 'auth' } as const
    const offers = ['Basic realm="gate"', digestChallenge({ qop: 'auth' }), digestChallenge(params)].join(', ')
    asksWith(offers, (header, { url = '' }) => provesDigest(header, 'GET', url, params))
    viewer = Viewer.of(withPassword(camera.address('/')), 'still')
    await viewer.frame(1)
    expect(camera.asked).toHaveLength(2)
  })

  test('are proved again when the camera sends another nonce', async () => {
    let nonce = 'one'
    const isCurrent = (header = '') => header.includes(`nonce="${nonce}"`)
    camera.answer = (response, request) => {
      const challenge = `Digest realm="gate", nonce="${nonce}", qop="auth", stale=true`
      if (isCurrent(request.headers.authorization)) shows(pictureOf('inside'))(response, request)
      else response.writeHead(401, { 'www-authenticate': challenge }).end()
    }
    viewer = Viewer.of(withPassword(camera.address('/')), 'still')
    await viewer.frame(1)
    nonce = 'two'
    viewer.clock.advance(1_000)
    await viewer.frame(2)
    expect([viewer.troubles, camera.asked.length]).toEqual([[null], 4])
  })

  test.each(['Basic realm="gate"', digestChallenge({ qop: 'auth' })])(
    'that are wrong are tried once: %s',
    async challenge => {
      asksWith(challenge, () => false)
      viewer = Viewer.of(withPassword(camera.address('/'), 'wrong'), 'still')
      await viewer.troubleReported(1)
      expect([viewer.troubles, camera.asked.length]).toEqual([['refused'], 2])
    },
  )

  test.each([
    'Bearer',
    'Digest realm="gate", nonce="1", algorithm=MD5-sess',
    'Digest realm="gate", nonce="1", qop="auth-int"',
    '',
  ])('are withheld from a camera with an unknown scheme: %j', async challenge => {
    asksWith(challenge, () => false)
    viewer = Viewer.of(withPassword(camera.address('/')), 'still')
    await viewer.troubleReported(1)
    expect([viewer.troubles, camera.asked.length]).toEqual([['refused'], 1])
  })

  test('are not sent to redirect targets', async () => {
    const other = await CameraServer.open()
    other.answer = response => response.writeHead(401, { 'www-authenticate': 'Basic realm="thief"' }).end()
    camera.answer = (response, request) => {
      const isIn = request.headers.authorization === basicHeader()
      if (isIn) response.writeHead(302, { location: other.address('/').href }).end()
      else response.writeHead(401, { 'www-authenticate': 'Basic realm="gate"' }).end()
    }
    viewer = Viewer.of(withPassword(camera.address('/')), 'still')
    await viewer.troubleReported(1)
    await other.close()
    expect(viewer.troubles).toEqual(['refused'])
    expect(other.asked.map(request => request.headers.authorization)).toEqual([undefined])
  })

  test('do not occur in the log', async () => {
    asksBasic()
    viewer = Viewer.of(withPassword(camera.address('/'), 'wrong-sesame'), 'still', { allowed: loopbackAllowed })
    await viewer.troubleReported(1)
    expect(viewer.logged).toHaveLength(1)
    expect(viewer.logged.join()).not.toMatch(/sesame|anna/)
    expect(viewer.logged.join()).not.toContain(password)
  })
})
