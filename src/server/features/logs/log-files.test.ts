import { beforeAll, describe, expect, test } from 'vitest'
import { downloadFiles } from '#shared/contract/attachments/endpoints'
import { fetchDocument } from '#shared/contract/documents/endpoints'
import { correctLog } from '#shared/contract/logs/corrections'
import { logsByIds, readLogs, searchLogs, writeLog } from '#shared/contract/logs/endpoints'
import { log as limits } from '#shared/contract/logs/limits'
import { sends, text } from '../attachments/test-files'
import { type Office, openOffice } from '../attachments/test-office'

let office: Office
let doc_id: number

beforeAll(async () => {
  office = await openOffice()
  doc_id = await office.logbook()
})

const uploaded = async (...names: string[]) =>
  Promise.all(names.map(async name => (await sends(office.tom, text(name, name))).file_id))

describe('Files of a log [3.8, 7.14b, D19]', () => {
  test('are named by their ids wherever the log is returned, and in its event', async () => {
    const { tom, ana, server } = office
    const file_ids = await uploaded('first.txt', 'second.txt')
    const log = await tom.call(writeLog, { doc_id, content: 'Two papers', file_ids })
    expect(log.file_ids).toEqual(file_ids)
    const [told] = await server.asOwner<{ payload: { log: unknown } }>(
      "select payload from events where kind = 'log.added' order by seq desc limit 1",
    )
    expect(told?.payload.log).toEqual({ ...log, is_cut: false })
    const answered = [
      ...(await ana.call(readLogs, { doc_id })).logs,
      ...(await ana.call(fetchDocument, { doc_id })).logs,
      ...(await ana.call(searchLogs, { query: 'papers' })),
      ...(await ana.call(logsByIds, { doc_log_ids: [log.id] })),
    ].filter(candidate => candidate.id === log.id)
    expect(answered.map(entry => entry.file_ids)).toEqual([file_ids, file_ids, file_ids, file_ids])
  })

  test('can be read by everybody who reads the log, and by nobody else [D41]', async () => {
    const { tom, ana, lena } = office
    const file_ids = await uploaded('bill.txt')
    expect(await ana.call(downloadFiles, { file_ids })).toEqual([])
    await tom.call(writeLog, { doc_id, content: 'The bill', file_ids })
    expect((await ana.call(downloadFiles, { file_ids })).map(file => file.file_name)).toEqual(['bill.txt'])
    expect(await lena.call(downloadFiles, { file_ids })).toEqual([])
  })

  test('can be all that it has: then its title names them', async () => {
    const log = await office.tom.call(writeLog, { doc_id, file_ids: await uploaded('alone.txt') })
    expect(log).toMatchObject({ title: 'File', content: '' })
    const emptied = { doc_id, log_id: log.id, title: '', content: '', revision: 0 }
    expect(await office.tom.call(correctLog, emptied)).toMatchObject({ title: 'File' })
    expect(await office.tom.call(logsByIds, { doc_log_ids: [log.id] })).toMatchObject([{ file_ids: log.file_ids }])
  })

  test('that occur twice are attached once', async () => {
    const [file_id = ''] = await uploaded('twice.txt')
    const log = await office.tom.call(writeLog, { doc_id, content: 'Twice', file_ids: [file_id, file_id] })
    expect(log.file_ids).toEqual([file_id])
  })

  test('must belong to its writer and be unattached; otherwise nothing is written', async () => {
    const { tom, maya } = office
    const [file_id = ''] = await uploaded('mine.txt')
    const { file_id: theirs } = await sends(maya, text('theirs.txt', '1'))
    const before = (await tom.call(readLogs, { doc_id })).logs
    const missing = { status: 404, code: 'attachment.not_found' }
    await expect(tom.call(writeLog, { doc_id, file_ids: [file_id, theirs] })).rejects.toMatchObject(missing)
    expect((await tom.call(readLogs, { doc_id })).logs).toEqual(before)
    await tom.call(writeLog, { doc_id, file_ids: [file_id] })
    await expect(tom.call(writeLog, { doc_id, file_ids: [file_id] })).rejects.toMatchObject({
      status: 409,
      code: 'attachment.taken',
    })
  })

  test('are limited to twelve together with its pictures', async () => {
    const { tom } = office
    const urls = Array.from({ length: limits.frames - 1 }, (_, index) => `https://pictures.example/${index}.jpg`)
    const file_ids = await uploaded('one.txt', 'two.txt')
    await expect(tom.call(writeLog, { doc_id, urls, file_ids })).rejects.toMatchObject({
      status: 400,
      code: 'request.invalid',
      issues: [{ path: 'file_ids' }],
    })
    expect(await tom.call(writeLog, { doc_id, urls, file_ids: file_ids.slice(1) })).toMatchObject({
      file_ids: file_ids.slice(1),
    })
  })

  test('that are deleted leave the log unchanged', async () => {
    const { tom, server } = office
    const file_ids = await uploaded('gone.txt')
    const log = await tom.call(writeLog, { doc_id, content: 'Something was here', file_ids })
    await server.asOwner('delete from attachments where id = any($1::uuid[])', [file_ids])
    expect(await tom.call(logsByIds, { doc_log_ids: [log.id] })).toEqual([{ ...log, client_id: null }])
    expect(await tom.call(downloadFiles, { file_ids })).toEqual([])
  })
})
