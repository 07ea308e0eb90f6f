import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDocument } from '#shared/contract/documents/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { deleteCamera, editCamera } from '#shared/contract/sources/cameras'
import type { Source } from '#shared/contract/sources/endpoints'
import { grantUpload, listFrames, readFeed, readFrames } from '#shared/contract/sources/endpoints'
import { listOwnFrames } from '#shared/contract/sources/own-frames'
import { runCleanups, withPlainOwner } from '../../../../test/maintenance'
import { runBatchCleanups } from '../../platform/maintenance'
import { type S3Service, startS3 } from '../../platform/objects/testing/s3-service'
import { idOf } from './frames-store'
import { pictureCleanups } from './retention'
import { cameraSource, openYard, screenOf, type Yard } from './test-yard'
import { Desktop, pictureOf } from './testing/desktop'
import { closeAllFeedClients, FeedClient } from './testing/feed-client'

const day = 24 * 60 * 60 * 1000
let s3: S3Service
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.stop())
afterEach(closeAllFeedClients)

describe.each([
  ['files in the data folder', () => openYard()],
  ['an S3', () => openYard(s3.settings)],
] as const)('Cleanup of pictures in %s', (_name, open) => {
  let yard: Yard
  beforeAll(async () => {
    yard = await open()
  })

  const objects = () => yard.server.app.context.objects
  const sweep = () => runCleanups(yard.server, pictureCleanups(objects(), { BILLING: 'off' }))

  /** A picture that was taken this long ago; returns its id and key. */
  async function taken(source: Source, ago: number, kept = false): Promise<{ id: string; key: string }> {
    const id = randomUUID()
    const key = `frames/${yard.maya.organization_id}/old/${id}.jpg`
    await objects().put(key, pictureOf(id), 'image/jpeg')
    await yard.server.asOwner(
      `insert into frames (organization_id, id, source_kind, source_id, taken_at, object_key, bytes, kept)
       values ($1, $2, $3, $4, $5, $6, 10, $7)`,
      [
        yard.maya.organization_id,
        id,
        source.kind,
        idOf(source),
        new Date(yard.server.clock.now() - ago).toISOString(),
        key,
        kept,
      ],
    )
    return { id, key }
  }
  const isThere = async ({ id, key }: { id: string; key: string }) => {
    const rows = await yard.server.asOwner('select from frames where id = $1', [id])
    const object = await objects()
      .get(key)
      .then(() => true)
      .catch(error => (error.code === 'object.not_found' ? false : Promise.reject(error)))
    expect(object, 'row and object are there together').toBe(rows.length === 1)
    return object
  }
  const areThere = (pictures: { id: string; key: string }[]) => Promise.all(pictures.map(isThere))

  test('keeps those of a screen for 14 days, longer if a log shows them [D34]', async () => {
    const source = screenOf(yard.tom)
    await yard.server.asOwner('insert into screens (organization_id, user_id) values ($1, $2)', [
      yard.tom.organization_id,
      yard.tom.user_id,
    ])
    const pictures = [
      await taken(source, 13.99 * day),
      await taken(source, 14.01 * day),
      await taken(source, 100 * day),
      await taken(source, 10 * day),
    ]
    const shown = pictures[3]?.id ?? ''
    const { doc_id } = await yard.maya.call(createDocument, { document_name: 'Bay log', document_type: 'logbook' })
    expect(await yard.maya.call(writeLog, { doc_id, content: 'Look', frame_ids: [shown] })).toMatchObject({
      frame_ids: [shown],
    })
    await yard.server.asOwner(`update frames set taken_at = taken_at - interval '90 days' where id = $1`, [shown])
    await sweep()
    expect(await areThere(pictures)).toEqual([true, false, false, true])
    expect(await yard.maya.call(readFrames, { ids: [shown] })).toMatchObject([{ kept: true }])
  })

  test('keeps those of a camera for its number of days, also after that is reduced', async () => {
    const [long, short] = [await yard.camera('Long'), await yard.camera('Short')]
    await yard.dev.call(editCamera, { camera_id: long, kept_days: 30 })
    const pictures = [
      await taken(cameraSource(long), 29 * day),
      await taken(cameraSource(long), 31 * day),
      await taken(cameraSource(short), 13 * day),
      await taken(cameraSource(short), 15 * day),
    ]
    await sweep()
    expect(await areThere(pictures)).toEqual([true, false, true, false])
    await yard.dev.call(editCamera, { camera_id: short, kept_days: 7 })
    await sweep()
    expect(await areThere(pictures)).toEqual([true, false, false, false])
  })

  test('hides expired ones from everybody before they are removed [D34]', async () => {
    const camera_id = await yard.camera('Till')
    const [screen, camera] = [screenOf(yard.ana), cameraSource(camera_id)]
    await yard.server.asOwner('insert into screens (organization_id, user_id) values ($1, $2)', [
      yard.ana.organization_id,
      yard.ana.user_id,
    ])
    await yard.dev.call(editCamera, { camera_id, kept_days: 7 })
    const inTime = [await taken(screen, 13.99 * day), await taken(camera, 6.99 * day)]
    const over = [await taken(screen, 14.01 * day), await taken(camera, 7.01 * day)]
    const ids = [...inTime, ...over].map(({ id }) => id)
    const { maya, ana } = yard
    const shown = inTime.map(({ id }) => id)
    expect((await maya.call(readFrames, { ids })).map(({ id }) => id)).toEqual(shown)
    const listed = async (source: Source) => (await maya.call(listFrames, { source })).map(({ id }) => id)
    expect(await listed(screen)).toEqual(shown.slice(0, 1))
    expect(await listed(camera)).toEqual(shown.slice(1))
    expect((await ana.call(listOwnFrames, {})).map(({ id }) => id)).toEqual(shown.slice(0, 1))
    const { doc_id } = await maya.call(createDocument, { document_name: 'Late', document_type: 'logbook' })
    await expect(
      maya.call(writeLog, { doc_id, content: 'Too late', frame_ids: over.map(({ id }) => id) }),
    ).rejects.toMatchObject({ status: 404 })

    yard.server.clock.advance(0.02 * day)
    const { accessible_cctv_feeds } = await maya.call(readFeed, {})
    expect(accessible_cctv_feeds.find(candidate => candidate.camera_id === camera_id)?.last_frame).toBeNull()
    expect((await yard.screen(maya, ana))?.last_frame).toBeNull()
    expect(await maya.call(readFrames, { ids })).toEqual([])
    expect(await areThere([...inTime, ...over])).toEqual([true, true, true, true])
    yard.server.clock.advance(-0.02 * day)
  })

  test('removes those of a deleted camera, except those that a log shows', async () => {
    const camera_id = await yard.camera('Gone')
    const pictures = [await taken(cameraSource(camera_id), 0), await taken(cameraSource(camera_id), 0, true)]
    const ids = pictures.map(picture => picture.id)
    expect(await yard.dev.call(readFrames, { ids })).toHaveLength(2)
    await yard.dev.call(deleteCamera, { feedId: camera_id })
    expect((await yard.dev.call(readFrames, { ids })).map(frame => frame.id)).toEqual(ids.slice(1))
    await sweep()
    expect(await areThere(pictures)).toEqual([false, true])
  })

  test('removes uploads that were never shown once their permission ends; those that were shown stay', async () => {
    const desktop = await Desktop.sharing(yard.lena)
    const viewer = await FeedClient.of(yard.maya)
    viewer.watch(screenOf(yard.lena))
    const { upload: shown } = await desktop.answer(1)
    await viewer.until('frame')
    const bytes = pictureOf('nobody asked')
    const params = { kind: 'screenshot', content_length: bytes.length } as const
    const [orphan, unused] = [await yard.lena.call(grantUpload, params), await yard.lena.call(grantUpload, params)]
    expect((await desktop.upload(orphan, bytes)).status).toBe(200)
    await closeAllFeedClients()

    yard.server.clock.advance(10 * 60 * 1000)
    await sweep()
    expect((await objects().get(orphan.key)).bytes).toEqual(bytes)
    yard.server.clock.advance(60 * 1000 + 1)
    await sweep()
    await expect(objects().get(orphan.key)).rejects.toMatchObject({ code: 'object.not_found' })
    await expect(objects().get(unused.key)).rejects.toMatchObject({ code: 'object.not_found' })
    expect(await isThere(shown)).toBe(true)
    expect(await yard.server.asOwner('select from upload_grants')).toEqual([])
  })
})

