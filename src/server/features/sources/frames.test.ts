import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readAudit } from '#shared/contract/audit/endpoints'
import { createDocument } from '#shared/contract/documents/endpoints'
import { logsByIds, readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { removeUser } from '#shared/contract/organisations/people'
import { changePermission, type Frame, listFrames, readFeed, readFrames } from '#shared/contract/sources/endpoints'
import { deleteOwnFrames, listOwnFrames } from '#shared/contract/sources/own-frames'
import { eventually } from '#shared/testing/eventually'
import type { Actor } from '../../../../test/actor'
import { notFound, openYard, screenOf, type Yard } from './test-yard'
import { Desktop, pictureOf } from './testing/desktop'
import { closeAllFeedClients, FeedClient } from './testing/feed-client'

const second = 1000
const missing = notFound('frame.not_found')
let yard: Yard
let maya: Actor
let dev: Actor
let tom: Actor
let lena: Actor
beforeAll(async () => {
  yard = await openYard()
  ;({ maya, dev, tom, lena } = yard)
})
afterEach(async () => {
  await closeAllFeedClients()
  yard.server.clock.advance(10 * second)
})

/** Pictures of somebody's screen, a second apart, that a person watched; oldest first. */
async function pictures(whose: Actor, viewer: Actor, count: number): Promise<string[]> {
  const desktop = await Desktop.sharing(whose)
  const page = await FeedClient.of(viewer)
  page.watch(screenOf(whose))
  for (let taken = 1; taken <= count; taken += 1) {
    await desktop.answer(taken)
    await page.untilCount('frame', taken)
    yard.server.clock.advance(second)
  }
  await closeAllFeedClients()
  return page.heard('frame').map(frame => frame.id)
}

const load = ({ url }: Frame) => fetch(new URL(url, yard.server.url))
const seenBy = async (whose: Actor, id: string) =>
  (await whose.call(listOwnFrames, {})).find(frame => frame.id === id)?.seen_by.map(viewer => viewer.name)

describe('Pictures by their ids [7.20b]', () => {
  test('are returned to those who may see the source, in the order of the ids, with URLs valid for a minute [D41]', async () => {
    const [first = '', last = ''] = await pictures(tom, maya, 2)
    const found = await dev.call(readFrames, { ids: [last, first] })
    expect(found.map(picture => picture.id)).toEqual([last, first])
    const [frame] = found
    expect(frame).toMatchObject({ source: screenOf(tom), kept: false, taken_at: expect.any(String) })
    const loaded = await load(frame as Frame)
    expect(loaded.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await loaded.arrayBuffer()).subarray(0, 3)).toEqual(pictureOf('').subarray(0, 3))
    yard.server.clock.advance(60 * second + 1)
    expect((await load(frame as Frame)).status).toBe(404)
  })

  test('are left out if the caller may not see the source, or they do not exist', async () => {
    const ids = [...(await pictures(tom, maya, 1)), '99999999-9999-4999-8999-999999999999']
    expect(await maya.call(readFrames, { ids })).toHaveLength(1)
    expect(await tom.call(readFrames, { ids })).toHaveLength(1)
    for (const who of [lena, yard.ana, yard.zoe]) expect(await who.call(readFrames, { ids })).toEqual([])
    await tom.call(changePermission, { user_ids: [lena.user_id] })
    expect(await lena.call(readFrames, { ids })).toHaveLength(1)
    await tom.call(changePermission, { user_ids: [] })
    expect(await lena.call(readFrames, { ids })).toEqual([])
    await expect(maya.call(readFrames, { ids: ['1'] })).rejects.toMatchObject({ status: 400 })
  })

  test('that are kept are in the audit log when somebody sees them; others and one’s own are not [D41]', async () => {
    const [passing = '', kept = ''] = await pictures(tom, maya, 2)
    const { doc_id } = await tom.call(createDocument, {
      document_name: 'Screens',
      document_type: 'logbook',
      access: 'organisation',
    })
    await tom.call(writeLog, { doc_id, content: 'Look', frame_ids: [kept] })
    await dev.call(readFrames, { ids: [passing, kept] })
    await dev.call(readFrames, { ids: [kept] })
    await tom.call(readFrames, { ids: [kept] })
    await lena.call(readFrames, { ids: [kept] })
    await eventually(async () => {
      yard.server.clock.advance(2 * second)
      const seen = await maya.call(readAudit, { kind: 'frame.viewed' })
      expect(seen.map(({ actor_id, subject, details }) => ({ actor_id, subject, details }))).toEqual([
        { actor_id: dev.user_id, subject: `frame:${kept}`, details: { source: `screen:${tom.user_id}` } },
      ])
    })
  })

  test('of somebody who left are for those who see all', async () => {
    const guest = await yard.server.person({ name: 'Gone Soon' })
    await maya.invites(guest)
    await guest.call(changePermission, { is_my_screen_accessible_to_org: true })
    const ids = await pictures(guest, lena, 1)
    await maya.call(removeUser, { user_to_be_removed: guest.user_id })
    expect(await maya.call(readFrames, { ids })).toHaveLength(1)
    expect(await lena.call(readFrames, { ids })).toEqual([])
  })
})

