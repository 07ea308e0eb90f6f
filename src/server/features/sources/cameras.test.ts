import { beforeAll, describe, expect, test } from 'vitest'
import { addBranch } from '#shared/contract/organisations/branches'
import { addCamera, deleteCamera, editCamera } from '#shared/contract/sources/cameras'
import { type Camera, changePermission, readFeed } from '#shared/contract/sources/endpoints'
import { frames } from '#shared/contract/sources/limits'
import type { Actor } from '../../../../test/actor'
import { notAllowed, notFound, openYard, somewhere, type Yard } from './test-yard'

const missing = notFound('camera.not_found')
const secretAddress = 'http://keeper:pa55word@9.9.9.9/mjpg/video.mjpg?user=keeper&pwd=0pen&size=full'

let yard: Yard
let maya: Actor
let dev: Actor
let tom: Actor
beforeAll(async () => {
  yard = await openYard()
  ;({ maya, dev, tom } = yard)
})

const seen = async (who: Actor, camera_id: number): Promise<Camera | undefined> =>
  (await who.call(readFeed, {})).accessible_cctv_feeds.find(camera => camera.camera_id === camera_id)

describe('Adding a camera [3.18b, 7.23]', () => {
  test('shows it to those who manage cameras or see all, and to nobody else yet', async () => {
    const camera = await dev.call(addCamera, { url: somewhere, name: ' Gate ', description: 'The yard’s gate.' })
    expect(camera).toEqual({
      camera_id: expect.any(Number),
      url: somewhere,
      name: 'Gate',
      description: 'The yard’s gate.',
      branch_id: null,
      space_ids: [],
      kind: 'still',
      trouble: null,
      trouble_since: null,
      last_frame: null,
      kept_days: frames.retentionDays,
      notice_confirmed_by: null,
      notice_confirmed_at: null,
    })
    expect(await seen(maya, camera.camera_id)).toEqual(camera)
    expect(await seen(tom, camera.camera_id)).toBeUndefined()
    expect(await seen(yard.zoe, camera.camera_id)).toBeUndefined()
  })

  test('shows it to those who manage cameras although they do not see all', async () => {
    const keeper = await yard.server.person({ name: 'Kai Moor' })
    await maya.invites(keeper)
    await yard.role('Keeper', ['feeds.manage_cameras'], keeper)
    const camera_id = await yard.camera('Kai’s')
    expect(await seen(keeper, camera_id)).toMatchObject({ url: somewhere })
  })

  test('is an event for those who may see it, and in the audit log [D8]', async () => {
    const camera_id = await yard.camera('Till')
    const [event] = (await yard.events('camera.changed')).slice(-1)
    expect(event?.payload).toEqual({ kind: 'camera.changed', camera_id })
    expect(event?.audience.user_ids).toEqual(expect.arrayContaining([maya.user_id, dev.user_id]))
    expect(event?.audience.user_ids).not.toContain(tom.user_id)
    expect(await yard.audited(`camera:${camera_id}`)).toMatchObject([
      { kind: 'camera.added', actor_id: dev.user_id, details: { name: 'Till', url: somewhere } },
    ])
  })

  test.each([
    ['rtsp://9.9.9.9:554/ch1', 'rtsp'],
    ['rtsps://9.9.9.9/ch1', 'rtsp'],
    ['https://9.9.9.9/live/index.m3u8?token=1', 'hls'],
    ['http://9.9.9.9/mjpg/video.mjpg', 'mjpeg'],
    ['http://9.9.9.9/axis-cgi/video.cgi', 'mjpeg'],
    ['http://9.9.9.9/snapshot.jpg', 'still'],
  ])('at %s detects %s [D35]', async (url, kind) => {
    expect(await dev.call(addCamera, { url, name: 'Any' })).toMatchObject({ kind })
  })

  test.each([
    ['gate', 400, 'camera.address_invalid'],
    ['ftp://9.9.9.9/still.jpg', 400, 'camera.address_invalid'],
    ['file:///etc/passwd', 400, 'camera.address_invalid'],
    ['http://127.0.0.1/still.jpg', 403, 'camera.address_refused'],
    ['http://localhost:4780/feed', 403, 'camera.address_refused'],
    ['http://169.254.169.254/latest/meta-data', 403, 'camera.address_refused'],
    ['rtsp://192.168.1.20/ch1', 403, 'camera.address_refused'],
    ['http://[::1]/still.jpg', 403, 'camera.address_refused'],
    ['http://2130706433/still.jpg', 403, 'camera.address_refused'],
  ])('is refused at %s', async (url, status, code) => {
    await expect(dev.call(addCamera, { url, name: 'Any' })).rejects.toMatchObject({ status, code })
    const camera_id = await yard.camera('Elsewhere')
    await expect(dev.call(editCamera, { camera_id, url })).rejects.toMatchObject({ status, code })
  })

  test('is possible in a network that the operator allows', async () => {
    const other = await openYard({ CAMERA_ALLOWED_NETWORKS: '192.168.1.0/24' })
    expect(await other.camera('Inside', { url: 'rtsp://192.168.1.20/ch1' })).toBeGreaterThan(0)
    await expect(other.camera('Beside', { url: 'rtsp://192.168.2.20/ch1' })).rejects.toMatchObject({ status: 403 })
  })

  test('is allowed to managers, and at a branch that they can see', async () => {
    await expect(tom.call(addCamera, { url: somewhere, name: 'Any' })).rejects.toMatchObject(notAllowed)
    const gone = { url: somewhere, name: 'Any', branch_id: 999_999_999 }
    await expect(dev.call(addCamera, gone)).rejects.toMatchObject(notFound('branch.not_found'))
    await expect(dev.call(addCamera, { ...gone, branch_id: yard.yard })).rejects.toMatchObject(
      notFound('branch.not_found'),
    )
    expect(await maya.call(addCamera, { ...gone, branch_id: yard.yard })).toMatchObject({ branch_id: yard.yard })
  })
})

