import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finishUpload, startUpload, uploadPart } from '#shared/contract/attachments/endpoints'
import { deleteDocument } from '#shared/contract/documents/endpoints'
import { runCleanups, withPlainOwner } from '../../../../test/maintenance'
import { runBatchCleanups } from '../../platform/maintenance'
import { type S3Service, startS3 } from '../../platform/objects/testing/s3-service'
import { attachmentCleanups } from './retention'
import { picture, sends, text } from './test-files'
import { type Office, openOffice } from './test-office'

const hour = 60 * 60 * 1000
const day = 24 * hour
let s3: S3Service
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.stop())

describe.each([
  ['the data folder', () => openOffice()],
  ['an S3', () => openOffice(s3.settings)],
] as const)('Cleanup of files in %s', (_name, open) => {
  let office: Office
  beforeAll(async () => {
    office = await open()
  })
  const objects = () => office.server.app.context.objects

  const sweep = (cleanups = attachmentCleanups(objects())) => runCleanups(office.server, cleanups)
  const isThere = (key: string) =>
    objects()
      .stat(key)
      .then(() => true)
      .catch(error => (error.code === 'object.not_found' ? false : Promise.reject(error)))
  const fileOf = (file_id: string) => `attachments/${office.tom.organization_id}/${file_id}/file`
  const thumbnailOf = (file_id: string) => `attachments/${office.tom.organization_id}/${file_id}/thumbnail`
  const partOf = (file_id: string) => `uploads/${office.tom.organization_id}/${file_id}/1`
  const hasRow = async (file_id: string) =>
    (await office.server.asOwner('select from attachments where id = $1', [file_id])).length === 1

  test('removes unattached files after a day and keeps those of documents [D23]', async () => {
    const { tom, server } = office
    const doc_id = await office.logbook()
    const bytes = await picture().png().toBuffer()
    const alone = (await sends(tom, { name: 'a.png', bytes })).file_id
    const kept = (await sends(tom, { name: 'a.png', bytes }, { doc_id })).file_id
    server.clock.advance(day + hour - 1)
    await sweep()
    expect([await isThere(fileOf(alone)), await hasRow(alone)]).toEqual([true, true])
    server.clock.advance(2)
    await sweep()
    expect([await isThere(fileOf(alone)), await isThere(thumbnailOf(alone)), await hasRow(alone)]).toEqual([
      false,
      false,
      false,
    ])
    expect([await isThere(fileOf(kept)), await isThere(thumbnailOf(kept)), await hasRow(kept)]).toEqual([
      true,
      true,
      true,
    ])
    expect(await office.rows()).toEqual({ uploads: 0, parts: 0, files: 1 })
    await tom.signIn(tom.address)
  })

  test('removes unfinished uploads with their parts, also those without a row', async () => {
    const { tom, server } = office
    const { file_id } = await tom.call(startUpload, { file_name: 'a' })
    await tom.call(uploadPart, { file_id, part: 1 })
    const stray = `uploads/${tom.organization_id}/${file_id}/2`
    await objects().put(stray, Buffer.from('a'), 'text/plain')
    // As if the server was killed between storing the file and writing its row.
    await objects().put(fileOf(file_id), Buffer.from('a'), 'text/plain')
    const finished = await tom.call(startUpload, { file_name: 'a', doc_id: await office.logbook() })
    await tom.call(uploadPart, { file_id: finished.file_id, part: 1 })
    await tom.call(finishUpload, { file_id: finished.file_id, parts: 1 })
    server.clock.advance(day + hour - 1)
    await sweep()
    expect(await isThere(partOf(file_id))).toBe(true)
    server.clock.advance(2)
    await sweep()
    const left = [partOf(file_id), stray, fileOf(file_id), fileOf(finished.file_id)].map(isThere)
    expect(await Promise.all(left)).toEqual([false, false, false, true])
    expect(await office.rows()).toMatchObject({ uploads: 0, parts: 0 })
    await tom.signIn(tom.address)
  })

  test('removes the files of a document that can no longer be restored [D3]', async () => {
    const { tom, server } = office
    const doc_id = await office.logbook()
    const { file_id } = await sends(tom, text('a.txt', 'a'), { doc_id })
    await tom.call(deleteDocument, { doc_id })
    server.clock.advance(30 * day - hour)
    await sweep()
    expect(await isThere(fileOf(file_id))).toBe(true)
    server.clock.advance(hour + 1)
    await sweep()
    expect([await isThere(fileOf(file_id)), await hasRow(file_id)]).toEqual([false, false])
    await tom.signIn(tom.address)
  })

  test('is retried if the store was unavailable, and works through a long backlog in batches', async () => {
    const { tom, server } = office
    await server.asOwner(
      `insert into attachments (organization_id, id, batch_id, user_id, file_name, bytes, mime_type, place, created_at)
       select $1, gen_random_uuid(), gen_random_uuid(), $2, 'a', 1, 'text/plain', 0, $3 from generate_series(1, 450)`,
      [tom.organization_id, tom.user_id, new Date(server.clock.now() - 2 * day).toISOString()],
    )
    const before = (await office.rows()).files
    const deleted: string[] = []
    let failsAt = 230
    const cleanups = attachmentCleanups({
      deleteBelow: async key => {
        if (deleted.length === failsAt) throw new Error('The store is away.')
        deleted.push(key)
      },
    })
    await expect(sweep(cleanups)).rejects.toThrow('The store is away.')
    expect((await office.rows()).files).toBe(before - 200)
    failsAt = -1
    await sweep(cleanups)
    expect((await office.rows()).files).toBe(before - 450)
    expect(new Set(deleted).size).toBe(450)
  })
})