describe('Pictures that a log shows [D34]', () => {
  const some = 'https://pictures.example/'

  test('are of sources that the writer may see, and the person whose screen it is learns of it', async () => {
    const { doc_id } = await maya.call(createDocument, { document_name: 'Bay log', document_type: 'logbook' })
    const [id = ''] = await pictures(tom, maya, 1)
    const log = await dev.call(writeLog, { doc_id, frame_ids: [id, id], urls: [`${some}1.jpg`] })
    expect(log.frame_ids).toEqual([id, `${some}1.jpg`])
    expect((await dev.call(logsByIds, { doc_log_ids: [log.id] }))[0]?.frame_ids).toEqual(log.frame_ids)
    expect(await tom.call(readFrames, { ids: [id] })).toMatchObject([{ kept: true }])
    await eventually(async () => expect(await seenBy(tom, id)).toEqual(['Maya Okafor', 'Dev Anand']))
  })

  test('are refused if one is hidden from the writer, or deleted, and nothing is written or kept', async () => {
    const { ana } = yard
    const { doc_id } = await maya.call(createDocument, {
      document_name: 'For all',
      document_type: 'logbook',
      access: 'organisation',
    })
    const [own = ''] = await pictures(ana, maya, 1)
    const [hidden = ''] = await pictures(tom, maya, 1)
    for (const frame_ids of [[own, hidden], ['99999999-9999-4999-8999-999999999999']]) {
      await expect(ana.call(writeLog, { doc_id, content: 'Look', frame_ids })).rejects.toMatchObject(missing)
    }
    const many = Array.from({ length: 12 }, (_, index) => `${some}${index}.jpg`)
    await expect(ana.call(writeLog, { doc_id, frame_ids: [own], urls: many })).rejects.toMatchObject({
      status: 400,
      issues: [{ path: 'frame_ids' }],
    })
    await expect(ana.call(writeLog, { doc_id, frame_ids: ['1'] })).rejects.toMatchObject({ status: 400 })
    expect((await maya.call(readLogs, { doc_id })).logs).toEqual([])
    expect(await maya.call(readFrames, { ids: [own, hidden] })).toMatchObject([{ kept: false }, { kept: false }])
  })
})

describe('The record of one’s own screen [D34]', () => {
  test('has every picture, newest first, with everybody who saw it', async () => {
    const ids = await pictures(lena, maya, 3)
    const own = await lena.call(listOwnFrames, {})
    expect(own.map(frame => frame.id)).toEqual(ids.toReversed())
    expect(own[0]).toMatchObject({ source: screenOf(lena), kept: false })
    expect(own.map(frame => frame.seen_by)).toEqual(
      own.map(frame => [{ name: 'Maya Okafor', is_job: false, at: frame.taken_at }]),
    )
    expect((await load(own[0] as Frame)).status).toBe(200)
    expect((await maya.call(listOwnFrames, {})).map(frame => frame.id)).not.toContain(ids[0])
  })

  test('includes those who looked at a picture later, and not oneself', async () => {
    const [id = ''] = await pictures(tom, maya, 1)
    await tom.call(readFrames, { ids: [id] })
    yard.server.clock.advance(second)
    await dev.call(readFrames, { ids: [id] })
    await eventually(async () => expect(await seenBy(tom, id)).toEqual(['Maya Okafor', 'Dev Anand']))
    await dev.call(readFrames, { ids: [id] })
    await maya.call(readFrames, { ids: [id] })
    expect(await seenBy(tom, id)).toEqual(['Maya Okafor', 'Dev Anand'])
  })

  test('includes those who had the last picture on their page', async () => {
    const [id = ''] = await pictures(tom, maya, 1)
    const { accessible_user_screens } = await dev.call(readFeed, {})
    expect(accessible_user_screens.map(accessible_user_screen => accessible_user_screen.last_frame?.id)).toContain(id)
    await tom.call(readFeed, {})
    await eventually(async () => expect(await seenBy(tom, id)).toEqual(['Maya Okafor', 'Dev Anand']))
  })

  test('does not include oneself, who may look too', async () => {
    const [id = ''] = await pictures(tom, tom, 1)
    expect(await seenBy(tom, id)).toEqual([])
  })

  test('is paged without a gap, and by time', async () => {
    const ids = (await pictures(lena, maya, 5)).toReversed()
    const first = await lena.reply(listOwnFrames, { limit: 2 })
    const second_ = await lena.reply(listOwnFrames, { limit: 3, cursor: first.next_cursor ?? '' })
    expect([...first.data, ...second_.data].map(frame => frame.id)).toEqual(ids)
    const [newest, , , fourth] = [...first.data, ...second_.data]
    const between = await lena.call(listOwnFrames, { from: fourth?.taken_at, to: newest?.taken_at })
    expect(between.map(picture => picture.id)).toEqual(ids.slice(1, 4))
    await expect(lena.call(listOwnFrames, { cursor: 'bm9uZQ' })).rejects.toMatchObject({ status: 400 })
  })
})

