import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readAudit } from '#shared/contract/audit/endpoints'
import type { Input } from '#shared/contract/endpoint'
import { changeReferences, setOverlay } from '#shared/contract/jobs/endpoints'
import { measurePictures } from '#shared/contract/jobs/measured'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { manageRoleUsers } from '#shared/contract/organisations/roles'
import { changePermission, type Source } from '#shared/contract/sources/endpoints'
import { deleteOwnFrames, listOwnFrames } from '#shared/contract/sources/own-frames'
import { eventually } from '#shared/testing/eventually'
import type { Actor } from '../../../../test/actor'
import { storePicture } from '../sources/testing/old-pictures'
import { gateLook, type JobsYard, openJobsYard, yardPicture } from './test-jobs'

const minute = 60_000
const hour = 60 * minute
const missing = { status: 404, code: 'source.not_found' }
let yard: JobsYard
let now: number
let source: Source
/** Pictures of the last hours: the gate is closed, opens, stays open, and closes. */
let ids: string[]

beforeAll(async () => {
  yard = await openJobsYard()
  now = yard.server.clock.now()
  source = { kind: 'camera', camera_id: yard.camera_id }
  ids = []
  for (const [index, gate] of (['closed', 'closed', 'open', 'open', 'closed'] as const).entries())
    ids.push(await stored(await yardPicture(gate), 5 - index))
})
afterAll(() => yard.device.close())
afterEach(() => vi.restoreAllMocks())

const stored = (bytes: Buffer, hoursAgo: number, { of = source, kept = false } = {}) =>
  storePicture(yard, bytes, { source: of, at: now - hoursAgo * hour, kept })
const measured = (more: Partial<Input<typeof measurePictures>> = {}, who: Actor = yard.maya) =>
  who.call(measurePictures, { source, ...more })

/** A mask that shows the left half, where the gate is not. */
async function leftHalf(): Promise<string> {
  const white = await sharp({ create: { width: 320, height: 360, channels: 4, background: '#ffffffff' } })
    .png()
    .toBuffer()
  const mask = await sharp({ create: { width: 640, height: 360, channels: 4, background: '#00000000' } })
    .composite([{ input: white, left: 0, top: 0 }])
    .png()
    .toBuffer()
  return `data:image/png;base64,${mask.toString('base64')}`
}

describe('Measuring the pictures of the last day [D28]', () => {
  test('tells for each what rules know of it, and how it changed since the one before', async () => {
    await stored(await yardPicture('open'), 30)
    const { items, is_cut, from, to } = await measured(gateLook)
    expect(items.map(item => item.frame_id)).toEqual(ids)
    expect(is_cut).toBe(false)
    expect([from, to]).toEqual([new Date(now - 24 * hour).toISOString(), new Date(now).toISOString()])
    const changes = items.map(({ measurement }) => measurement.regions.gate?.change ?? null)
    expect(changes[0]).toBeNull()
    expect([changes[1], changes[3]]).toEqual([0, 0])
    for (const change of [changes[2], changes[4]]) expect(change).toBeGreaterThan(0.5)
    const [closed, , open] = items.map(item => item.measurement.whole)
    expect(open?.brightness).toBeLessThan(closed?.brightness ?? 0)
    expect(closed).not.toHaveProperty('words')
    expect(closed?.change_from_reference).toBeNull()
  })

  test('is spread evenly over a shorter range, which is at most a day', async () => {
    const at = (hoursAgo: number) => new Date(now - hoursAgo * hour).toISOString()
    const { items } = await measured({ from: at(4), to: at(1) })
    expect(items.map(item => item.frame_id)).toEqual(ids.slice(1, 4))
    expect((await measured({ most: 2 })).items.map(item => item.frame_id)).toEqual([ids[0], ids[3]])
    expect((await measured({ from: at(9), to: at(6) })).items).toEqual([])
    const wrong = { status: 400, code: 'request.invalid' }
    await expect(measured({ from: at(30), to: at(1) })).rejects.toMatchObject(wrong)
    await expect(measured({ from: at(1), to: at(1) })).rejects.toMatchObject(wrong)
    await expect(measured({ most: 121 })).rejects.toMatchObject(wrong)
  })

  test('sees only the area of the job: a change outside of it measures 0', async () => {
    const { instruction_id } = await yard.job()
    const { maya } = yard
    await maya.call(setOverlay, { instruction_id, image: await leftHalf() })
    const clear = {
      id: 'clear',
      name: 'Clear',
      shape: { kind: 'rectangle' as const, x: 0, y: 0, width: 0.5, height: 1 },
    }
    const { items } = await measured({ regions: [...gateLook.regions, clear], instruction_id })
    expect(items).toHaveLength(5)
    expect(items.slice(1).map(item => item.measurement.regions.clear?.change)).toEqual([0, 0, 0, 0])
    const whole = (await measured({ instruction_id })).items.slice(1).map(item => item.measurement.whole.change)
    expect(whole).toEqual([0, 0, 0, 0])
    const unmasked = (await measured()).items.map(item => item.measurement.whole.change)
    expect(unmasked[2]).toBeGreaterThan(0.1)
  })

  test('compares with the first reference picture of the job', async () => {
    const { instruction_id } = await yard.job()
    await yard.maya.call(changeReferences, { instruction_id, references: [ids[0] ?? ''] })
    const { items } = await measured({ ...gateLook, instruction_id })
    const differences = items.map(item => item.measurement.regions.gate?.change_from_reference)
    expect([differences[0], differences[1], differences[4]]).toEqual([0, 0, 0])
    for (const difference of differences.slice(2, 4)) expect(difference).toBeGreaterThan(0.5)
  })

  test('leaves out pictures that are damaged or gone, and says when the time was not enough', async () => {
    const camera_id = await yard.camera('Elsewhere', {}, yard.maya)
    const of: Source = { kind: 'camera', camera_id }
    const closed = await yardPicture('closed')
    const first = await stored(closed, 5, { of })
    await stored(Buffer.from('no picture'), 4, { of })
    const gone = await stored(closed, 3, { of })
    const last = await stored(closed, 2, { of })
    const { objects } = yard.server.app.context
    const [row] = await yard.server.asOwner<{ object_key: string }>('select object_key from frames where id = $1', [
      gone,
    ])
    await objects.delete(row?.object_key ?? '')
    const { items, is_cut } = await measured({ source: of })
    expect(items.map(item => item.frame_id)).toEqual([first, last])
    expect([items[1]?.measurement.whole.change, is_cut]).toEqual([0, false])

    const get = objects.get.bind(objects)
    vi.spyOn(objects, 'get').mockImplementation(key => {
      yard.server.clock.advance(15_000)
      return get(key)
    })
    const slow = await measured({ source: of })
    expect(slow.is_cut).toBe(true)
    expect(slow.items.map(item => item.frame_id)).toEqual([first])
    vi.mocked(objects.get).mockImplementation(key => {
      yard.server.clock.advance(30_000)
      return get(key)
    })
    const { instruction_id } = await yard.job({ minute_interval: 500_000 })
    await yard.maya.call(setOverlay, { instruction_id, image: await leftHalf() })
    const late = { status: 429, code: 'request.too_many' }
    await expect(measured({ source: of, instruction_id })).rejects.toMatchObject(late)
  })
})

