import { beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '#shared/contract/audit/endpoints'
import { deleteCamera } from '#shared/contract/sources/cameras'
import { changePermission, findFrame, listFrameDays, readTimeline } from '#shared/contract/sources/endpoints'
import { listOwnFrames } from '#shared/contract/sources/own-frames'
import { eventually } from '#shared/testing/eventually'
import { cameraSource, notFound, openYard, screenOf, type Yard } from './test-yard'
import { pictureOf } from './testing/desktop'
import { storePicture } from './testing/old-pictures'

const second = 1_000
const hour = 3_600 * second
const day = 24 * hour
const missing = notFound('source.not_found')
const iso = (at: number) => new Date(at).toISOString()
let yard: Yard
let noon: number
let camera_id: number
/** Six pictures of the camera, a minute apart from noon yesterday on, oldest first. */
let ids: string[]

beforeAll(async () => {
  yard = await openYard()
  noon = Math.floor(yard.server.clock.now() / day) * day - day / 2
  camera_id = await yard.camera('Front counter')
  ids = []
  for (let minute = 0; minute < 6; minute += 1) ids.push(await stored(minute))
})

const stored = (minute: number, source = cameraSource(camera_id)) =>
  storePicture(yard, pictureOf(`minute ${minute}`), { source, at: noon + minute * 60 * second })

describe('Pictures of a range of time [D41, D34]', () => {
  const range = () => ({ source: cameraSource(camera_id), from: iso(noon), to: iso(noon + hour) })

  test('are all of them, oldest first, without the last instant of the range', async () => {
    const { frames, is_whole } = await yard.dev.call(readTimeline, range())
    expect(frames.map(frame => frame.id)).toEqual(ids)
    expect(is_whole).toBe(true)
    const shorter = await yard.dev.call(readTimeline, { ...range(), to: iso(noon + 5 * 60 * second) })
    expect(shorter.frames.map(frame => frame.id)).toEqual(ids.slice(0, 5))
    expect((await yard.dev.call(readTimeline, { ...range(), from: iso(noon - hour), to: iso(noon) })).frames).toEqual(
      [],
    )
  })

  test('are spread evenly if there are more than asked for', async () => {
    const { frames, is_whole } = await yard.dev.call(readTimeline, { ...range(), most: 3 })
    expect(frames.map(frame => frame.id)).toEqual([ids[0], ids[2], ids[4]])
    expect(is_whole).toBe(false)
    const [one] = (await yard.dev.call(readTimeline, { ...range(), most: 1 })).frames
    expect(one?.id).toBe(ids[0])
  })

  test('are refused to strangers, other organisations and people without access, and if the range is none', async () => {
    for (const who of [yard.tom, yard.lena, yard.zoe]) {
      await expect(who.call(readTimeline, range())).rejects.toMatchObject(missing)
      await expect(who.call(findFrame, { ...range(), at: iso(noon), direction: 'near' })).rejects.toMatchObject(missing)
      const days = { source: range().source, zone: 'UTC', from: '2026-01-01', to: '2026-01-02' }
      await expect(who.call(listFrameDays, days)).rejects.toMatchObject(missing)
    }
    const { url } = yard.server
    for (const { path } of [readTimeline, findFrame, listFrameDays]) {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(range()),
      })
      expect(response.status).toBe(401)
    }
    await expect(yard.dev.call(readTimeline, { ...range(), to: iso(noon) })).rejects.toMatchObject({ status: 400 })
  })

  test('of a screen are told to the person whose screen it is, and kept ones to the owners', async () => {
    const { maya, dev, tom } = yard
    const source = screenOf(tom)
    const id = await stored(0, source)
    const kept = await storePicture(yard, pictureOf('kept'), { source, at: noon + second, kept: true })
    await dev.call(readTimeline, { ...range(), source })
    await maya.call(findFrame, { source, at: iso(noon), direction: 'near' })
    await eventually(async () => {
      const own = await tom.call(listOwnFrames, {})
      const seen = (which: string) => own.find(frame => frame.id === which)?.seen_by.map(viewer => viewer.name)
      expect([seen(id), seen(kept)]).toEqual([['Maya Okafor', 'Dev Anand'], ['Dev Anand']])
    })
    await eventually(async () => {
      yard.server.clock.advance(2 * second)
      const viewed = await maya.call(readAudit, { kind: 'frame.viewed' })
      expect(viewed).toMatchObject([{ actor_id: dev.user_id, subject: `frame:${kept}` }])
    })
  })

  test('that have expired are left out, unless a log keeps them', async () => {
    const source = screenOf(yard.ana)
    const at = yard.server.clock.now() - 15 * day
    await storePicture(yard, pictureOf('gone'), { source, at })
    const kept = await storePicture(yard, pictureOf('kept'), { source, at: at + second, kept: true })
    const { frames } = await yard.ana.call(readTimeline, { source, from: iso(at - hour), to: iso(at + hour) })
    expect(frames.map(frame => frame.id)).toEqual([kept])
    expect(await yard.ana.call(findFrame, { source, at: iso(at), direction: 'near' })).toMatchObject({ id: kept })
    expect(await yard.ana.call(findFrame, { source, at: iso(at + second), direction: 'before' })).toBeNull()
  })
})

