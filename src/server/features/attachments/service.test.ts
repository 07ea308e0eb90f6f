import { beforeAll, describe, expect, test } from 'vitest'
import { downloadFiles } from '#shared/contract/attachments/endpoints'
import { attachments } from '#shared/contract/attachments/limits'
import { writeLog } from '#shared/contract/logs/endpoints'
import { attach, attachmentsOf, attachmentsOfLogs } from './service'
import { sends, text } from './test-files'
import { type Office, openOffice } from './test-office'

let office: Office
let doc_id: number
let log_id: number

beforeAll(async () => {
  office = await openOffice()
  doc_id = await office.logbook()
  log_id = (await office.tom.call(writeLog, { doc_id, content: 'Brake pads worn' })).id
})

const gives = (who: Office['tom'], file_ids: string[], log: number | null = log_id) =>
  office.as(who, ctx => attach(ctx, { file_ids, doc_id, log_id: log }))

describe('Attaching files to a log or document [3.6a, D19]', () => {
  test('keeps their order, and its readers may read them', async () => {
    const { tom, ana, lena } = office
    const [first, second, alone] = [
      await sends(tom, text('1.txt', '1')),
      await sends(tom, text('2.txt', '2')),
      await sends(tom, text('3.txt', '3')),
    ]
    const file_ids = [second.file_id, first.file_id]
    expect(await ana.call(downloadFiles, { file_ids })).toEqual([])
    const given = await gives(tom, file_ids)
    expect(given.map(file => file.file_name)).toEqual(['2.txt', '1.txt'])
    await gives(tom, [alone.file_id], null)

    expect(await ana.call(downloadFiles, { file_ids })).toHaveLength(2)
    expect(await lena.call(downloadFiles, { file_ids })).toEqual([])
    const [ofLogs, ofDocument] = await office.as(ana, ctx =>
      Promise.all([attachmentsOfLogs(ctx, [log_id, 999_999]), attachmentsOf(ctx, doc_id)]),
    )
    expect([...ofLogs.keys()]).toEqual([log_id])
    expect(ofLogs.get(log_id)?.map(file => file.file_name)).toEqual(['2.txt', '1.txt'])
    expect(ofDocument.map(file => file.file_name)).toEqual(['3.txt'])
  })

  test('works once for each file', async () => {
    const { tom } = office
    const { file_id } = await sends(tom, text('once.txt', '1'))
    await gives(tom, [file_id, file_id])
    await expect(gives(tom, [file_id])).rejects.toMatchObject({ status: 409, code: 'attachment.taken' })
    await expect(gives(tom, [file_id], null)).rejects.toMatchObject({ code: 'attachment.taken' })
  })

  test('to a log works for files that were uploaded for its document', async () => {
    const { tom } = office
    const { file_id } = await sends(tom, text('for the document.txt', '1'), { doc_id })
    expect(await gives(tom, [file_id])).toHaveLength(1)
    const other = await office.logbook()
    const { file_id: elsewhere } = await sends(tom, text('elsewhere.txt', '1'), { doc_id: other })
    await expect(gives(tom, [elsewhere])).rejects.toMatchObject({ code: 'attachment.taken' })
  })

  test('works with one’s own files: if one belongs to somebody else, none is attached [D6]', async () => {
    const { tom, maya, zoe } = office
    const own = await sends(tom, text('own.txt', '1'))
    for (const other of [maya, zoe]) {
      const { file_id } = await sends(other, text('theirs.txt', '1'))
      await expect(gives(tom, [own.file_id, file_id]), other.name).rejects.toMatchObject({
        status: 404,
        code: 'attachment.not_found',
      })
    }
    expect(await gives(tom, [own.file_id])).toHaveLength(1)
    expect(await gives(tom, [])).toEqual([])
  })

  test('no longer works after a file was unattached for a day', async () => {
    const { tom, server } = office
    const { file_id } = await sends(tom, text('late.txt', '1'))
    server.clock.advance(attachments.kept)
    await expect(gives(tom, [file_id])).rejects.toMatchObject({ status: 404, code: 'attachment.not_found' })
    await tom.signIn(tom.address)
    expect(await tom.call(downloadFiles, { file_ids: [file_id] })).toEqual([])
  })
})
