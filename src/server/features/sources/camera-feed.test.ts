import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteCamera, editCamera } from '#shared/contract/sources/cameras'
import { changePermission, FeedFrame, readFeed, readFrames } from '#shared/contract/sources/endpoints'
import { eventually } from '#shared/testing/eventually'
import type { Actor } from '../../../../test/actor'
import { CameraServer, pictureOf, shows } from '../../platform/media/testing/camera-server'
import { captureNow } from './service'
import { cameraSource, openYard, type Yard } from './test-yard'
import { closeAllFeedClients, FeedClient } from './testing/feed-client'

const second = 1000
const onLoopback = { CAMERA_ALLOWED_NETWORKS: '127.0.0.0/8' }
let device: CameraServer
let yard: Yard
let dev: Actor
let lena: Actor
let camera_id: number

beforeAll(async () => {
  device = await CameraServer.open()
  yard = await openYard(onLoopback)
  ;({ dev, lena } = yard)
})
afterAll(() => device.close())
beforeEach(async () => {
  device.answer = shows(pictureOf('the gate'))
  camera_id = await yard.camera('Gate', { url: device.address('/still.jpg').href })
})
afterEach(async () => {
  await closeAllFeedClients()
  // The camera has five seconds from when the server notices; before that, advancing the clock has no effect.
  const { sockets } = yard.server.app.context.metrics
  await eventually(async () => expect((await sockets.get()).values.map(value => value.value)).toEqual([0]))
  yard.server.clock.advance(6 * second)
  await device.allGone()
  device.asked.length = 0
})

async function watching(who: Actor): Promise<FeedClient> {
  const page = await FeedClient.of(who)
  page.watch(cameraSource(camera_id))
  // Others may be admitted before them, which they receive as well.
  await page.until('viewers', ({ users }) => users.some(user => user.user_id === who.user_id))
  return page
}
const seen = async (who = dev) =>
  (await who.call(readFeed, {})).accessible_cctv_feeds.find(camera => camera.camera_id === camera_id)
const picture = async (url: string) => Buffer.from(await (await fetch(new URL(url, yard.server.url))).arrayBuffer())

/** Advances the time, letting everybody act, until the camera was asked this many times. */
async function untilRequested(count: number): Promise<void> {
  while (device.asked.length < count) {
    yard.server.clock.advance(second)
    await seen()
  }
}

/** Advances the time second by second, so that what the camera is asked in each of them arrives. */
async function pass(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) {
    yard.server.clock.advance(second)
    await seen()
  }
}

/** Advances the time while the camera must not be asked. */
async function expectNoRequest(): Promise<void> {
  const asked = device.asked.length
  await pass(10)
  expect(device.asked).toHaveLength(asked)
}

