import { beforeAll, describe, expect, test } from 'vitest'
import { startUpload, uploadPart } from '#shared/contract/attachments/endpoints'
import { readStorage } from '#shared/contract/attachments/storage'
import { addAdmins } from '#shared/contract/organisations/people'
import { openTestServer } from '../../../../test/test-server'
import { picture, sends, sound, text } from './test-files'
import { type Office, openOffice } from './test-office'

let office: Office
beforeAll(async () => {
  office = await openOffice({ STORAGE_GB: '2' })
})

describe('Storage used by the files of an organisation [D31]', () => {
  test('is shown to owners and admins, by kind and by person, with the limit that refuses uploads', async () => {
    const { server, maya, tom, ana, zoe } = office
    expect(await maya.call(readStorage, {})).toEqual({ used_bytes: 0, quota_bytes: 2e9, kinds: [], people: [] })

    const sizes = { image: 4_000, recording: 3_000, file: 2_000 }
    const files = {
      image: { name: 'bay.png', bytes: await picture().png().toBuffer() },
      recording: { name: 'meeting.mp3', bytes: await sound() },
      file: text('list.txt', 'Eight pedals'),
    }
    for (const kind of ['image', 'recording', 'file'] as const) {
      const { file_id } = await sends(kind === 'file' ? ana : tom, files[kind])
      await server.asOwner('update attachments set bytes = $2 where id = $1', [file_id, sizes[kind]])
    }
    const { file_id } = await tom.call(startUpload, { file_name: 'disk.img' })
    await tom.call(uploadPart, { file_id, part: 1 }, { bytes: Buffer.from('ten bytes.') })
    await sends(zoe, text('hers.txt', 'Of another workshop'))

    const use = {
      used_bytes: 9_010,
      quota_bytes: 2e9,
      kinds: [
        { kind: 'image', bytes: 4_000 },
        { kind: 'recording', bytes: 3_000 },
        { kind: 'file', bytes: 2_000 },
        { kind: 'unfinished', bytes: 10 },
      ],
      people: [
        { user_id: tom.user_id, user_displayname: 'Tom Reyes', bytes: 7_000 },
        { user_id: ana.user_id, user_displayname: 'Ana Lima', bytes: 2_000 },
      ],
    }
    expect(await maya.call(readStorage, {})).toEqual(use)
    await expect(tom.call(readStorage, {})).rejects.toMatchObject({ status: 403, code: 'permission.missing' })
    await maya.call(addAdmins, { user_ids: [tom.user_id] })
    expect(await tom.call(readStorage, {})).toEqual(use)
    const hers = await zoe.call(readStorage, {})
    expect(hers).toMatchObject({ used_bytes: 19, people: [{ user_id: zoe.user_id }] })
  })

  test('has the limit of its plan, and none if billing is off', async () => {
    for (const [settings, quota_bytes] of [
      [{ BILLING: 'sandbox' }, 5e9],
      [{ BILLING: 'off' }, null],
    ] as const) {
      const server = await openTestServer({ settings })
      const maya = await server.person({ name: 'Maya Okafor' })
      await maya.createOrganisation('Ridgeway Cycles')
      expect(await maya.call(readStorage, {})).toMatchObject({ used_bytes: 0, quota_bytes })
    }
  })
})