describe('The address of a camera [D35]', () => {
  test('is shown to its managers without name, password and other secrets', async () => {
    const camera_id = await yard.camera('Safe', { url: secretAddress })
    const shown = 'http://9.9.9.9/mjpg/video.mjpg?user=***&pwd=***&size=full'
    expect(await seen(dev, camera_id)).toMatchObject({ url: shown })
    await dev.call(changePermission, { camera_id, organisation: true })
    expect(await seen(tom, camera_id)).toMatchObject({ name: 'Safe', url: null })
    const onlooker = await yard.role('Guard', ['feeds.see_all'], yard.lena)
    expect(onlooker).toBeGreaterThan(0)
    expect(await seen(yard.lena, camera_id)).toMatchObject({ url: null })
  })

  test('is encrypted in the database, and neither logged nor audited', async () => {
    const camera_id = await yard.camera('Sealed', { url: secretAddress })
    const [row] = await yard.server.asOwner('select * from cameras where id = $1', [camera_id])
    const [again] = await yard.server.asOwner('select * from cameras where id = $1', [
      await yard.camera('Sealed too', { url: secretAddress }),
    ])
    expect(row?.address).not.toBe(again?.address)
    for (const text of [JSON.stringify(row), JSON.stringify(await yard.audited(`camera:${camera_id}`))]) {
      expect(text).not.toMatch(/pa55word|0pen/)
    }
    expect(yard.server.logLines.join('\n')).not.toMatch(/pa55word|0pen/)
  })

  test('that is sent back as it was shown is no change, and keeps its password', async () => {
    const camera_id = await yard.camera('Kept', { url: secretAddress })
    const address = async () =>
      (await yard.server.asOwner('select address from cameras where id = $1', [camera_id]))[0]?.address
    const before = await address()
    const url = (await seen(dev, camera_id))?.url ?? ''
    await dev.call(editCamera, { camera_id, url, name: 'Kept as it was' })
    expect(await address()).toBe(before)
    await dev.call(editCamera, { camera_id, url: 'rtsp://9.9.9.9/ch2' })
    expect(await address()).not.toBe(before)
    expect(await seen(dev, camera_id)).toMatchObject({
      url: 'rtsp://9.9.9.9/ch2',
      kind: 'rtsp',
      name: 'Kept as it was',
    })
  })
})

