import { beforeAll, describe, expect, test } from 'vitest'
import { startUpload, uploadPart } from '#shared/contract/attachments/endpoints'
import { attachments } from '#shared/contract/attachments/limits'
import { uploadGuestFiles } from '#shared/contract/guests/endpoints'
import { day, guests } from '#shared/limits'
import { sends, sound, text } from './test-files'
import { type Office, openOffice } from './test-office'

let office: Office
beforeAll(async () => {
  office = await openOffice({ STORAGE_GB: '1' })
})

const fulfilled = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.filter(outcome => outcome.status === 'fulfilled').length

describe('The storage of an organisation [D31]', () => {
  test('refuses uploads with its figures when it is used up, whole and in parts, separately for each organisation', async () => {
    const { server, tom, ana, zoe } = office
    const { file_id } = await sends(tom, text('a.txt', 'a'))
    const { file_id: begun } = await tom.call(startUpload, { file_name: 'b.txt' })
    await server.asOwner('update attachments set bytes = 999999990 where id = $1', [file_id])
    const full = { status: 413, code: 'storage.quota', message: expect.stringContaining('1.00 of 1.00 GB') }
    await expect(sends(ana, text('c.txt', 'eleven more'))).rejects.toMatchObject(full)
    await expect(tom.call(startUpload, { file_name: 'd.txt', file_size: 11 })).rejects.toMatchObject(full)
    const eleven = { bytes: Buffer.from('eleven more') }
    await expect(tom.call(uploadPart, { file_id: begun, part: 1 }, eleven)).rejects.toMatchObject(full)
    const refused = await tom.reply(startUpload, { file_name: 'd.txt', file_size: 11 })
    expect(refused.data).toEqual({ used_bytes: 999_999_990, quota_bytes: 1_000_000_000 })
    await sends(ana, text('c.txt', 'ten bytes.'))
    await sends(zoe, text('c.txt', 'eleven more'))
    await server.asOwner('update attachments set bytes = 1 where id = $1', [file_id])
  })

  test('cannot be exceeded by uploads at the same time', async () => {
    const { server, tom, ana } = office
    const { file_id } = await sends(tom, text('a.txt', 'a'))
    const [{ kept } = { kept: 0 }] = await server.asOwner<{ kept: number }>(
      'select sum(bytes)::int as kept from attachments where organization_id = $1',
      [tom.organization_id],
    )
    await server.asOwner('update attachments set bytes = $2 where id = $1', [file_id, 1_000_000_000 - (kept - 1) - 15])
    const ten = [tom, ana, tom, ana, tom, ana].map((who, index) => sends(who, text(`${index}.txt`, 'ten bytes.')))
    expect(fulfilled(await Promise.allSettled(ten))).toBe(1)
    await server.asOwner('update attachments set bytes = 1 where id = $1', [file_id])
  })
})

describe('Concurrent uploads [D23]', () => {
  test('are limited in number', async () => {
    const { lena } = office
    const many = Array.from({ length: attachments.openUploads + 10 }, (_, index) =>
      lena.call(startUpload, { file_name: `${index}.txt` }),
    )
    expect(fulfilled(await Promise.allSettled(many))).toBe(attachments.openUploads)
  })

  test('of parts of one file are limited to the size of a file', async () => {
    const { server, tom } = office
    const { file_id } = await tom.call(startUpload, { file_name: 'disk.img' })
    await tom.call(uploadPart, { file_id, part: 1 })
    await server.asOwner('update upload_parts set bytes = $2 where upload_id = $1', [file_id, attachments.bytes - 15])
    const parts = [2, 3, 4, 5, 6].map(part =>
      tom.call(uploadPart, { file_id, part }, { bytes: Buffer.from('ten bytes.') }),
    )
    expect(fulfilled(await Promise.allSettled(parts))).toBe(1)
  })
})

test('Guests of one address are limited together within a day, however many they are [D42]', async () => {
  const { server } = office
  const [first, second] = [await server.guest(), await server.guest()]
  const files = [{ name: 'a.wav', bytes: await sound('wav') }]
  await first.call(uploadGuestFiles, {}, { files })
  await server.asOwner('update guest_storage set bytes = $1', [guests.addressBytes - 1_000])
  const neighbour = Object.assign(second, { ip: first.ip })
  await expect(neighbour.call(uploadGuestFiles, {}, { files })).rejects.toMatchObject({
    status: 413,
    code: 'attachment.too_large',
    message: expect.stringContaining('your network'),
  })
  server.clock.advance(day)
  const third = Object.assign(await server.guest(), { ip: first.ip })
  await third.call(uploadGuestFiles, {}, { files })
  expect(await server.asOwner('select from guest_storage')).toHaveLength(1)
})