test('works batch by batch after a long absence, and retries what failed halfway', async () => {
  const yard = await openYard()
  await yard.server.asOwner('insert into screens (organization_id, user_id) values ($1, $2)', [
    yard.tom.organization_id,
    yard.tom.user_id,
  ])
  await yard.server.asOwner(
    `insert into frames (organization_id, id, source_kind, source_id, taken_at, object_key, bytes)
     select $1, gen_random_uuid(), 'screen', $2, $3, 'frames/' || i, 1 from generate_series(1, 1200) i`,
    [yard.tom.organization_id, yard.tom.user_id, new Date(yard.server.clock.now() - 20 * day).toISOString()],
  )
  const deleted: string[] = []
  let failsAt = 700
  const failing = {
    delete: async (key: string) => {
      if (deleted.length === failsAt) throw new Error('The store is away.')
      deleted.push(key)
    },
  }
  const cleanups = pictureCleanups(failing, { BILLING: 'off' })
  const left = async () => (await yard.server.asOwner('select from frames')).length
  await expect(runCleanups(yard.server, cleanups)).rejects.toThrow('The store is away.')
  expect(await left()).toBe(700)
  failsAt = -1
  await runCleanups(yard.server, cleanups)
  expect(await left()).toBe(0)
  expect(new Set(deleted).size).toBe(1200)
  expect((await yard.maya.call(readFeed, {})).accessible_user_screens).toMatchObject([{ last_frame: null }])
})

