import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { decode } from 'blurhash'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { downloadFiles, type FileAttachment, uploadFiles } from '#shared/contract/attachments/endpoints'
import { attachments } from '#shared/contract/attachments/limits'
import { deleteDocument, revokeAccess } from '#shared/contract/documents/endpoints'
import { removeUser } from '#shared/contract/organisations/people'
import { type S3Service, startS3 } from '../../platform/objects/testing/s3-service'
import { keep } from './files-service'
import { loads, notFound, photo, picture, sends, sound, text, video } from './test-files'
import { type Office, openOffice } from './test-office'

const minute = 60 * 1000
let s3: S3Service
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.stop())

const customerKey = '0123456789abcdef0123456789abcdef'
const places: [string, () => Promise<Office>][] = [
  ['the data folder', () => openOffice()],
  ['an S3', () => openOffice(s3.settings)],
  ['an S3 with a customer’s key', () => openOffice({ ...s3.settings, S3_CUSTOMER_KEY: customerKey })],
]

describe.each(places)('Files stored in %s [3.7, 7.15]', (_name, open) => {
  let office: Office
  beforeAll(async () => {
    office = await open()
  })

  test('are returned byte for byte, with the type of their bytes [D23]', async () => {
    const { tom } = office
    const files = [text('Brakes.md', '# Pads\n'), { name: 'clip', bytes: await video() }]
    const sent = await tom.call(uploadFiles, {}, { files })
    expect(sent).toMatchObject([
      { file_name: 'Brakes.md', mime_type: 'text/markdown', file_size: 7, file_thumbnail: null },
      { file_name: 'clip.mp4', mime_type: 'video/mp4' },
    ])
    expect(sent[0]?.batch_id).toBe(sent[1]?.batch_id)
    for (const [index, { url }] of sent.entries()) {
      const { bytes, headers } = await loads(tom, url)
      expect(bytes.equals(files[index]?.bytes ?? Buffer.alloc(0))).toBe(true)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('that are photos lose location and device, are turned upright, and have a thumbnail [D23]', async () => {
    const { tom } = office
    const taken = await photo()
    expect(taken.includes('Ridgeway Phones')).toBe(true)
    expect((await sharp(taken).metadata()).exif?.length).toBeGreaterThan(100)
    const sent = await sends(tom, { name: 'Bay 3.jpg', bytes: taken })
    expect(sent.file_metadata).toEqual({ image_resolution: { width: 40, height: 60 }, duration_seconds: null })

    const { bytes } = await loads(tom, sent.url)
    expect(bytes.length).toBe(sent.file_size)
    const { exif, xmp, iptc, orientation, width, height } = await sharp(bytes).metadata()
    expect({ exif, xmp, iptc, orientation, width, height }).toEqual({ width: 40, height: 60 })
    expect(bytes.includes('Ridgeway Phones')).toBe(false)
    // Turned by a quarter to the right, the upper left corner becomes the upper right one.
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const redAt = (x: number, y: number) => data[(y * info.width + x) * info.channels]
    expect(redAt(37, 3)).toBeGreaterThan(200)
    expect(redAt(3, 3)).toBeLessThan(80)

    const thumbnail = await loads(tom, sent.file_thumbnail?.url ?? '')
    expect(thumbnail.headers.get('content-type')).toBe('image/webp')
    expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({ format: 'webp', width: 40, height: 60 })
    const [red = 0, green = 0, blue = 0] = decode(sent.file_thumbnail?.blur_hash ?? '', 1, 1)
    expect(blue).toBeGreaterThan(red)
    expect(blue).toBeGreaterThan(green)
  })

  test('have thumbnails of at most 480 pixels, also of a video’s first picture', async () => {
    const { tom } = office
    const wide = await picture(1_200, 300).png().toBuffer()
    const sent = [
      await sends(tom, { name: 'wide.png', bytes: wide }),
      await sends(tom, { name: 'a.mp4', bytes: await video() }),
    ]
    const sizes = sent.map(async sentFile => {
      const { width, height } = await sharp((await loads(tom, sentFile.file_thumbnail?.url ?? '')).bytes).metadata()
      return { width, height }
    })
    expect(await Promise.all(sizes)).toEqual([
      { width: 480, height: 120 },
      { width: 160, height: 120 },
    ])
    expect(sent[1]?.file_metadata.image_resolution).toEqual({ width: 160, height: 120 })
    expect(sent[1]?.file_metadata.duration_seconds).toBeCloseTo(2, 0)
  })

  test('that are animated stay animated', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#00ff00', '#0000ff'].map(background =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    for (const kind of ['gif', 'webp'] as const) {
      const bytes = await sharp(frames, { join: { animated: true } })
        [kind]({ delay: [100, 100, 100], loop: 0 })
        .toBuffer()
      const sent = await sends(office.tom, { name: `moving.${kind}`, bytes })
      const kept = await sharp((await loads(office.tom, sent.url)).bytes, { animated: true }).metadata()
      expect(kept, kind).toMatchObject({ pages: 3, delay: [100, 100, 100], pageHeight: 20 })
      expect(sent.file_metadata.image_resolution, kind).toEqual({ width: 20, height: 20 })
    }
  })

  test('that are audio have a duration, also in formats that could be video', async () => {
    const inWebm = await sound('webm', '-c:a', 'libopus')
    const sent = [
      await sends(office.tom, { name: 'note.mp3', bytes: await sound() }),
      await sends(office.tom, { name: 'meeting.webm', bytes: inWebm }),
    ]
    expect(sent.map(file => file.mime_type)).toEqual(['audio/mpeg', 'audio/webm'])
    for (const file of sent) {
      expect(file.file_metadata.duration_seconds).toBeCloseTo(3, 0)
      expect(file.file_metadata.image_resolution).toBeNull()
    }
    expect(sent[1]?.file_name).toBe('meeting.webm')
  })

  test('have URLs that are valid for at most a minute, and get fresh ones on request [D23, D41]', async () => {
    const { tom, server } = office
    const { url, file_id, file_thumbnail } = await sends(tom, {
      name: 'a.png',
      bytes: await picture().png().toBuffer(),
    })
    expect(url).toMatch(/^\/objects\//)
    server.clock.advance(minute / 2 - 1)
    expect((await loads(tom, url)).status).toBe(200)
    server.clock.advance(minute / 2 + 2)
    for (const address of [url, file_thumbnail?.url ?? '']) expect((await loads(tom, address)).status).toBe(404)
    const [fresh] = await tom.call(downloadFiles, { file_ids: [file_id] })
    expect((await loads(tom, fresh?.url ?? '')).status).toBe(200)
  })

  test('are the same files when a call is repeated with its key, and others cannot use the key', async () => {
    const before = await office.rows()
    const files = [text('once.txt', 'Once.')]
    const first = await office.tom.call(uploadFiles, {}, { files, key: 'once' })
    expect(await office.tom.call(uploadFiles, {}, { files, key: 'once' })).toEqual(first)
    expect((await office.rows()).files).toBe(before.files + 1)
    const other = office.tom.call(uploadFiles, {}, { files: [text('once.txt', 'Twice')], key: 'once' })
    await expect(other).rejects.toMatchObject({ status: 409, code: 'request.key_reused' })
  })
})

describe('Who may read a file [D6, D21]', () => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice()
  })
  const seenBy = async (who: Office['tom'], ...files: FileAttachment[]) =>
    (await who.call(downloadFiles, { file_ids: files.map(file => file.file_id) })).map(file => file.file_name)

  test('its uploader, and nobody else while it is unattached', async () => {
    const { tom, maya, ana, zoe } = office
    const file = await sends(tom, text('draft.txt', 'Not yet.'))
    expect(await seenBy(tom, file)).toEqual(['draft.txt'])
    for (const actor of [maya, ana, zoe]) expect(await seenBy(actor, file), actor.name).toEqual([])
  })

  test('all readers of the document that it was uploaded for, as long as they are readers', async () => {
    const { tom, maya, ana, lena, zoe } = office
    const doc_id = await office.logbook()
    const [first, second] = [text('first.txt', '1'), text('second.txt', '2')]
    const files = await tom.call(uploadFiles, { doc_id }, { files: [first, second] })
    const names = ['second.txt', 'first.txt']
    for (const actor of [tom, maya, ana]) expect(await seenBy(actor, ...files.toReversed()), actor.name).toEqual(names)
    for (const actor of [lena, zoe]) expect(await seenBy(actor, ...files), actor.name).toEqual([])
    await tom.call(revokeAccess, { doc_id, grantee_kind: 'user', grantee_id: ana.user_id })
    expect(await seenBy(ana, ...files)).toEqual([])
    await tom.call(deleteDocument, { doc_id })
    expect(await seenBy(maya, ...files)).toEqual([])
  })

  test('nobody who left the organisation', async () => {
    const { maya, server } = office
    const noor = await server.person({ name: 'Noor Haddad' })
    await maya.invites(noor)
    const file = await sends(noor, text('own.txt', 'Mine.'))
    await maya.call(removeUser, { user_to_be_removed: noor.user_id })
    await expect(seenBy(noor, file)).rejects.toMatchObject({ status: 403, code: 'organization.not_member' })
  })

  test('nobody can upload for a document that they may only read, or not even that', async () => {
    const { tom, ana, lena, zoe } = office
    const doc_id = await office.logbook()
    await expect(sends(ana, text('a.txt', 'a'), { doc_id })).rejects.toMatchObject({
      status: 403,
      code: 'document.read_only',
    })
    // Before the file is inspected, which takes time.
    const broken = { name: 'broken.jpg', bytes: (await photo()).subarray(0, 600) }
    await expect(sends(ana, broken, { doc_id })).rejects.toMatchObject({ code: 'document.read_only' })
    // And again once it was inspected, because the right may have ended meanwhile.
    await expect(office.as(ana, ctx => keep(ctx, { doc_id }, []))).rejects.toMatchObject({ code: 'document.read_only' })
    for (const actor of [lena, zoe]) {
      await expect(sends(actor, text('a.txt', 'a'), { doc_id })).rejects.toMatchObject(notFound('document.not_found'))
    }
    await expect(sends(tom, text('a.txt', 'a'), { doc_id: 999_999 })).rejects.toMatchObject(
      notFound('document.not_found'),
    )
  })
})

