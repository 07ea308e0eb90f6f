import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CaptureStatus } from '#shared/contract/desktop'
import { type FeedData, type FeedRequest, readFeed } from '#shared/contract/sources/endpoints'
import { apiError } from '#shared/errors'
import { eventually } from '#shared/testing/eventually'
import { useNavMarks } from '../../platform/nav-marks'
import { endSession, useSession } from '../../platform/session'
import { FakeDesktop, notSharing } from '../../platform/test-desktop'
import { FakeEnvironment, settled } from '../../platform/test-environment'
import { onItsWay, serve, signInAs, withServer } from '../../platform/test-server'
import { useSharing } from './sharing'
import { startSources } from './start'
import { useSources } from './store'
import { cameraOf, feedOf, frameId, frameOf, viewerOf } from './test-sources'
import { watchSource } from './watching'

withServer()
const counter = { kind: 'camera', camera_id: 4 } as const
const priya = { kind: 'screen', user_id: 9 } as const

let environment: FakeEnvironment
let feed: FeedData
let reads: unknown[]
let stop: () => void

beforeEach(() => {
  environment = new FakeEnvironment()
  feed = feedOf({ accessible_cctv_feeds: [cameraOf(4, 'Front counter')] })
  reads = serve(readFeed, () => feed)
  stop = () => {}
})
afterEach(() => {
  stop()
  endSession()
  vi.unstubAllGlobals()
})

async function started() {
  signInAs(7, { organizationId: 3 })
  stop = startSources(environment)
  await settled()
}

async function connected() {
  await started()
  environment.latest.accept()
  await eventually(() => expect(useSources.getState().status).toBe('ready'))
}

const requests = () =>
  environment.latest.sent.filter(text => text !== 'ping').map(text => JSON.parse(text) as FeedRequest)
const dot = () => useNavMarks.getState().marks.feed
const status = () => useSources.getState().feedStatus

describe('The feed connection', () => {
  test('exists while somebody is signed in and has chosen a workspace [7.26a]', async () => {
    stop = startSources(environment)
    await settled()
    expect(environment.sockets).toHaveLength(0)
    signInAs(7)
    await settled()
    expect(environment.sockets).toHaveLength(0)
    useSession.getState().choose(3)
    await settled()
    expect(environment.latest.address.pathname).toBe('/sockets/feed')
    endSession()
    expect(environment.latest.closedWith).toBe(1000)
  })

  test('starts anew in another workspace, without data of the previous one', async () => {
    await connected()
    feed = feedOf()
    useSession.getState().choose(5)
    await settled()
    expect(useSources.getState().feed).toBeNull()
    expect(environment.sockets).toHaveLength(2)
    expect(environment.latest.address.searchParams.get('organization_id')).toBe('5')
  })

  test('shows in the navigation: orange while connecting, green when open, nothing when it is over [2.16] [4.10]', async () => {
    await started()
    expect([status(), dot()]).toEqual(['RECONNECTING', { dot: 'connecting' }])
    environment.latest.accept()
    expect([status(), dot()]).toEqual(['CONNECTED', { dot: 'connected' }])
    environment.latest.hangUp(1006)
    expect([status(), dot()]).toEqual(['RECONNECTING', { dot: 'connecting' }])
    await environment.clock.pass(500)
    environment.latest.hangUp(4403)
    expect([status(), dot()]).toEqual(['DISCONNECTED', undefined])
  })

  test('makes three attempts and then rests; the number of the attempt is known [9.5]', async () => {
    await connected()
    const tries: [string, number][] = []
    for (const wait of [500, 120_000, 120_000]) {
      environment.latest.hangUp(1006)
      tries.push([status(), useSources.getState().tries])
      await environment.clock.pass(wait)
    }
    environment.latest.hangUp(1006)
    tries.push([status(), useSources.getState().tries])
    expect(tries).toEqual([
      ['RECONNECTING', 1],
      ['RECONNECTING', 2],
      ['RECONNECTING', 3],
      ['DISCONNECTED', 3],
    ])
    expect(environment.sockets).toHaveLength(4)
  })

  test('reads the feed with each new connection, because updates may have been missed', async () => {
    await connected()
    expect(reads).toHaveLength(1)
    environment.latest.hangUp(1006)
    await environment.clock.pass(500)
    environment.latest.accept()
    await eventually(() => expect(reads).toHaveLength(2))
  })
})

