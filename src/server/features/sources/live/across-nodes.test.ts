import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closeCodes } from '#shared/contract/live'
import { changePermission, readFeed, type Source } from '#shared/contract/sources/endpoints'
import { eventually } from '#shared/testing/eventually'
import { Actor } from '../../../../../test/actor'
import { NatsServer } from '../../../../../test/nats-server'
import { openTestServer, type TestServer } from '../../../../../test/test-server'
import { CameraServer, shows } from '../../../platform/media/testing/camera-server'
import { captureNow } from '../service'
import { cameraSource, openYard, screenOf, type Yard } from '../test-yard'
import { Desktop, pictureOf } from '../testing/desktop'
import { closeAllFeedClients, FeedClient } from '../testing/feed-client'

const second = 1_000
let nats: NatsServer
let device: CameraServer
/** The node at which people share. */
let yard: Yard
/** The node at which they watch. */
let other: TestServer
let maya: Actor
let tom: Actor
let lena: Actor

beforeAll(async () => {
  nats = await NatsServer.start()
  device = await CameraServer.open()
  const settings = { NATS_URL: nats.url, CAMERA_ALLOWED_NETWORKS: '127.0.0.0/8' }
  yard = await openYard(settings)
  other = await openTestServer({ beside: yard.server, settings })
  await untilConnected(1)
  ;({ maya, tom, lena } = yard)
})
afterAll(() => device.close())
afterEach(async () => {
  await closeAllFeedClients()
  await untilState(maya, tom, 'off')
  yard.server.clock.advance(10 * second)
})

const untilConnected = (times: number) =>
  eventually(() => {
    for (const { logLines } of [yard.server, other])
      expect(logLines.filter(line => line.includes('Connected to NATS'))).toHaveLength(times)
  })

const atOther = (who: Actor): Actor => Object.assign(new Actor(other, who.ip), who, { server: other })

/** Waits until the other node knows how somebody's screen is shared. */
const untilState = (who: Actor, whose: Actor, state: string) =>
  eventually(async () => {
    const feed = await atOther(who).call(readFeed, {})
    const screen = [...feed.screen_sharing_users, ...feed.accessible_user_screens].find(
      ({ user }) => user.user_id === whose.user_id,
    )
    expect(screen?.state ?? 'off').toBe(state)
  })

async function watchingElsewhere(who: Actor, source: Source): Promise<FeedClient> {
  const client = await FeedClient.of(atOther(who))
  client.watch(source)
  await client.until('viewers', ({ users }) => users.some(user => user.user_id === who.user_id))
  return client
}

const viewersOf = (frame_id: string) =>
  yard.server.asOwner<{ viewer_kind: string; viewer_id: string }>(
    'select viewer_kind, viewer_id::int from frame_views where frame_id = $1 order by viewer_kind, viewer_id',
    [frame_id],
  )

