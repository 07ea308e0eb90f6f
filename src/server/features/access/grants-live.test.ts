import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Subject } from '#shared/contract/access'
import { writeLog } from '#shared/contract/logbooks'
import { readFeed, readFrames, type Source } from '#shared/contract/sources'
import type { Actor } from '../../../../test/actor'
import { closeAllClients, LiveClient } from '../../platform/live/testing/live-client'
import { CameraServer, pictureOf, shows } from '../../platform/media/testing/camera-server'
import { cameraSource, screenOf } from '../sources/test-yard'
import { Desktop } from '../sources/testing/desktop'
import { FeedClient, leaveFeeds } from '../sources/testing/feed-client'
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
  await Promise.all([leaveFeeds(), closeAllClients()])
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

/** Lena and Maya look at a source that shows a picture, after Lena was let; what both were shown. */
async function bothLook({ source }: Looked) {
  const [page, other] = [await FeedClient.of(lena), await FeedClient.of(maya)]
  for (const feedClient of [page, other]) feedClient.watch(source)
  await other.untilViewers(source, ['Lena Fuchs', 'Maya Okafor'])
  if (source.kind === 'screen') await (await Desktop.sharing(tom)).answer(1)
  const { id } = await page.until('frame')
  return { page, other, frame_id: id }
}

const loads = async (frame_id: string) => (await lena.call(readFrames, { ids: [frame_id] })).length
/** Names of those who look, as Maya is told over HTTP. */
const looking = async ({ source }: Looked) =>
  (await maya.call(readFeed, {})).screen_viewers
    .find(screen_viewer => isDeepStrictEqual(screen_viewer.source, source))
    ?.users.map(user => user.name)
    .sort()

/** Lena is let go, which she is told, and is not let in again. */
async function isLetGo(looked: Looked, { page, other }: Awaited<ReturnType<typeof bothLook>>): Promise<void> {
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
])('Whoever looks at a %s [D41] [6.8b] [6.8c]', (_kind, open) => {
  // Not a whole number of the looks that are taken every 15 seconds anyway.
  const time = 7 * second

  test('is let go the moment that their time is over, and finds no picture of it any more', async () => {
    const looked = await open()
    await gate.gives(looked.giver, looked.subject, { ...person(lena), expires_at: gate.instantIn(time) })
    const both = await bothLook(looked)
    gate.server.clock.advance(time - 1)
    expect(await loads(both.frame_id)).toBe(1)
    expect(await looking(looked)).toEqual(['Lena Fuchs', 'Maya Okafor'])
    gate.server.clock.advance(1)
    expect(await loads(both.frame_id)).toBe(0)
    await isLetGo(looked, both)
  })

  test('is let go at once when it is taken back', async () => {
    const looked = await open()
    await gate.gives(looked.giver, looked.subject, person(lena))
    const both = await bothLook(looked)
    await gate.takes(looked.giver, looked.subject, person(lena))
    expect(await loads(both.frame_id)).toBe(0)
    await isLetGo(looked, both)
  })

  test('is let go in time when it was set while they looked', async () => {
    const looked = await open()
    await gate.gives(looked.giver, looked.subject, person(lena))
    const both = await bothLook(looked)
    await gate.gives(looked.giver, looked.subject, { ...person(lena), expires_at: gate.instantIn(time) })
    for (let waited = second; waited < time; waited += second) {
      gate.server.clock.advance(second)
      expect(await looking(looked)).toEqual(['Lena Fuchs', 'Maya Okafor'])
    }
    gate.server.clock.advance(second)
    await isLetGo(looked, both)
  })
})

describe('Whoever reads a document [D41] [6.8a]', () => {
  const logsHeard = (client: LiveClient) =>
    client.events.flatMap(({ change }) => (change.kind === 'log.added' ? change.log.content : []))

  test('hears nothing more of it once their time is over, or it is taken back', async () => {
    const doc_id = await gate.logbook('Bay log')
    const writes = (content: string) => tom.call(writeLog, { doc_id, content })
    await gate.gives(tom, document(doc_id), { ...person(lena), expires_at: gate.instantIn(7 * second) })
    const [reader, owner] = [await LiveClient.listening(lena), await LiveClient.listening(tom)]
    await writes('Within its time.')
    await reader.untilSeq(await gate.newest())
    gate.server.clock.advance(7 * second)
    await writes('After its time.')
    await gate.gives(tom, document(doc_id), person(lena))
    await writes('Given again.')
    await gate.takes(tom, document(doc_id), person(lena))
    await writes('Taken back.')
    const last = await gate.newest()
    await owner.untilSeq(last)
    await reader.ping()
    expect(logsHeard(reader)).toEqual(['Within its time.', 'Given again.'])
    expect(logsHeard(owner)).toHaveLength(4)
  })
})