describe('Who measures pictures [D34, D41]', () => {
  test('is told to the person whose screen it is, and kept pictures to the owners', async () => {
    const { maya, dev, tom } = yard
    const of: Source = { kind: 'screen', user_id: tom.user_id }
    const closed = await yardPicture('closed')
    const id = await stored(closed, 2, { of })
    const kept = await stored(closed, 1, { of, kept: true })
    const { items } = await measured({ source: of }, dev)
    expect(items.map(item => item.frame_id)).toEqual([id, kept])
    await eventually(async () => {
      const own = await tom.call(listOwnFrames, {})
      expect(own.map(frame => frame.seen_by.map(viewer => viewer.name))).toEqual([['Dev Anand'], ['Dev Anand']])
    })
    await eventually(async () => {
      yard.server.clock.advance(2_000)
      const viewed = await maya.call(readAudit, { kind: 'frame.viewed' })
      expect(viewed.filter(({ subject }) => subject === `frame:${kept}`)).toMatchObject([{ actor_id: dev.user_id }])
    })
    await tom.call(deleteOwnFrames, { ids: [id, kept] })
    expect((await measured({ source: of }, dev)).items).toEqual([])
  })

  test('may see the source and the job, and create jobs; strangers and other organisations may not', async () => {
    const { maya, tom, zoe, server } = yard
    const { instruction_id } = await yard.job()
    await maya.call(changePermission, { camera_id: yard.camera_id, user_ids: [] })
    await expect(measured({}, zoe)).rejects.toMatchObject(missing)
    const { roles } = await maya.call(organisationInfo, {})
    const role_id = roles.find(({ role_name }) => role_name === 'Member')?.role_id ?? 0
    await maya.call(manageRoleUsers, { role_id, users_to_be_removed: [tom.user_id] })
    await expect(measured({}, tom)).rejects.toMatchObject({ status: 403, code: 'permission.missing' })
    await maya.call(manageRoleUsers, { role_id, users_to_be_added: [tom.user_id] })
    await expect(measured({}, tom)).rejects.toMatchObject(missing)
    await maya.call(changePermission, { camera_id: yard.camera_id, user_ids: [tom.user_id] })
    expect((await measured({}, tom)).items).toHaveLength(5)
    await expect(measured({ instruction_id }, tom)).rejects.toMatchObject({ status: 404, code: 'job.not_found' })
    await maya.call(changePermission, { camera_id: yard.camera_id, user_ids: [] })
    await expect(measured({}, tom)).rejects.toMatchObject(missing)
    const stranger = await fetch(`${server.url}${measurePictures.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source }),
    })
    expect(stranger.status).toBe(401)
  })
})