describe('Updates of the feed', () => {
  test('the newest picture of a source stays, whatever order they come in', async () => {
    await connected()
    environment.latest.emit({ event: 'frame', ...frameOf(12, counter, { taken_at: '2026-11-20T14:04:09.000Z' }) })
    environment.latest.emit({ event: 'frame', ...frameOf(11, counter, { taken_at: '2026-11-20T14:04:08.000Z' }) })
    expect(useSources.getState().pictures['camera.4']).toMatchObject({ id: frameId(12), url: '/frames/12.jpg' })
  })

  test('live pictures continue when the clock of the server is set back by an hour', async () => {
    await connected()
    environment.latest.emit({ event: 'frame', ...frameOf(11, counter, { taken_at: '2026-11-20T14:04:09.000Z' }) })
    environment.latest.emit({ event: 'frame', ...frameOf(12, counter, { taken_at: '2026-11-20T13:04:10.000Z' }) })
    expect(useSources.getState().pictures['camera.4']?.id).toBe(frameId(12))
  })

  test('reading the feed does not restore an older picture, and drops those of removed sources', async () => {
    await connected()
    environment.latest.emit({ event: 'frame', ...frameOf(12, counter, { taken_at: '2026-11-20T14:04:09.000Z' }) })
    await useSources.getState().refresh()
    expect(useSources.getState().pictures['camera.4']?.id).toBe(frameId(12))
    feed = feedOf()
    await useSources.getState().refresh()
    expect(useSources.getState().pictures).toEqual({})
  })

  test('viewers are known by name at once [D34]', async () => {
    await connected()
    environment.latest.emit({ event: 'viewers', source: counter, users: [viewerOf(8, 'Tom Reyes')] })
    expect(useSources.getState().viewers['camera.4']?.map(viewer => viewer.name)).toEqual(['Tom Reyes'])
  })

  test('a change reads the feed again; many changes at once read it one more time, not once each', async () => {
    await connected()
    feed = feedOf({ accessible_cctv_feeds: [cameraOf(4, 'Front counter'), cameraOf(6, 'Rear yard')] })
    for (let round = 0; round < 5; round += 1) environment.latest.emit({ event: 'feed_changed' })
    await eventually(() => expect(useSources.getState().items).toHaveLength(2))
    await settled()
    expect(reads).toHaveLength(3)
  })

  test('a camera that was removed does not come back with an answer that was on its way', async () => {
    await connected()
    const { given, arrive } = onItsWay(feed)
    const older = serve(readFeed, () => given)
    const reading = useSources.getState().refresh()
    await eventually(() => expect(older).toHaveLength(1))
    useSources.getState().drop(4)
    arrive()
    await reading
    expect(useSources.getState()).toMatchObject({ status: 'ready', items: [] })
  })

  test('the feed of another workspace does not wait for an answer about the previous one', async () => {
    await started()
    environment.latest.accept()
    const { given, arrive } = onItsWay(feed)
    const older = serve(readFeed, () => given)
    void useSources.getState().refresh()
    await eventually(() => expect(older.length).toBeGreaterThan(0))
    serve(readFeed, feedOf({ accessible_cctv_feeds: [cameraOf(6, 'Rear yard')] }))
    useSession.getState().choose(5)
    void useSources.getState().refresh()
    await eventually(() => expect(useSources.getState().status).toBe('ready'))
    arrive()
    await settled()
    expect(useSources.getState().items.map(camera => camera.name)).toEqual(['Rear yard'])
  })

  test('a failed reading keeps the data read before', async () => {
    await connected()
    serve(readFeed, apiError('server.unavailable'))
    await useSources.getState().refresh()
    expect(useSources.getState()).toMatchObject({
      status: 'ready',
      failure: { code: 'server.unavailable' },
    })
    expect(useSources.getState().items).toHaveLength(1)
  })
})

