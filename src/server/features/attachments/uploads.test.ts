import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import {
  cancelUpload,
  downloadFiles,
  finishUpload,
  readUpload,
  startUpload,
  uploadPart,
} from '#shared/contract/attachments/endpoints'
import { attachments } from '#shared/contract/attachments/limits'
import { grantAccess, revokeAccess } from '#shared/contract/documents/endpoints'
import { eventually } from '#shared/testing/eventually'
import { type S3Service, startS3 } from '../../platform/objects/testing/s3-service'
import { readSettings } from '../../settings'
import { loads, notFound, photo, sendsInParts, sound } from './test-files'
import { type Office, openOffice } from './test-office'

const day = 24 * 60 * 60 * 1000
const bytes = randomBytes(3 * attachments.partBytes - 7)
const slice = (part: number) => bytes.subarray((part - 1) * attachments.partBytes, part * attachments.partBytes)
let office: Office
let s3: S3Service | undefined

describe.each([
  ['the data folder', async () => openOffice()],
  [
    'an S3',
    async () => {
      s3 = await startS3()
      return openOffice(s3.settings)
    },
  ],
] as const)('An upload in parts into %s [D23]', (_name, open) => {
  beforeAll(async () => {
    office = await open()
    return () => s3?.stop()
  })

  test('resumes where it was interrupted, in any order, and becomes the file', async () => {
    const { tom } = office
    const { file_id, batch_id, part_bytes, parts, expires_at } = await tom.call(startUpload, {
      file_name: 'disk image.bin',
      file_size: bytes.length,
    })
    expect({ part_bytes, parts }).toEqual({ part_bytes: 1_048_576, parts: [] })
    expect(Date.parse(expires_at)).toBe(office.server.clock.now() + day)
    for (const part of [3, 1]) await tom.call(uploadPart, { file_id, part }, { bytes: slice(part) })
    expect(await tom.call(readUpload, { file_id })).toMatchObject({ file_id, batch_id, parts: [1, 3], expires_at })
    const early = tom.call(finishUpload, { file_id, parts: 3 })
    await expect(early).rejects.toMatchObject({ status: 409, code: 'upload.incomplete' })
    await tom.call(uploadPart, { file_id, part: 2 }, { bytes: slice(2) })

    const file = await tom.call(finishUpload, { file_id, parts: 3 })
    expect(file).toMatchObject({ file_id, batch_id, file_name: 'disk image.bin', file_size: bytes.length })
    const kept = await loads(tom, file.url)
    expect(kept.bytes.equals(bytes)).toBe(true)
    expect(await office.rows()).toMatchObject({ files: 1 })
  })

  test('replaces a part that is sent again, with any size up to the limit', async () => {
    const { tom } = office
    const { file_id } = await tom.call(startUpload, { file_name: 'words' })
    for (const [part, word] of [
      [1, 'Hello '],
      [2, 'nobody'],
      [2, 'world, as long as you like'],
    ] as const) {
      await tom.call(uploadPart, { file_id, part }, { bytes: Buffer.from(word) })
    }
    const { url } = await tom.call(finishUpload, { file_id, parts: 2 })
    expect((await loads(tom, url)).bytes.toString()).toBe('Hello world, as long as you like')
  })

  test('is finished once, however often it is requested', async () => {
    const { tom } = office
    const { file_id } = await tom.call(startUpload, { file_name: 'photo.jpg' })
    await tom.call(uploadPart, { file_id, part: 1 }, { bytes: await photo() })
    const finishes = Array.from({ length: 4 }, () => tom.call(finishUpload, { file_id, parts: 1 }))
    const [first, ...others] = await Promise.all(finishes)
    for (const other of others) expect(other).toEqual(first)
    const before = await office.rows()
    expect(await tom.call(finishUpload, { file_id, parts: 1 })).toEqual(first)
    expect(await office.rows()).toEqual(before)
    expect((await loads(tom, first?.url ?? '')).status).toBe(200)
  })

  test('leaves no part behind when it is finished or cancelled', async () => {
    const { tom } = office
    const { objects } = office.server.app.context
    const ends = [
      (file_id: string) => tom.call(cancelUpload, { file_id }),
      (file_id: string) => tom.call(finishUpload, { file_id, parts: 1 }),
    ]
    for (const end of ends) {
      const { file_id } = await tom.call(startUpload, { file_name: 'a' })
      await tom.call(uploadPart, { file_id, part: 1 }, { bytes: Buffer.from('a') })
      const key = `uploads/${tom.organization_id}/${file_id}/1`
      expect((await objects.get(key)).bytes.toString()).toBe('a')
      await end(file_id)
      await eventually(() => expect(objects.get(key)).rejects.toMatchObject({ code: 'object.not_found' }))
    }
  })
})