test('covers all organisations even if the owner of the database is no superuser', () =>
  withPlainOwner(`sweep_${process.pid}`, async (database, ask) => {
    await ask(
      `insert into users (created_at) values (now());
       insert into organizations (name, created_by, created_at) values ('One', 1, now()), ('Two', 1, now());
       insert into screens (organization_id, user_id) values (1, 1), (2, 1);
       insert into cameras (organization_id, name, address, shown_address, kind, kept_days, created_at)
         values (1, 'Gate', '', '', 'still', 1, now());
       insert into frames (organization_id, id, source_kind, source_id, taken_at, object_key, bytes)
         select o.id, gen_random_uuid(), k.kind, 1, now() - k.ago, 'frames/' || o.id || k.kind || k.ago, 1
         from organizations o, (values ('screen', interval '20 days'), ('screen', interval '1 hour'),
           ('camera', interval '2 days')) as k (kind, ago) where o.id = 1 or k.kind = 'screen';
       insert into frame_views (organization_id, frame_id, viewer_kind, viewer_id, at)
         select organization_id, id, 'person', 1, now() from frames;
       insert into upload_grants (organization_id, id, user_id, object_key, granted_at, expires_at)
         select id, gen_random_uuid(), 1, 'frames/granted' || id, now(), now() - interval '1 day' from organizations`,
    )
    const deleted = vi.fn(async (_key: string) => {})
    await runBatchCleanups(database, Date.now(), pictureCleanups({ delete: deleted }, { BILLING: 'off' }))
    expect(deleted.mock.calls.flat().sort()).toEqual([
      'frames/1camera2 days',
      'frames/1screen20 days',
      'frames/2screen20 days',
      'frames/granted1',
      'frames/granted2',
    ])
    expect(await ask('select from frames')).toHaveLength(2)
    expect(await ask('select from frame_views')).toHaveLength(2)
    expect(await ask('select from upload_grants')).toEqual([])
  }))