describe('Deleting pictures of one’s own screen [D34]', () => {
  test('removes them for good: the row, the viewers, and the bytes, also of those that a log shows', async () => {
    const [id = '', kept = '', other = ''] = await pictures(tom, maya, 3)
    await yard.server.asOwner('update frames set kept = true where id = $1', [kept])
    const before = await maya.call(readFrames, { ids: [id, kept] })
    await tom.call(deleteOwnFrames, { ids: [id, kept, '99999999-9999-4999-8999-999999999999'] })
    expect((await maya.call(readFrames, { ids: [id, kept, other] })).map(frame => frame.id)).toEqual([other])
    for (const frame of before) expect((await load(frame)).status).toBe(404)
    expect(await yard.server.asOwner('select from frame_views where frame_id = any($1)', [[id, kept]])).toEqual([])
    expect((await yard.audited(`screen:${tom.user_id}`)).at(-1)).toMatchObject({
      kind: 'screen.frames_deleted',
      actor_id: tom.user_id,
      details: { frame_ids: expect.arrayContaining([id, kept]) },
    })
  })

  test('is limited to one’s own: somebody else’s seem not to exist', async () => {
    const ids = await pictures(tom, maya, 1)
    for (const who of [maya, dev, yard.zoe])
      await expect(who.call(deleteOwnFrames, { ids })).rejects.toMatchObject(missing)
    await expect(tom.call(deleteOwnFrames, { ids: ['99999999-9999-4999-8999-999999999999'] })).rejects.toMatchObject(
      missing,
    )
    expect(await maya.call(readFrames, { ids })).toHaveLength(1)
  })

  test('that the store refuses leaves them to retry', async () => {
    const ids = await pictures(tom, maya, 1)
    const away = vi
      .spyOn(yard.server.app.context.objects, 'delete')
      .mockRejectedValueOnce(new Error('The store is away.'))
    await expect(tom.call(deleteOwnFrames, { ids })).rejects.toMatchObject({ status: 500 })
    away.mockRestore()
    expect(await tom.call(readFrames, { ids })).toHaveLength(1)
    await tom.call(deleteOwnFrames, { ids })
    expect(await tom.call(readFrames, { ids })).toEqual([])
  })
})

describe('Earlier pictures of a source [7.20, D34]', () => {
  test('are listed for those who may see it, newest first, by time and in pages without a gap', async () => {
    const ids = (await pictures(lena, maya, 5)).toReversed()
    const source = screenOf(lena)
    const all = await dev.call(listFrames, { source })
    expect(all.slice(0, 5).map(frame => frame.id)).toEqual(ids)
    expect(all[0]).toMatchObject({ source, kept: false })
    expect((await load(all[0] as Frame)).status).toBe(200)
    const first = await dev.reply(listFrames, { source, limit: 2 })
    const rest = await dev.reply(listFrames, { source, limit: 2, cursor: first.next_cursor ?? '' })
    expect([...first.data, ...rest.data].map(frame => frame.id)).toEqual(ids.slice(0, 4))
    const between = await dev.call(listFrames, { source, from: all[3]?.taken_at, to: all[0]?.taken_at })
    expect(between.map(picture => picture.id)).toEqual(ids.slice(1, 4))
    await expect(dev.call(listFrames, { source, cursor: 'bm9uZQ' })).rejects.toMatchObject({ status: 400 })
  })

  test('count as seen, for the person whose screen it is, one page at a time', async () => {
    const [older = '', newer = ''] = await pictures(tom, maya, 2)
    await dev.reply(listFrames, { source: screenOf(tom), limit: 1 })
    await eventually(async () => expect(await seenBy(tom, newer)).toEqual(['Maya Okafor', 'Dev Anand']))
    expect(await seenBy(tom, older)).toEqual(['Maya Okafor'])
  })

  test('are refused to others like those of a missing source', async () => {
    await pictures(tom, maya, 1)
    const camera = { kind: 'camera', camera_id: await yard.camera('Till') } as const
    expect(await maya.call(listFrames, { source: camera })).toEqual([])
    const none = { kind: 'camera', camera_id: 999_999 } as const
    for (const source of [screenOf(tom), camera, none])
      for (const who of [lena, yard.ana])
        await expect(who.call(listFrames, { source })).rejects.toMatchObject(notFound('source.not_found'))
    await expect(maya.call(listFrames, { source: screenOf(yard.zoe) })).rejects.toMatchObject(
      notFound('source.not_found'),
    )
    await tom.call(changePermission, { user_ids: [lena.user_id] })
    expect(await lena.call(listFrames, { source: screenOf(tom) })).not.toEqual([])
    await tom.call(changePermission, { user_ids: [] })
  })
})
