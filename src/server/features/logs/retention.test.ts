import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uploadFiles } from '#shared/contract/attachments/endpoints'
import { deleteDocument, fetchDocument, pinDocument, undeleteDocument } from '#shared/contract/documents/endpoints'
import { undeleteWithin } from '#shared/contract/documents/limits'
import { replaceContent } from '#shared/contract/documents/versions'
import { createGraph } from '#shared/contract/graphs/endpoints'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { day } from '#shared/limits'
import { runCleanups, withPlainOwner } from '../../../../test/maintenance'
import { runBatchCleanups } from '../../platform/maintenance'
import { attachmentCleanups } from '../attachments/retention'
import { openWorkshop, type Workshop } from '../documents/test-workshop'
import { pictureCleanups } from '../sources/retention'
import { logCleanups } from './retention'

const hour = 60 * 60 * 1000
let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})
beforeEach(() => workshop.server.clock.advance(1_000))

/** One round of cleanups, as a running server does it. */
function sweep(): Promise<void> {
  const { objects } = workshop.server.app.context
  return runCleanups(workshop.server, [
    ...attachmentCleanups(objects),
    ...logCleanups,
    ...pictureCleanups(objects, { BILLING: 'off' }),
  ])
}

async function waits(milliseconds: number): Promise<void> {
  const { server, maya, tom } = workshop
  server.clock.advance(milliseconds)
  for (const actor of [maya, tom]) await actor.signIn(actor.address)
}

/** A picture of Tom's screen, taken now; returns its id. */
async function picture(): Promise<string> {
  const { server, tom } = workshop
  const id = randomUUID()
  const key = `frames/${tom.organization_id}/${id}.jpg`
  await server.app.context.objects.put(key, Buffer.from('a'), 'image/jpeg')
  const ids = [tom.organization_id, tom.user_id]
  await server.asOwner('insert into screens (organization_id, user_id) values ($1, $2) on conflict do nothing', ids)
  await server.asOwner(
    `insert into frames (organization_id, id, source_kind, source_id, taken_at, object_key, bytes)
     values ($1, $3, 'screen', $2, $4, $5, 1)`,
    [...ids, id, new Date(server.clock.now()).toISOString(), key],
  )
  return id
}

const pictures = async () =>
  (await workshop.server.asOwner<{ id: string }>('select id from frames')).map(row => row.id).sort()

/** The number of rows of a document in each table. */
async function rowsOf(doc_id: number): Promise<Record<string, number>> {
  const { organization_id } = workshop.tom
  const where: Record<string, string> = {
    documents: 'id = $2',
    document_versions: 'doc_id = $2',
    last_writes: 'doc_id = $2',
    document_shortcuts: 'doc_id = $2',
    logs: 'doc_id = $2',
    graphs: 'logbook_id = $2',
    grants: `kind = 'document' and subject_id = $2`,
    attachments: 'doc_id = $2',
    log_labels: 'log_id in (select id from logs where doc_id = $2)',
  }
  const counts = Object.entries(where).map(async ([table, which]) => {
    const statement = `select count(*)::int as count from ${table} where organization_id = $1 and ${which}`
    const [row] = await workshop.server.asOwner<{ count: number }>(statement, [organization_id, doc_id])
    return [table, row?.count ?? 0]
  })
  return Object.fromEntries(await Promise.all(counts))
}

/** A logbook of Tom's with some of everything. */
async function fullLogbook(): Promise<number> {
  const { tom, lena } = workshop
  const doc_id = await workshop.logbook('Bay log')
  const { graph_id } = await tom.call(createGraph, { logbook_id: doc_id, name: 'Queue', labels: { 0: 'Clear' } })
  await tom.call(writeLog, { doc_id, content: 'Hello', labels: [{ graph_id, label: 0 }] })
  await tom.call(replaceContent, { doc_id, content: 'A summary', version: 0 })
  await tom.call(pinDocument, { doc_id, is_pinned: true })
  await workshop.gives(doc_id, lena, 'viewer')
  await tom.call(uploadFiles, { doc_id }, { files: [{ name: 'a.txt', bytes: Buffer.from('a') }] })
  return doc_id
}