describe('Changing a camera', () => {
  test('changes the given fields and nothing else; a confirmed notice records who and when', async () => {
    const branch_id = (await maya.call(addBranch, { branch_name: 'North dock' })).id
    const camera_id = await yard.camera('Dock')
    const changed = await dev.call(editCamera, { camera_id, branch_id, kept_days: 3, notice_confirmed: true })
    expect(changed).toMatchObject({
      name: 'Dock',
      branch_id,
      kept_days: 3,
      notice_confirmed_by: 'Dev Anand',
      notice_confirmed_at: new Date(yard.server.clock.now()).toISOString(),
    })
    expect(await dev.call(editCamera, { camera_id, branch_id: null, notice_confirmed: false })).toMatchObject({
      branch_id: null,
      kept_days: 3,
      notice_confirmed_by: null,
      notice_confirmed_at: null,
    })
    expect(await yard.audited(`camera:${camera_id}`)).toMatchObject([
      { kind: 'camera.added' },
      { kind: 'camera.edited', details: { branch_id, kept_days: 3, notice_confirmed: true } },
      { kind: 'camera.edited', details: { branch_id: null, notice_confirmed: false } },
    ])
  })

  test('is allowed to those who manage cameras; somebody else’s does not exist', async () => {
    const camera_id = await yard.camera('Ours')
    await expect(tom.call(editCamera, { camera_id, name: 'Mine' })).rejects.toMatchObject(notAllowed)
    await expect(yard.zoe.call(editCamera, { camera_id, name: 'Mine' })).rejects.toMatchObject(missing)
    await expect(dev.call(editCamera, { camera_id: 999_999_999, name: 'Mine' })).rejects.toMatchObject(missing)
    for (const kept_days of [0, 366]) {
      await expect(dev.call(editCamera, { camera_id, kept_days })).rejects.toMatchObject({ status: 400 })
    }
  })

  test('is shown by the space where it hangs and by those it is shared with, to those who see the space [D4]', async () => {
    const shed = (await maya.call(addBranch, { branch_name: 'Paint shed' })).id
    const camera_id = await yard.camera('Shared', { branch_id: yard.yard }, maya)
    await maya.call(changePermission, { camera_id, organisation: true, branch_ids: [shed] })
    expect((await seen(yard.ana, camera_id))?.space_ids.toSorted()).toEqual([yard.yard, shed].toSorted())
    expect(await seen(tom, camera_id)).toMatchObject({ space_ids: [shed] })
    await maya.call(changePermission, { camera_id, branch_ids: [] })
    expect(await seen(tom, camera_id)).toMatchObject({ space_ids: [] })
  })

  test('its branch is hidden from those who may not see the branch [D3]', async () => {
    const camera_id = await yard.camera('Locks', { branch_id: yard.yard }, maya)
    await maya.call(changePermission, { camera_id, organisation: true })
    expect(await seen(yard.ana, camera_id)).toMatchObject({ branch_id: yard.yard })
    expect(await seen(tom, camera_id)).toMatchObject({ branch_id: null })
  })
})

describe('Deleting a camera', () => {
  test('hides it from everybody and removes its grants; those who saw it are told', async () => {
    const camera_id = await yard.camera('Old gate')
    await dev.call(changePermission, { camera_id, user_ids: [tom.user_id] })
    await expect(tom.call(deleteCamera, { feedId: camera_id })).rejects.toMatchObject(notAllowed)
    await expect(yard.zoe.call(deleteCamera, { feedId: camera_id })).rejects.toMatchObject(missing)
    await dev.call(deleteCamera, { feedId: camera_id })

    for (const who of [maya, dev, tom]) expect(await seen(who, camera_id)).toBeUndefined()
    await expect(dev.call(deleteCamera, { feedId: camera_id })).rejects.toMatchObject(missing)
    await expect(dev.call(editCamera, { camera_id, name: 'Back' })).rejects.toMatchObject(missing)
    const [event] = await yard.events('camera.deleted')
    expect(event?.payload).toEqual({ kind: 'camera.deleted', camera_id })
    expect(event?.audience.user_ids).toEqual(expect.arrayContaining([maya.user_id, dev.user_id, tom.user_id]))
    expect(event?.audience.user_ids).not.toContain(yard.ana.user_id)
    expect(
      await yard.server.asOwner("select from grants where kind = 'camera' and subject_id = $1", [camera_id]),
    ).toEqual([])
  })
})