describe('A screen that is shared at one node and watched at another [D32, D34]', () => {
  test('is asked while somebody watches there; the sharer sees them, and each picture records who saw it', async () => {
    const desktop = await Desktop.sharing(tom)
    await untilState(maya, tom, 'sharing')
    const viewer = await watchingElsewhere(maya, screenOf(tom))
    await desktop.client.untilViewers(screenOf(tom), ['Maya Okafor'])
    await desktop.answer(1, pictureOf('a red window'))
    const { id, url } = await viewer.until('frame')
    const shown = await fetch(new URL(url, other.url))
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(pictureOf('a red window'))
    expect(await viewersOf(id)).toEqual([{ viewer_kind: 'person', viewer_id: maya.user_id }])
    expect((await tom.call(readFeed, {})).screen_viewers).toMatchObject([{ users: [{ name: 'Maya Okafor' }] }])

    viewer.unwatch(screenOf(tom))
    await desktop.client.untilViewers(screenOf(tom), [])
    yard.server.clock.advance(30 * second)
    await desktop.client.ping()
    expect(desktop.asked).toHaveLength(1)
  })

  test('is shown at the other node to nobody who may not see it, and no longer to whom it is taken from', async () => {
    const desktop = await Desktop.sharing(tom)
    await untilState(maya, tom, 'sharing')
    await tom.call(changePermission, { organisation: false })
    const [plain, stranger] = [await FeedClient.of(atOther(lena)), await FeedClient.of(atOther(yard.zoe))]
    plain.watch(screenOf(tom))
    stranger.watch(screenOf(tom))
    await plain.until('feed_changed')
    await stranger.until('feed_changed')
    await desktop.client.ping()
    expect(desktop.asked).toEqual([])

    await tom.call(changePermission, { organisation: true })
    plain.watch(screenOf(tom))
    await desktop.client.untilViewers(screenOf(tom), ['Lena Fuchs'])
    await desktop.answer(1)
    await plain.until('frame')
    await tom.call(changePermission, { organisation: false })
    await desktop.client.untilViewers(screenOf(tom), [])
    yard.server.clock.advance(5 * second)
    await plain.ping()
    expect(plain.heard('frame')).toHaveLength(1)
    expect(stranger.heard('frame')).toEqual([])
  })

  test('is looked at by a job of another node, which its viewers are told', async () => {
    const desktop = await Desktop.sharing(tom)
    await untilState(maya, tom, 'sharing')
    const [source, job] = [screenOf(tom), { job_id: 9, name: 'Count the bikes' }]
    const taking = captureNow(other.app.context, { organization_id: tom.organization_id, source, job })
    await desktop.client.untilViewers(source, ['Count the bikes'])
    await desktop.answer(1)
    expect(await viewersOf((await taking).id)).toEqual([{ viewer_kind: 'job', viewer_id: 9 }])
    await desktop.client.untilViewers(source, [])
  })

  test('is paused and stopped from there', async () => {
    const desktop = await Desktop.sharing(tom)
    await untilState(maya, tom, 'sharing')
    const phone = await FeedClient.of(atOther(tom))
    phone.say({ event: 'stop_sharing' })
    await desktop.client.until('stop_sharing')
  })

  test('goes on at the other node when its computer reconnects there, without an end in between [9.5]', async () => {
    const desktop = await Desktop.sharing(tom)
    await untilState(maya, tom, 'sharing')
    const viewer = await watchingElsewhere(maya, screenOf(tom))
    const before = (await yard.events('screen.stopped')).length
    desktop.client.socket.terminate()
    await untilState(maya, tom, 'reconnecting')
    const again = await Desktop.sharing(atOther(tom))
    await again.answer(1)
    await viewer.until('frame')
    expect((await yard.events('screen.stopped')).length).toBe(before)
    await again.client.leave(closeCodes.normal)
    await eventually(async () => expect((await yard.events('screen.stopped')).length).toBe(before + 1))
  })

  test('ends there when its node is not heard of for 15 seconds, and goes on when it is', async () => {
    const desktop = await Desktop.sharing(tom)
    await untilState(maya, tom, 'sharing')
    const viewer = await watchingElsewhere(maya, screenOf(tom))
    await desktop.answer(1)
    await viewer.until('frame')
    await nats.kill()
    await eventually(() => expect(other.app.context.bus.isConnected).toBe(false))
    viewer.frames.length = 0
    yard.server.clock.advance(25 * second)
    await viewer.until('feed_changed')
    await untilState(maya, tom, 'off')
    await desktop.client.untilViewers(screenOf(tom), [])
    const asked = desktop.asked.length
    await nats.start()
    await eventually(() => {
      yard.server.clock.advance(second)
      expect([yard.server, other].map(({ app }) => app.context.bus.isConnected)).toEqual([true, true])
    })
    await untilState(maya, tom, 'sharing')
    await desktop.answer(asked + 1)
    await viewer.until('frame')
  })

  test('is shown with its newest picture, whatever came while the last one was shown', async () => {
    await Desktop.sharing(tom)
    await untilState(maya, tom, 'sharing')
    const viewer = await watchingElsewhere(maya, screenOf(tom))
    const start = yard.server.clock.now()
    const all = Array.from({ length: 50 }, (_, index) => new Date(start + index).toISOString())
    const { organization_id } = tom
    for (const taken_at of all) {
      const picture = { id: crypto.randomUUID(), source: screenOf(tom), object_key: 'frames/1', taken_at }
      yard.server.app.context.bus.publish({ topic: 'feed_picture', organization_id, picture })
    }
    await viewer.until('frame', ({ taken_at }) => taken_at === all.at(-1))
    expect(viewer.heard('frame').length).toBeLessThan(25)
  })
})

test('A camera that is watched at two nodes is opened once, and by the other one when the first wants no more [D35]', async () => {
  device.answer = shows(pictureOf('the gate'))
  const source = cameraSource(await yard.camera('Gate', { url: device.address('/still.jpg').href }))
  const [here, there] = [await FeedClient.of(maya), await FeedClient.of(atOther(yard.dev))]
  here.watch(source)
  await here.until('frame')
  yard.server.clock.advance(second)
  await here.untilCount('frame', 2)
  there.watch(source)
  await here.untilViewers(source, ['Maya Okafor', 'Dev Anand'])
  yard.server.clock.advance(second)
  const [mine, theirs] = [await here.untilCount('frame', 3), await there.untilCount('frame', 1)]
  expect(theirs.id).toBe(mine.id)
  expect(device.asked).toHaveLength(3)
  expect(await viewersOf(mine.id)).toHaveLength(2)
  here.unwatch(source)
  await there.untilViewers(source, ['Dev Anand'])
  await there.untilCount('frame', 2)
})