describe('Watching', () => {
  const seen = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
    return settled()
  }

  test('subscribes to shown sources once, however often they are shown, and only while they are [D32]', async () => {
    await connected()
    const ends = [watchSource(counter), watchSource(counter), watchSource(priya)]
    await settled()
    expect(requests()).toEqual([
      { event: 'watch', source: counter },
      { event: 'watch', source: priya },
    ])
    ends[0]?.()
    ends[0]?.()
    await settled()
    expect(requests()).toHaveLength(2)
    for (const end of ends) end()
    await settled()
    expect(requests().slice(2)).toEqual([
      { event: 'unwatch', source: counter },
      { event: 'unwatch', source: priya },
    ])
  })

  test('continues when a tile is replaced by the large picture of the same source', async () => {
    await connected()
    const tile = watchSource(counter)
    await settled()
    tile()
    const large = watchSource(counter)
    await settled()
    expect(requests()).toEqual([{ event: 'watch', source: counter }])
    large()
  })

  test('is repeated on a new connection', async () => {
    await connected()
    const end = watchSource(counter)
    await settled()
    environment.latest.hangUp(1006)
    await environment.clock.pass(500)
    environment.latest.accept()
    await settled()
    expect(environment.sockets).toHaveLength(2)
    expect(requests()).toEqual([{ event: 'watch', source: counter }])
    end()
  })

  test('pauses while the page is in the background, so that nobody is captured for a hidden page [D32]', async () => {
    await connected()
    const end = watchSource(counter)
    await settled()
    await seen('hidden')
    expect(requests().at(-1)).toEqual({ event: 'unwatch', source: counter })
    await seen('visible')
    expect(requests().at(-1)).toEqual({ event: 'watch', source: counter })
    end()
    vi.restoreAllMocks()
  })
})

describe('On the desktop', () => {
  async function onDesktop(capture: CaptureStatus = notSharing) {
    const app = new FakeDesktop({
      captureStatus: () => capture,
      feedStatus: () => 'DISCONNECTED',
      watch: () => undefined,
      unwatch: () => undefined,
    })
    vi.stubGlobal('wheelhouse', app.bridge)
    await started()
    await eventually(() => expect(useSources.getState().status).toBe('ready'))
    return app
  }

  test('a page that missed the connecting asks for the state, and prefers newer events', async () => {
    const app = await onDesktop()
    expect(status()).toBe('DISCONNECTED')
    stop()
    app.answer({ feedStatus: () => 'CONNECTED' })
    stop = startSources(environment)
    await eventually(() => expect(status()).toBe('CONNECTED'))
    stop()

    stop = startSources(environment)
    app.push('feedStatus', 'RECONNECTING')
    await settled()
    expect(status()).toBe('RECONNECTING')
  })

  test('the main process holds the connection; the page opens none of its own [0.5e]', async () => {
    const app = await onDesktop()
    expect(environment.sockets).toHaveLength(0)
    app.push('feedStatus', 'CONNECTED')
    await eventually(() => expect(dot()).toEqual({ dot: 'connected' }))
    app.push('feedStatus', 'RECONNECTING')
    await eventually(() => expect(dot()).toEqual({ dot: 'connecting' }))
    app.push('feedStatus', 'DISCONNECTED')
    await eventually(() => expect(dot()).toBeUndefined())
  })

  test('the feed is read again one second after sharing starts or ends [4.11b]', async () => {
    const sharing = { ...notSharing, state: 'sharing', sharing: 'sharing' } as const
    const app = await onDesktop(sharing)
    await eventually(() => expect(useSharing.getState().now?.state).toBe('sharing'))
    await environment.clock.pass(1_000)
    await eventually(() => expect(reads).toHaveLength(2))
    for (const now of [notSharing, sharing]) {
      const before = reads.length
      app.push('captureChanged', now)
      await eventually(() => expect(useSharing.getState().now?.state ?? 'off').toBe(now.state))
      await environment.clock.pass(999)
      expect(reads).toHaveLength(before)
      await environment.clock.pass(1)
      await eventually(() => expect(reads).toHaveLength(before + 1))
    }
  })

  test('pictures and subscriptions go over the bridge', async () => {
    const app = await onDesktop()
    const end = watchSource(counter)
    await settled()
    expect(app.callsOn('watch')).toEqual([counter])
    app.push('feed', { event: 'frame', ...frameOf(12, counter, { taken_at: '2026-11-20T14:04:09.000Z' }) })
    await eventually(() => expect(useSources.getState().pictures['camera.4']?.id).toBe(frameId(12)))
    expect(status()).toBe('CONNECTED')
    end()
    await settled()
    expect(app.callsOn('unwatch')).toEqual([counter])
  })
})