describe('An upload in parts', () => {
  beforeAll(async () => {
    office = await openOffice()
  })
  /** An upload of Tom's with one part. */
  async function begun(params: Partial<Parameters<typeof begin>[0]> = {}) {
    const { file_id } = await begin({ file_name: 'a.txt', ...params })
    await office.tom.call(uploadPart, { file_id, part: 1 }, { bytes: Buffer.from('Hello') })
    return file_id
  }
  const begin = (params: { file_name: string; file_size?: number; content_hint?: 'audio'; doc_id?: number }) =>
    office.tom.call(startUpload, params)

  test('belongs to its uploader: for everybody else it does not exist [D6]', async () => {
    const file_id = await begun()
    for (const other of [office.maya, office.zoe]) {
      const replies = [
        await other.reply(uploadPart, { file_id, part: 2 }),
        await other.reply(readUpload, { file_id }),
        await other.reply(finishUpload, { file_id, parts: 1 }),
        await other.reply(cancelUpload, { file_id }),
      ]
      for (const reply of replies) expect(reply, other.name).toMatchObject(notFound('upload.not_found'))
    }
    expect((await office.tom.call(readUpload, { file_id })).parts).toEqual([1])
  })

  test.each([0, attachments.parts + 1, 1.5, 'one'])('has no part %s', async part => {
    const file_id = await begun()
    const refused = office.tom.call(uploadPart, { file_id, part: part as number })
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'request.invalid', issues: [{ path: 'part' }] })
  })

  test('refuses parts that are empty or too large', async () => {
    const file_id = await begun()
    const put = (bytes: Buffer) => office.tom.call(uploadPart, { file_id, part: 2 }, { bytes })
    await expect(put(Buffer.alloc(0))).rejects.toMatchObject({ status: 400, issues: [{ path: 'body' }] })
    await expect(put(Buffer.alloc(attachments.partBytes + 1))).rejects.toMatchObject({
      status: 413,
      code: 'request.too_large',
    })
    await put(Buffer.alloc(attachments.partBytes))
  })

  test('accepts nothing once it is finished or cancelled', async () => {
    const { tom } = office
    const [finished, cancelled] = [await begun(), await begun()]
    await tom.call(finishUpload, { file_id: finished, parts: 1 })
    await tom.call(cancelUpload, { file_id: cancelled })
    const over = { status: 409, code: 'upload.finished' }
    await expect(tom.call(uploadPart, { file_id: finished, part: 1 })).rejects.toMatchObject(over)
    await expect(tom.call(readUpload, { file_id: finished })).rejects.toMatchObject(over)
    await expect(tom.call(cancelUpload, { file_id: finished })).rejects.toMatchObject(over)
    const gone = notFound('upload.not_found')
    await expect(tom.call(uploadPart, { file_id: cancelled, part: 1 })).rejects.toMatchObject(gone)
    await expect(tom.call(finishUpload, { file_id: cancelled, parts: 1 })).rejects.toMatchObject(gone)
  })

  test('is refused if it declares a size that is too large, and audio may be larger', async () => {
    const tooLarge = { status: 413, code: 'attachment.too_large' }
    await expect(begin({ file_name: 'a', file_size: 100_000_001 })).rejects.toMatchObject(tooLarge)
    await begin({ file_name: 'a', file_size: 100_000_000 })
    await begin({ file_name: 'a', file_size: 500_000_000, content_hint: 'audio' })
    const audio = begin({ file_name: 'a', file_size: 500_000_001, content_hint: 'audio' })
    await expect(audio).rejects.toMatchObject(tooLarge)
  })

  test('accepts no more than a file may have, whatever it declared', async () => {
    const file_id = await begun()
    const enough = attachments.bytes - 5 - 10
    await office.server.asOwner(
      `insert into upload_parts (organization_id, upload_id, part, bytes) values ($1, $2, 2, $3)`,
      [office.tom.organization_id, file_id, enough],
    )
    const put = (length: number) => office.tom.call(uploadPart, { file_id, part: 3 }, { bytes: Buffer.alloc(length) })
    await expect(put(11)).rejects.toMatchObject({ status: 413, code: 'attachment.too_large' })
    await put(10)
  })

  test('is not finished if its size differs from the declared one', async () => {
    const file_id = await begun({ file_size: 6 })
    const finish = () => office.tom.call(finishUpload, { file_id, parts: 1 })
    await expect(finish()).rejects.toMatchObject({ code: 'upload.incomplete' })
    await office.tom.call(uploadPart, { file_id, part: 1 }, { bytes: Buffer.from('Hello!') })
    await finish()
  })

  test('that was declared as audio is refused if it is something else and too large for that', async () => {
    const { tom } = office
    const { file_id } = await begin({ file_name: 'meeting.webm', content_hint: 'audio' })
    await tom.call(uploadPart, { file_id, part: 1 })
    const large = attachments.bytes + 1
    const { objects } = office.server.app.context
    await objects.put(`uploads/${tom.organization_id}/${file_id}/1`, Buffer.alloc(large, 1), 'application/octet-stream')
    await office.server.asOwner('update upload_parts set bytes = $1 where upload_id = $2', [large, file_id])
    const finish = tom.call(finishUpload, { file_id, parts: 1 })
    await expect(finish).rejects.toMatchObject({ status: 413, code: 'attachment.too_large' })
  })

  test('of a recording of unknown length gets its duration', async () => {
    const { tom } = office
    // As a browser records: written without seeking back to its beginning.
    const live = await sound('webm', '-c:a', 'libopus', '-live', '1')
    const file = await sendsInParts(tom, { name: 'Meeting', bytes: live }, { content_hint: 'audio' })
    expect(file).toMatchObject({ mime_type: 'audio/webm', file_name: 'Meeting.webm' })
    expect(file.file_metadata.duration_seconds).toBeCloseTo(3, 0)
  })

  test('for a document requires the right to write there, at its start and at its end', async () => {
    const { tom, ana, lena } = office
    const doc_id = await office.logbook()
    const params = { file_name: 'a.txt', doc_id }
    await expect(ana.call(startUpload, params)).rejects.toMatchObject({ status: 403, code: 'document.read_only' })
    await expect(lena.call(startUpload, params)).rejects.toMatchObject(notFound('document.not_found'))

    const grantee = { doc_id, grantee_kind: 'user', grantee_id: lena.user_id } as const
    await tom.call(grantAccess, { ...grantee, level: 'editor' })
    const { file_id } = await lena.call(startUpload, params)
    await lena.call(uploadPart, { file_id, part: 1 })
    await tom.call(revokeAccess, grantee)
    const late = lena.call(finishUpload, { file_id, parts: 1 })
    await expect(late).rejects.toMatchObject(notFound('document.not_found'))
    // Before the parts are joined, which takes time.
    const incomplete = lena.call(finishUpload, { file_id, parts: 2 })
    await expect(incomplete).rejects.toMatchObject(notFound('document.not_found'))
    await tom.call(grantAccess, { ...grantee, level: 'editor' })
    await lena.call(finishUpload, { file_id, parts: 1 })
    expect(await ana.call(downloadFiles, { file_ids: [file_id] })).toHaveLength(1)
  })

  test('is limited to 50 open ones for each person', async () => {
    const { maya } = office
    const first = await maya.call(startUpload, { file_name: 'first' })
    for (let count = 1; count < attachments.openUploads; count += 1) await maya.call(startUpload, { file_name: 'more' })
    const more = () => maya.call(startUpload, { file_name: 'too many' })
    await expect(more()).rejects.toMatchObject({ status: 409, code: 'upload.too_many' })
    await maya.call(cancelUpload, { file_id: first.file_id })
    await more()
  })

  test('is started once when the start is repeated with its key', async () => {
    const start = () => office.lena.call(startUpload, { file_name: 'a' }, { key: 'started' })
    expect(await start()).toEqual(await start())
  })
})