describe('Fetching a camera [D35]', () => {
  test('happens while somebody watches and not before; all viewers get the same pictures, one a second', async () => {
    yard.server.clock.advance(60 * second)
    expect(device.asked).toEqual([])
    await dev.call(changePermission, { camera_id, organisation: true })
    const pages = [await watching(dev)]
    const first = await pages[0]?.until('frame')
    pages.push(...(await Promise.all([watching(yard.maya), watching(yard.tom), watching(lena)])))
    device.answer = shows(pictureOf('somebody at the gate'))
    yard.server.clock.advance(second)
    const shown = await Promise.all(pages.map((page, index) => page.untilCount('frame', index === 0 ? 2 : 1)))
    expect(new Set(shown.map(frame => frame.id)).size).toBe(1)
    expect(shown[0]).toMatchObject({ source: cameraSource(camera_id) })
    expect(await picture(first?.url ?? '')).toEqual(pictureOf('the gate'))
    expect(await picture(shown[0]?.url ?? '')).toEqual(pictureOf('somebody at the gate'))
    expect(device.asked).toHaveLength(2)
    expect(await seen()).toMatchObject({ trouble: null, last_frame: { id: shown[0]?.id } })
    expect(await lena.call(readFrames, { ids: [first?.id ?? ''] })).toHaveLength(1)
    const kept = await yard.server.asOwner<{ viewer_id: string }>(
      'select viewer_id from frame_views where frame_id = $1',
      [shown[0]?.id],
    )
    expect(kept).toHaveLength(4)
    const entries = (await yard.audited(`camera:${camera_id}`)).filter(({ kind }) => /viewed|captured/.test(kind))
    const kinds = entries.map(entry => entry.kind)
    expect(kinds.filter(kind => kind === 'camera.viewed')).toHaveLength(4)
    expect(kinds.filter(kind => kind === 'camera.captured')).toHaveLength(1)
    expect(new Set(entries.map(({ details }) => details.name))).toEqual(new Set(['Gate']))
  })

  test('continues for five seconds after the last viewer, and nothing of that is stored', async () => {
    const page = await watching(dev)
    await page.until('frame')
    page.unwatch(cameraSource(camera_id))
    await page.untilViewers(cameraSource(camera_id), [])
    yard.server.clock.advance(4 * second)
    page.watch(cameraSource(camera_id))
    await page.untilViewers(cameraSource(camera_id), ['Dev Anand'])
    yard.server.clock.advance(4 * second)
    await untilRequested(3)
    await page.untilCount('frame', 2)

    page.unwatch(cameraSource(camera_id))
    await page.untilViewers(cameraSource(camera_id), [])
    await pass(5)
    await device.allGone()
    await expectNoRequest()
    const rows = await yard.server.asOwner('select from frames where source_id = $1 and source_kind = $2', [
      camera_id,
      'camera',
    ])
    expect(rows).toHaveLength(page.heard('frame').length)
  })

  test('uses the name and password of its address, which nobody is shown', async () => {
    const address = device.address('/still.jpg')
    address.username = 'keeper'
    address.password = 'pa55word'
    device.answer = (response, request) => {
      if (request.headers.authorization) shows(pictureOf('behind the door'))(response, request)
      else response.writeHead(401, { 'www-authenticate': 'Basic realm="camera"' }).end()
    }
    camera_id = await yard.camera('Locked', { url: address.href })
    const page = await watching(dev)
    await page.until('frame')
    const expected = `Basic ${Buffer.from('keeper:pa55word').toString('base64')}`
    expect(device.asked.at(-1)?.headers.authorization).toBe(expected)
    expect(JSON.stringify([await seen(), page.frames])).not.toContain('pa55word')
    expect(yard.server.logLines.join('\n')).not.toContain('pa55word')
  })

  test('reports since when no picture comes and why, with the last one', async () => {
    const page = await watching(dev)
    const { id } = await page.until('frame')
    device.answer = response => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Log in</p>')
    page.frames.length = 0
    yard.server.clock.advance(second)
    await page.until('feed_changed')
    const since = (await seen())?.trouble_since
    expect(await seen()).toMatchObject({
      trouble: 'not_a_picture',
      trouble_since: new Date(yard.server.clock.now()).toISOString(),
      last_frame: { id },
    })
    await untilRequested(device.asked.length + 2)
    expect((await seen())?.trouble_since).toBe(since)

    device.answer = shows(pictureOf('back again'))
    page.frames.length = 0
    await untilRequested(device.asked.length + 1)
    await page.until('frame')
    await page.until('feed_changed')
    expect(await seen()).toMatchObject({ trouble: null, trouble_since: null })
  })

  test('uses a new address as soon as it is changed', async () => {
    const page = await watching(dev)
    await page.until('frame')
    device.asked.length = 0
    await dev.call(editCamera, { camera_id, url: device.address('/other.jpg').href })
    await device.until(1)
    expect(device.asked.at(-1)?.url).toBe('/other.jpg')
    await page.untilCount('frame', 2)
  })

  test('ends once it is deleted; viewers are disconnected', async () => {
    const page = await watching(dev)
    await page.until('frame')
    await dev.call(deleteCamera, { feedId: camera_id })
    await page.until('feed_changed')
    await device.allGone()
    await expectNoRequest()
  })

  test('ends for those who lost the right to see it [D41]', async () => {
    await dev.call(changePermission, { camera_id, user_ids: [lena.user_id] })
    const [page, other] = [await watching(lena), await watching(dev)]
    await page.until('frame')
    await dev.call(changePermission, { camera_id, user_ids: [] })
    await page.until('feed_changed')
    await other.untilViewers(cameraSource(camera_id), ['Dev Anand'])
    const [heard, shown] = [page.heard('frame').length, other.heard('frame').length]
    yard.server.clock.advance(second)
    await other.untilCount('frame', shown + 1)
    await page.ping()
    expect(page.heard('frame')).toHaveLength(heard)
    expect(await seen(lena)).toBeUndefined()
  })

  test('happens for a job, although nobody watches', async () => {
    const source = cameraSource(camera_id)
    const job = { job_id: 9, name: 'Count the bikes' }
    const about = { organization_id: dev.organization_id, source, job }
    const frame = await captureNow(yard.server.app.context, about)
    expect(await picture(frame.url)).toEqual(pictureOf('the gate'))
    expect(await seen()).toMatchObject({ last_frame: { id: frame.id } })
    const rows = await yard.server.asOwner('select viewer_kind, name from frame_views where frame_id = $1', [frame.id])
    expect(rows).toEqual([{ viewer_kind: 'job', name: 'Count the bikes' }])
  })

  test('is shown to who follows its record when a job causes a picture, also after it was closed meanwhile', async () => {
    const source = cameraSource(camera_id)
    const page = await watching(dev)
    await page.until('frame')
    page.unwatch(source)
    await page.untilViewers(source, [])
    page.follow(source)
    await page.ping()
    await pass(6)
    await device.allGone()
    await expectNoRequest()
    page.frames.length = 0
    // A job that is tried out has no number yet.
    const job = { job_id: 0, name: 'Count the bikes' }
    const { id } = await captureNow(yard.server.app.context, { organization_id: dev.organization_id, source, job })
    await page.until('frame', frame => frame.id === id)
    const watched = page.heard('viewers').filter(({ users }) => users.some(({ name }) => name === job.name))
    expect(watched.map(frame => FeedFrame.parse(frame))).toEqual(watched)
    expect(watched).not.toEqual([])
  })
})

test('A stopping server closes its cameras and its sockets', async () => {
  const other = await openYard(onLoopback)
  const address = device.address('/still.jpg').href
  const source = cameraSource(await other.camera('Gate', { url: address }))
  const page = await FeedClient.of(other.dev)
  page.watch(source)
  await page.until('frame')
  await other.server.app.close()
  expect(await page.closed).toBe(1001)
  await device.allGone()
  expect(other.server.logLines.filter(line => line.includes('"level":50'))).toEqual([])
})