describe('A picture near an instant', () => {
  const at = (offset: number) => ({ source: cameraSource(camera_id), at: iso(noon + offset * second) })
  const found = async (offset: number, direction: 'near' | 'before' | 'after', id?: string) =>
    (await yard.dev.call(findFrame, { ...at(offset), direction, id }))?.id ?? null

  test('is the last one until then, or else the first after it', async () => {
    expect(await found(60, 'near')).toBe(ids[1])
    expect(await found(119, 'near')).toBe(ids[1])
    expect(await found(-30, 'near')).toBe(ids[0])
  })

  test('has a neighbour on each side, except at the ends', async () => {
    expect([await found(60, 'before'), await found(60, 'after')]).toEqual([ids[0], ids[2]])
    expect([await found(0, 'before'), await found(300, 'after')]).toEqual([null, null])
  })

  test('is told apart from others of the same instant', async () => {
    const source = screenOf(yard.lena)
    const twins = [await stored(0, source), await stored(0, source)].sort()
    const beside = (id: string | undefined, direction: 'before' | 'after') =>
      yard.lena.call(findFrame, { source, at: iso(noon), id, direction })
    expect(await beside(twins[0], 'after')).toMatchObject({ id: twins[1] })
    expect(await beside(twins[1], 'before')).toMatchObject({ id: twins[0] })
    expect(await beside(twins[1], 'after')).toBeNull()
  })
})

describe('The days that have pictures', () => {
  test('are those of the time zone of the reader', async () => {
    const source = cameraSource(await yard.camera('Night'))
    const midnight = noon + day / 2
    await storePicture(yard, pictureOf('late'), { source, at: midnight - hour })
    await storePicture(yard, pictureOf('long ago'), { source, at: midnight - 3 * day - hour })
    const of = (at: number) => iso(at).slice(0, 10)
    const span = { source, from: of(midnight - 10 * day), to: of(midnight + day) }
    expect(await yard.dev.call(listFrameDays, { ...span, zone: 'UTC' })).toEqual([
      of(midnight - 3 * day - hour),
      of(midnight - hour),
    ])
    expect(await yard.dev.call(listFrameDays, { ...span, zone: 'Asia/Kolkata' })).toEqual([
      of(midnight - 3 * day),
      of(midnight),
    ])
    expect(await yard.dev.call(listFrameDays, { ...span, zone: 'America/Los_Angeles' })).toHaveLength(2)
    await expect(yard.dev.call(listFrameDays, { ...span, zone: 'UTC', from: '2001-01-01' })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('end with the access, and with the camera', async () => {
    const camera = await yard.camera('Short-lived')
    const source = cameraSource(camera)
    await storePicture(yard, pictureOf('a'), { source, at: noon })
    const span = { source, zone: 'UTC', from: iso(noon).slice(0, 10), to: iso(noon).slice(0, 10) }
    await yard.dev.call(changePermission, { camera_id: camera, user_ids: [yard.tom.user_id] })
    expect(await yard.tom.call(listFrameDays, span)).toHaveLength(1)
    await yard.dev.call(changePermission, { camera_id: camera, user_ids: [] })
    await expect(yard.tom.call(listFrameDays, span)).rejects.toMatchObject(missing)
    await yard.dev.call(deleteCamera, { feedId: camera })
    await expect(yard.dev.call(listFrameDays, span)).rejects.toMatchObject(missing)
  })
})