test('An upload in parts accepts nothing after a day', async () => {
  const { tom, server } = await openOffice()
  const { file_id } = await tom.call(startUpload, { file_name: 'a.txt' })
  await tom.call(uploadPart, { file_id, part: 1 })
  server.clock.advance(day)
  await tom.signIn(tom.address)
  const expired = { status: 410, code: 'upload.expired' }
  expect(await tom.reply(uploadPart, { file_id, part: 2 })).toMatchObject(expired)
  expect(await tom.reply(readUpload, { file_id })).toMatchObject(expired)
  expect(await tom.reply(finishUpload, { file_id, parts: 1 })).toMatchObject(expired)
  await tom.call(cancelUpload, { file_id })
})

test('The parts of a 500 MB recording fit into a minute, and leave their sender the rest of the product', async () => {
  const parts = Math.ceil(attachments.audioBytes / attachments.partBytes)
  expect(parts).toBeLessThan(uploadPart.perMinute ?? 0)
  expect(parts).toBeLessThan(readSettings({}).RATE_LIMIT)
  const { tom } = await openOffice({ RATE_LIMIT: '60' })
  const { file_id } = await tom.call(startUpload, { file_name: 'a', content_hint: 'audio' })
  const statuses = async (count: number, call: (part: number) => Promise<{ status: number }>) => {
    const answers: number[] = []
    for (let part = 1; part <= count; part += 1) answers.push((await call(part)).status)
    return [...new Set(answers)]
  }
  expect(await statuses(60, part => tom.reply(uploadPart, { file_id, part }))).toEqual([200])
  expect(await statuses(40, () => tom.reply(readUpload, { file_id }))).toEqual([200])
  expect(await tom.reply(uploadPart, { file_id, part: 61 })).toMatchObject({ status: 429, code: 'request.too_many' })
})

test('a part whose upload is cancelled meanwhile gets an error that the upload does not exist', async () => {
  const { tom, server } = office
  const { file_id } = await tom.call(startUpload, { file_name: 'notes.txt' })
  const put = vi.spyOn(server.app.context.objects, 'put').mockImplementationOnce(async () => {
    await tom.call(cancelUpload, { file_id })
    throw Object.assign(new Error('ENOENT: no such file or directory, rename'), { code: 'ENOENT' })
  })
  const reply = await tom.reply(uploadPart, { file_id, part: 1 })
  put.mockRestore()
  expect(reply).toMatchObject({ status: 404, code: 'upload.not_found' })
})
