import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Subject } from '#shared/contract/access/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { readFeed, readFrames, type Source } from '#shared/contract/sources/endpoints'
import type { Actor } from '../../../../test/actor'
import { closeAllClients, LiveClient } from '../../platform/live/testing/live-client'
import { CameraServer, pictureOf, shows } from '../../platform/media/testing/camera-server'
import { cameraSource, screenOf } from '../sources/test-yard'
import { Desktop } from '../sources/testing/desktop'
import { closeAllFeedClients, FeedClient } from '../sources/testing/feed-client'
import { camera, document, type Gate, openGate, person, screen } from './test-gate'

const second = 1000
let device: CameraServer
let gate: Gate
let maya: Actor
let dev: Actor
let tom: Actor
let lena: Actor

beforeAll(async () => {
  device = await CameraServer.open()
  device.answer = shows(pictureOf('the gate'))
  gate = await openGate({ CAMERA_ALLOWED_NETWORKS: '127.0.0.0/8' })
  ;({ maya, dev, tom, lena } = gate)
})
afterAll(() => device.close())
afterEach(async () => {
  await Promise.all([closeAllFeedClients(), closeAllClients()])
  await gate.untilNobodyShares()
  gate.server.clock.advance(10 * second)
  await device.allGone()
})

interface Looked {
  subject: Subject
  source: Source
  giver: Actor
}

async function aCamera(): Promise<Looked> {
  const id = await gate.camera('Gate', { url: device.address('/still.jpg').href })
  return { subject: camera(id), source: cameraSource(id), giver: dev }
}

async function aScreen(): Promise<Looked> {
  return { subject: screen(tom), source: screenOf(tom), giver: tom }
}

/**
 * Lena, who has access, and Maya watch a source that delivers pictures; returns what both received. Lena is the first, because
 * a picture is shown to those who watch when it is taken, and no second one comes before the time advances.
 */
async function bothWatch({ source }: Looked) {
  const [page, other] = [await FeedClient.of(lena), await FeedClient.of(maya)]
  page.watch(source)
  await page.untilViewers(source, ['Lena Fuchs'])
  other.watch(source)
  await other.untilViewers(source, ['Lena Fuchs', 'Maya Okafor'])
  if (source.kind === 'screen') await (await Desktop.sharing(tom)).answer(1)
  const { id } = await page.until('frame')
  return { page, other, frame_id: id }
}

const loads = async (frame_id: string) => (await lena.call(readFrames, { ids: [frame_id] })).length
/** Names of the viewers, as Maya sees them over HTTP. */
const looking = async ({ source }: Looked) =>
  (await maya.call(readFeed, {})).screen_viewers
    .find(screen_viewer => isDeepStrictEqual(screen_viewer.source, source))
    ?.users.map(user => user.name)
    .sort()

/** Lena is disconnected with an explanation, and cannot reconnect. */
async function isDisconnected(looked: Looked, { page, other }: Awaited<ReturnType<typeof bothWatch>>): Promise<void> {
  await other.untilViewers(looked.source, ['Maya Okafor'])
  await page.ping()
  expect(page.frames.at(-1)?.event).toBe('feed_changed')
  const told = page.heard('feed_changed').length
  page.watch(looked.source)
  await page.untilCount('feed_changed', told + 1)
  expect(await looking(looked)).toEqual(['Maya Okafor'])
}

describe.each([
  ['camera', aCamera],
  ['screen', aScreen],
])('Viewers of a %s [D41] [6.8b] [6.8c]', (_kind, open) => {
  // Not a multiple of the 15 seconds after which access is checked anyway.
  const time = 7 * second

  test('are disconnected the moment their grant expires, and find no picture of it any more', async () => {
    const looked = await open()
    await gate.gives(looked.giver, looked.subject, { ...person(lena), expires_at: gate.instantIn(time) })
    const both = await bothWatch(looked)
    gate.server.clock.advance(time - 1)
    expect(await loads(both.frame_id)).toBe(1)
    expect(await looking(looked)).toEqual(['Lena Fuchs', 'Maya Okafor'])
    gate.server.clock.advance(1)
    expect(await loads(both.frame_id)).toBe(0)
    await isDisconnected(looked, both)
  })

  test('are disconnected at once when access is revoked', async () => {
    const looked = await open()
    await gate.gives(looked.giver, looked.subject, person(lena))
    const both = await bothWatch(looked)
    await gate.takes(looked.giver, looked.subject, person(lena))
    expect(await loads(both.frame_id)).toBe(0)
    await isDisconnected(looked, both)
  })

  test('are disconnected in time if the expiry was set while they watched', async () => {
    const looked = await open()
    await gate.gives(looked.giver, looked.subject, person(lena))
    const both = await bothWatch(looked)
    await gate.gives(looked.giver, looked.subject, { ...person(lena), expires_at: gate.instantIn(time) })
    for (let waited = second; waited < time; waited += second) {
      gate.server.clock.advance(second)
      expect(await looking(looked)).toEqual(['Lena Fuchs', 'Maya Okafor'])
    }
    gate.server.clock.advance(second)
    await isDisconnected(looked, both)
  })
})

describe('Readers of a document [D41] [6.8a]', () => {
  const logsHeard = (client: LiveClient) =>
    client.events.flatMap(({ change }) => (change.kind === 'log.added' ? change.log.content : []))

  test('receive nothing more of it once their grant expires or is revoked', async () => {
    const doc_id = await gate.logbook('Bay log')
    await gate.gives(tom, document(doc_id), { ...person(lena), expires_at: gate.instantIn(7 * second) })
    const [reader, owner] = [await LiveClient.listening(lena), await LiveClient.listening(tom)]
    /** Until it was sent, because what is sent depends on the rights at that moment. */
    const writes = async (content: string) => {
      await tom.call(writeLog, { doc_id, content })
      await owner.untilSeq(await gate.newest())
    }
    await writes('Within its time.')
    gate.server.clock.advance(7 * second)
    await writes('After its time.')
    await gate.gives(tom, document(doc_id), person(lena))
    await writes('Given again.')
    await gate.takes(tom, document(doc_id), person(lena))
    await writes('Taken back.')
    await reader.ping()
    expect(logsHeard(reader)).toEqual(['Within its time.', 'Given again.'])
    expect(logsHeard(owner)).toHaveLength(4)
  })
})