describe('Refused uploads [D23]', () => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice()
  })
  const passing = () => readdir(join(office.server.app.context.settings.DATA_DIR, 'passing')).catch(() => [])
  const objects = () => readdir(join(office.server.app.context.settings.DATA_DIR, 'objects')).catch(() => [])

  test('one bad file refuses all, is named, and nothing is stored', async () => {
    const before = await office.rows()
    const broken = (await photo()).subarray(0, 600)
    const files = [
      text('good.txt', 'Good.'),
      { name: 'broken.jpg', bytes: broken },
      { name: 'empty.txt', bytes: Buffer.alloc(0) },
    ]
    await expect(office.tom.call(uploadFiles, {}, { files })).rejects.toMatchObject({
      status: 400,
      code: 'attachment.not_readable',
      issues: [
        { path: 'files.1', message: expect.stringMatching(/^broken\.jpg: /) },
        { path: 'files.2', message: expect.stringMatching(/^empty\.txt: /) },
      ],
    })
    expect(await office.rows()).toEqual(before)
    expect(await passing()).toEqual([])
    expect(await objects()).toEqual([])
  })

  test('more than 100 MB that are not audio', async () => {
    const bytes = Buffer.alloc(attachments.bytes + 1)
    await expect(sends(office.tom, { name: 'disk.img', bytes })).rejects.toMatchObject({
      status: 413,
      code: 'attachment.too_large',
      issues: [{ path: 'files.0' }],
    })
    expect(await passing()).toEqual([])
  })

  test('more files than allowed at once, none, and files in another field', async () => {
    const many = Array.from({ length: attachments.perCall + 1 }, (_, index) => text(`${index}.txt`, 'x'))
    await expect(office.tom.call(uploadFiles, {}, { files: many })).rejects.toMatchObject({ status: 413 })
    await expect(office.tom.call(uploadFiles, {}, { files: [] })).rejects.toMatchObject({
      status: 400,
      issues: [{ path: 'files' }],
    })
    const form = new FormData()
    form.set('attachment', new Blob(['x']), 'x.txt')
    expect(await posted(form)).toMatchObject({ status: 400, issues: [{ path: 'attachment' }] })
    expect(await passing()).toEqual([])
  })

  test('an invalid multipart body, or an incomplete one', async () => {
    expect(await posted('{}', 'application/json')).toMatchObject({ status: 415, code: 'request.unsupported_type' })
    const begun = '--b\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\nHalf'
    expect(await posted(begun, 'multipart/form-data; boundary=b')).toMatchObject({
      status: 400,
      code: 'request.invalid',
    })
    expect(await passing()).toEqual([])
  })

  test('fields with invalid values', async () => {
    const wrong = { doc_id: 'seven', batch_id: 'eight' } as never
    await expect(sends(office.tom, text('a.txt', 'a'), wrong)).rejects.toMatchObject({
      code: 'request.invalid',
      issues: [{ path: 'doc_id' }, { path: 'batch_id' }],
    })
  })

  async function posted(body: FormData | string, type?: string) {
    const { tom, server } = office
    const ids = new URLSearchParams({ user_id: String(tom.user_id), organization_id: String(tom.organization_id) })
    const answer = await fetch(`${server.url}${uploadFiles.path}?${ids}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tom.tokens?.IdToken}`, ...(type && { 'content-type': type }) },
      body,
    })
    return answer.json()
  }
})