describe('A deleted document [D3] [4.7b]', () => {
  test('stays until its files are removed, which could not be found without it', async () => {
    const { tom, server } = workshop
    const doc_id = await fullLogbook()
    await tom.call(deleteDocument, { doc_id })
    await waits(undeleteWithin + 2 * hour)
    await runCleanups(server, logCleanups)
    expect(await rowsOf(doc_id)).toMatchObject({ documents: 1, attachments: 1 })
    await sweep()
    expect(await rowsOf(doc_id)).toMatchObject({ documents: 0, attachments: 0 })
  })

  test('is removed with everything that belongs to it once it can no longer be restored', async () => {
    const { tom } = workshop
    const [gone, kept, back] = [await fullLogbook(), await fullLogbook(), await fullLogbook()]
    const all = await rowsOf(kept)
    expect(
      Object.values(all).every(count => count > 0),
      JSON.stringify(all),
    ).toBe(true)
    for (const doc_id of [gone, back]) await tom.call(deleteDocument, { doc_id })
    await waits(undeleteWithin - 1)
    await sweep()
    expect(await rowsOf(gone)).toEqual(all)
    await tom.call(undeleteDocument, { doc_id: back })
    await waits(hour)
    await sweep()
    expect((await rowsOf(gone)).documents, 'what was begun in time may end').toBe(1)
    await waits(2)
    await sweep()
    expect(new Set(Object.values(await rowsOf(gone)))).toEqual(new Set([0]))
    for (const doc_id of [kept, back]) {
      expect(await rowsOf(doc_id)).toEqual(all)
      expect(await tom.call(fetchDocument, { doc_id })).toMatchObject({ content: 'A summary', is_pinned: true })
      expect(await tom.call(readLogs, { doc_id })).toMatchObject({ logs: [{ content: 'Hello' }] })
    }
  })

  test('releases pictures that only its logs show, unless they are recent [D34]', async () => {
    const { tom } = workshop
    const [own, shared, waiting] = [await picture(), await picture(), await picture()]
    const [gone, kept, deletedLater] = [
      await workshop.logbook('Gone'),
      await workshop.logbook('Kept'),
      await workshop.logbook('Deleted later'),
    ]
    const elsewhere = 'https://pictures.example/1.jpg'
    await tom.call(writeLog, { doc_id: gone, frame_ids: [own, shared], urls: [elsewhere] })
    await tom.call(writeLog, { doc_id: gone, frame_ids: [waiting] })
    await tom.call(writeLog, { doc_id: kept, frame_ids: [shared] })
    await tom.call(writeLog, { doc_id: deletedLater, frame_ids: [waiting] })
    await tom.call(deleteDocument, { doc_id: gone })
    await waits(20 * day)
    await tom.call(deleteDocument, { doc_id: deletedLater })
    const young = await picture()
    const ofYoung = await workshop.logbook('With a young picture')
    await tom.call(writeLog, { doc_id: ofYoung, frame_ids: [young] })
    await workshop.server.asOwner('update documents set deleted_at = $2 where id = $1', [
      ofYoung,
      new Date(workshop.server.clock.now() - undeleteWithin - 2 * hour).toISOString(),
    ])
    await sweep()
    expect(await pictures()).toEqual([own, shared, waiting, young].sort())
    await waits(11 * day)
    await sweep()
    expect(await pictures()).toEqual([shared, waiting, young].sort())
    await waits(20 * day)
    await sweep()
    expect(await pictures()).toEqual([shared])
    expect(await tom.call(readLogs, { doc_id: kept })).toMatchObject({ logs: [{ frame_ids: [shared] }] })
  })

  test('with many logs is removed batch by batch, and so are many documents', async () => {
    const { server, maya } = workshop
    const deleted_at = new Date(server.clock.now() - undeleteWithin - 2 * hour).toISOString()
    await server.asOwner(
      `with gone as (
         insert into documents (organization_id, name, type, access, created_at, updated_at, deleted_at)
         select $1, 'Old', 'logbook', 'private', $2, $2, $2 from generate_series(1, 120) returning id
       )
       insert into logs (organization_id, doc_id, title, content, created_at)
       select $1, gone.id, '', '', $2 from gone cross join generate_series(1, 10)`,
      [maya.organization_id, deleted_at],
    )
    let transactions = 0
    await runCleanups(
      server,
      logCleanups.map(cleanup => (tx, now) => {
        transactions += 1
        return cleanup(tx, now)
      }),
    )
    expect(transactions).toBe(Math.ceil(1200 / 500) + Math.ceil(120 / 50))
    expect(await server.asOwner('select from documents where deleted_at <= $1', [deleted_at])).toEqual([])
  })
})

test('is removed in all organisations even if the owner of the database is no superuser', () =>
  withPlainOwner(`sweep_documents_${process.pid}`, async (database, ask) => {
    await ask(
      `insert into users (created_at) values (now());
       insert into organizations (name, created_by, created_at) values ('One', 1, now()), ('Two', 1, now());
       insert into documents (organization_id, name, type, access, created_at, updated_at, deleted_at)
         select o.id, d.name, 'logbook', 'private', now(), now(), now() - d.ago
         from organizations o, (values ('old', interval '31 days'), ('deleted', interval '1 day'), ('there', null)) as d (name, ago);
       insert into document_versions (organization_id, doc_id, version, content, origin, added, removed, begun_at, created_at)
         select organization_id, id, 0, '', 'person', 0, 0, now(), now() from documents;
       insert into grants (organization_id, kind, subject_id, grantee_kind, grantee_id, level, granted_by, granted_at)
         select organization_id, 'document', id, 'user', 1, 'viewer', 1, now() from documents;
       insert into frames (organization_id, id, source_kind, source_id, taken_at, object_key, bytes, kept)
         select d.organization_id, f.id::uuid, 'screen', 1, now(), '', 1, true
         from (values (1, '11111111-1111-4111-8111-111111111111'), (2, '22222222-2222-4222-8222-222222222222')) as d (organization_id, id),
           lateral (select d.id) f;
       insert into logs (organization_id, doc_id, title, content, created_at, frame_ids)
         select organization_id, id, '', '', now(), case
           when name = 'old' and organization_id = 1 then array['11111111-1111-4111-8111-111111111111']
           when name <> 'there' and organization_id = 2 then array['22222222-2222-4222-8222-222222222222']
           else '{}' end
         from documents`,
    )
    await runBatchCleanups(database, Date.now(), logCleanups)
    const left = [{ name: 'deleted' }, { name: 'deleted' }, { name: 'there' }, { name: 'there' }]
    expect(await ask('select name from documents order by name')).toEqual(left)
    for (const table of ['logs', 'document_versions', 'grants'])
      expect(await ask(`select from ${table}`)).toHaveLength(4)
    expect(await ask('select organization_id::int, kept from frames order by 1')).toEqual([
      { organization_id: 1, kept: false },
      { organization_id: 2, kept: true },
    ])
  }))
