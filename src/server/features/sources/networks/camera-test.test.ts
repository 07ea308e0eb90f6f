import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CameraProblem, testCamera } from '#shared/contract/sources/camera-tests'
import { changePermission, readFeed } from '#shared/contract/sources/endpoints'
import { CameraServer, pictureOf, shows } from '../../../platform/media/testing/camera-server'
import { notAllowed, notFound, openYard, type Yard } from '../test-yard'

let device: CameraServer
let yard: Yard
let picture: Buffer

beforeAll(async () => {
  device = await CameraServer.open()
  yard = await openYard({ CAMERA_ALLOWED_NETWORKS: '127.0.0.1' })
  picture = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#c02020' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => device.close())
beforeEach(() => {
  device.asked.length = 0
  device.answer = shows(picture)
})

const tried = (address: string) => yard.dev.call(testCamera, { address })

describe('Testing the address of a camera before it is added [D35, 7.23]', () => {
  test('shows a small picture, its size, its format and how long it took', async () => {
    const result = await tried(device.address('/still.jpg').href)
    expect(result).toMatchObject({ works: true, kind: 'still', width: 1280, height: 720, codec: 'jpeg' })
    if (!result.works) throw new Error('It does not work.')
    const shown = await sharp(Buffer.from(result.picture.split(',')[1] ?? '', 'base64')).metadata()
    expect(shown).toMatchObject({ format: 'jpeg', width: 640, height: 360 })
    expect(result.milliseconds).toBeGreaterThanOrEqual(0)
    expect(device.asked).toHaveLength(1)
    await device.allGone()
  })

  const asks = (status: number) => () => {
    device.answer = response => response.writeHead(status, { 'www-authenticate': 'Basic realm="yard"' }).end()
  }
  test.each<[CameraProblem, string, () => void]>([
    ['address_invalid', 'gate', () => {}],
    ['address_invalid', 'ftp://9.9.9.9/still.jpg', () => {}],
    ['name_not_found', 'http://no-such-camera.invalid/still.jpg', () => {}],
    ['connection_refused', 'http://127.0.0.1:1/still.jpg', () => {}],
    ['password_missing', '/still.jpg', asks(401)],
    ['password_wrong', 'keeper:pa55word@/still.jpg', asks(401)],
    ['forbidden', '/still.jpg', asks(403)],
    ['path_not_found', '/still.jpg', asks(404)],
    ['no_answer', '/still.jpg', asks(500)],
    ['web_page', '/', () => (device.answer = shows(Buffer.from('<!doctype html>'), 'text/html; charset=utf-8'))],
    ['not_a_picture', '/still.jpg', () => (device.answer = shows(Buffer.from('PNG')))],
    ['not_a_picture', '/still.jpg', () => (device.answer = shows(pictureOf('damaged')))],
  ])('names what is wrong: %s at %s', async (problem, address, prepare) => {
    prepare()
    const [credentials, path] = address.includes('@/') ? address.split('@') : ['', address]
    const url = path?.startsWith('/')
      ? device.address(path).href.replace('//', `//${credentials}${credentials && '@'}`)
      : address
    expect(await tried(url)).toEqual({ works: false, problem, network: null })
  })

  test('a camera that never sends its picture is given up after a while, and others test meanwhile', async () => {
    device.answer = () => {}
    const waiting = tried(device.address('/still.jpg').href)
    await device.until(1)
    await expect(tried(device.address('/still.jpg').href)).rejects.toMatchObject({
      status: 409,
      code: 'camera.test_running',
    })
    device.answer = shows(picture)
    expect(await yard.maya.call(testCamera, { address: device.address('/still.jpg').href })).toMatchObject({
      works: true,
    })
    yard.server.clock.advance(10_000)
    expect(await waiting).toEqual({ works: false, problem: 'timeout', network: null })
    expect(await tried(device.address('/still.jpg').href)).toMatchObject({ works: true })
  })

  test('never connects to an address that cameras must not use, nor follows one there', async () => {
    for (const address of ['http://169.254.169.254/latest', 'http://[::1]/still.jpg', 'http://127.0.0.2/still.jpg']) {
      expect(await tried(address)).toEqual({ works: false, problem: 'network_refused', network: null })
    }
    device.answer = response => response.writeHead(302, { location: `http://127.0.0.2:${device.port}/inside` }).end()
    expect(await tried(device.address('/still.jpg').href)).toMatchObject({ works: false, problem: 'network_refused' })
    expect(device.asked.map(({ url }) => url)).toEqual(['/still.jpg'])
  })

  test('uses the stored password at the stored address only, and tells it to nobody', async () => {
    const needsPassword = () => {
      device.answer = (response, request) =>
        request.headers.authorization
          ? shows(picture)(response, request)
          : response.writeHead(401, { 'www-authenticate': 'Basic realm="yard"' }).end()
    }
    needsPassword()
    const url = device.address('/still.jpg').href
    const camera_id = await yard.camera('Safe', { url: url.replace('//', '//keeper:pa55word@') })
    const shown = (await yard.dev.call(readFeed, {})).accessible_cctv_feeds.find(
      camera => camera.camera_id === camera_id,
    )?.url
    const result = await yard.dev.call(testCamera, { address: shown ?? '', camera_id })
    expect(result).toMatchObject({ works: true })
    const elsewhere = await yard.dev.call(testCamera, { address: device.address('/other.jpg').href, camera_id })
    expect(elsewhere).toEqual({ works: false, problem: 'password_missing', network: null })
    expect(JSON.stringify([result, elsewhere])).not.toMatch(/pa55word|keeper/)
    expect(yard.server.logLines.join('\n')).not.toMatch(/pa55word/)
  })

  test('is allowed to those who manage cameras; a camera elsewhere does not exist', async () => {
    const address = device.address('/still.jpg').href
    await expect(yard.tom.call(testCamera, { address })).rejects.toMatchObject(notAllowed)
    const camera_id = await yard.camera('Ours', { url: address })
    await yard.dev.call(changePermission, { camera_id, organisation: true })
    const missing = notFound('camera.not_found')
    await expect(yard.zoe.call(testCamera, { address, camera_id })).rejects.toMatchObject(missing)
    await expect(yard.dev.call(testCamera, { address, camera_id: 999_999_999 })).rejects.toMatchObject(missing)
    expect(device.asked).toHaveLength(0)
  })
})