test('covers all organisations even if the owner of the database is no superuser', () =>
  withPlainOwner(`sweep_files_${process.pid}`, async (database, ask) => {
    await ask(
      `insert into users (created_at) values (now());
       insert into organizations (name, created_by, created_at) values ('One', 1, now()), ('Two', 1, now());
       insert into documents (organization_id, name, type, access, created_at, updated_at, deleted_at)
         select id, 'Bay log', 'logbook', 'private', now(), now(), now() - interval '31 days' from organizations;
       insert into uploads (organization_id, id, batch_id, user_id, file_name, created_at, expires_at)
         select o.id, gen_random_uuid(), gen_random_uuid(), 1, 'a', now(), now() - e.ago
         from organizations o, (values (interval '2 hours'), (interval '10 minutes')) as e (ago);
       insert into upload_parts (organization_id, upload_id, part, bytes) select organization_id, id, 1, 1 from uploads;
       insert into attachments (organization_id, id, batch_id, user_id, file_name, bytes, mime_type, place, doc_id, created_at)
         select o.id, gen_random_uuid(), gen_random_uuid(), 1, f.name, 1, 'text/plain', 0,
           case f.name when 'deleted' then (select d.id from documents d where d.organization_id = o.id) end, now() - f.ago
         from organizations o, (values ('alone', interval '26 hours'), ('new', interval '1 hour'),
           ('deleted', interval '1 hour')) as f (name, ago)`,
    )
    const deleted: string[] = []
    const cleanups = attachmentCleanups({ deleteBelow: async key => void deleted.push(key) })
    await runBatchCleanups(database, Date.now(), cleanups)
    expect(await ask('select distinct file_name from attachments')).toEqual([{ file_name: 'new' }])
    const count =
      'select (select count(*)::int from uploads) as uploads, (select count(*)::int from upload_parts) as parts'
    expect(await ask(count)).toEqual([{ uploads: 2, parts: 2 }])
    expect(deleted.map(key => key.split('/').slice(0, 2).join('/')).sort()).toEqual([
      ...['attachments/1', 'attachments/1', 'attachments/1', 'attachments/2', 'attachments/2', 'attachments/2'],
      ...['uploads/1', 'uploads/2'],
    ])
  }))
