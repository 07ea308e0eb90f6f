import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startUpload, uploadFiles, uploadPart } from '#shared/contract/attachments/endpoints'
import { createDocument } from '#shared/contract/documents/endpoints'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import type { Actor } from '../../../test/actor'
import { openTestServer, type TestServer } from '../../../test/test-server'
import { ObjectError } from './objects/objects'
import { isStorageFull } from './storage-full'

let server: TestServer
let maya: Actor
let doc_id: number

beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  await maya.createOrganisation('Ridgeway Cycles')
  doc_id = (await maya.call(createDocument, { document_name: 'Workshop', document_type: 'logbook' })).doc_id
})

afterEach(() => {
  vi.restoreAllMocks()
  server.clock.advance(60_000)
})

const full = { status: 507, code: 'storage.full', data: null }
const noRoom = (code: string) => Object.assign(new Error(`${code}: no space left on device, write`), { code })
const alerts = () => server.logLines.filter(line => line.includes('No space is left')).length
const ready = async () => (await fetch(`${server.url}/readycheck`)).json()

describe('A full disk', () => {
  test('under the database refuses writes by name, is logged once, loses nothing, and recovers by itself', async () => {
    await maya.call(writeLog, { doc_id, content: 'Brakes done.' })
    await server.asOwner(`
      create function no_room() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$`)
    await server.asOwner('create trigger no_room before insert on logs for each row execute function no_room()')
    const told = alerts()
    for (let tries = 0; tries < 3; tries++)
      expect(await maya.reply(writeLog, { doc_id, content: 'Wheels done.' }, { key: 'wheels' })).toMatchObject(full)
    expect(alerts()).toBe(told + 1)
    expect(await ready()).toMatchObject({ status: 503, data: { database: true, objects: true, room: false } })
    // Reading still works.
    expect((await maya.call(readLogs, { doc_id })).logs.map(log => log.content)).toEqual(['Brakes done.'])

    await server.asOwner('drop function no_room cascade')
    await maya.call(writeLog, { doc_id, content: 'Wheels done.' }, { key: 'wheels' })
    await maya.call(writeLog, { doc_id, content: 'Wheels done.' }, { key: 'wheels' })
    expect((await maya.call(readLogs, { doc_id })).logs.map(log => log.content)).toEqual([
      'Wheels done.',
      'Brakes done.',
    ])
    server.clock.advance(30_000)
    expect(await ready()).toMatchObject({ status: 200, data: { room: true } })
  })

  test('under the files refuses uploads by name, and keeps nothing incomplete', async () => {
    const files = [{ name: 'notes.txt', bytes: Buffer.from('Some bytes.') }]
    vi.spyOn(server.app.context.objects, 'putFile').mockRejectedValue(noRoom('ENOSPC'))
    expect(await maya.reply(uploadFiles, { doc_id }, { files })).toMatchObject(full)
    expect(await server.asOwner('select from attachments')).toEqual([])
    expect(await ready()).toMatchObject({ status: 503, data: { room: false } })
    vi.restoreAllMocks()
    expect(await maya.reply(uploadFiles, { doc_id }, { files })).toMatchObject({ status: 200 })
  })

  test('under the parts of an upload allows the part to be sent again', async () => {
    const { file_id } = await maya.call(startUpload, { file_name: 'a.bin' })
    vi.spyOn(server.app.context.objects, 'put').mockRejectedValueOnce(
      new ObjectError('object.unavailable', { cause: noRoom('EDQUOT') }),
    )
    expect(await maya.reply(uploadPart, { file_id, part: 1 })).toMatchObject(full)
    expect(await maya.reply(uploadPart, { file_id, part: 1 })).toMatchObject({ status: 200 })
  })
})

test('A full disk is recognised by the errors of the system, PostgreSQL and S3 services, and by nothing else', () => {
  const s3 = (name: string, httpStatusCode: number) =>
    new ObjectError('object.unavailable', {
      cause: Object.assign(new Error(name), { name, $metadata: { httpStatusCode } }),
    })
  expect(
    [noRoom('ENOSPC'), noRoom('EDQUOT'), noRoom('53100'), s3('XMinioStorageFull', 507), s3('Odd', 507)].map(
      isStorageFull,
    ),
  ).toEqual(Array(5).fill(true))
  const itself = new Error('a')
  itself.cause = itself
  expect([noRoom('EACCES'), noRoom('53300'), s3('SlowDown', 503), itself, null, 'ENOSPC'].map(isStorageFull)).toEqual(
    Array(6).fill(false),
  )
})
