import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PictureRegion } from '#shared/rules/picture-rules'
import { BuiltProgram } from '../../../../test/built-program'
import { tidy } from '../../../../test/server-process'
import { type MeasureRequest, PictureMeter } from './measure'
import { PictureError } from './raster'
import { Camera, quiet } from './testing/camera'
import { Chance } from './testing/canvas'
import { figureOf, sceneOf } from './testing/scene'

const meter = new PictureMeter()
const measured = async (request: MeasureRequest) => (await meter.measure(request)).measurement
const scene = sceneOf(new Chance(5))
const film = () => new Camera(scene, new Chance(6), { quality: 70, followsLight: true })
const still = () => film().frame(quiet)
const bike = { figure: figureOf(new Chance(7), 'bike'), x: 150, y: 160, isMoving: false }
const plain = (width: number, height: number, background = '#808080') =>
  sharp({ create: { width, height, channels: 3, background } })

const fault = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    error => (error instanceof PictureError ? error.fault : String(error)),
  )

describe('What a job sees without a model [D28]', () => {
  test('is no change without another picture', async () => {
    const { whole, regions } = await measured({ frame: await still() })
    expect(whole).toMatchObject({ change: null, change_from_reference: null, covered: null, moved: null })
    expect(whole).toMatchObject({ dark: false, blank: false, blurred: false })
    expect(regions).toEqual({})
  })

  test('is a bike where it stands, and nothing beside it', async () => {
    const camera = film()
    const reference = await camera.frame(quiet)
    const frame = await camera.frame({ ...quiet, actors: [bike] })
    const regions: PictureRegion[] = [
      { id: 'here', name: '', shape: { kind: 'rectangle', x: 0.33, y: 0.6, width: 0.28, height: 0.3 } },
      { id: 'beside', name: '', shape: { kind: 'rectangle', x: 0.75, y: 0.1, width: 0.25, height: 0.8 } },
      {
        id: 'corner',
        name: '',
        shape: {
          kind: 'polygon',
          points: [
            { x: 0, y: 0 },
            { x: 0.3, y: 0 },
            { x: 0, y: 0.5 },
          ],
        },
      },
    ]
    const { whole, regions: areas } = await measured({ frame, previous: reference, reference, regions })
    expect(areas.here?.change_from_reference).toBeGreaterThan(0.5)
    expect(areas.here?.change).toBe(areas.here?.change_from_reference)
    expect(areas.beside).toMatchObject({ change: 0, change_from_reference: 0 })
    expect(areas.corner).toMatchObject({ change: 0, change_from_reference: 0 })
    expect(whole.change).toBeGreaterThan(0.02)
    expect(whole).toMatchObject({ covered: false, moved: false, blurred: false })
  })

  test('is the brightness from black to white', async () => {
    const frame = await plain(640, 360, '#000000')
      .composite([
        { input: { create: { width: 320, height: 360, channels: 3, background: '#ffffff' } }, left: 0, top: 0 },
      ])
      .png()
      .toBuffer()
    const half = (id: string, x: number): PictureRegion => ({
      id,
      name: '',
      shape: { kind: 'rectangle', x, y: 0, width: 0.5, height: 1 },
    })
    const { whole, regions } = await measured({ frame, regions: [half('left', 0), half('right', 0.5)] })
    expect(whole.brightness).toBeCloseTo(0.5, 1)
    expect(whole.contrast).toBeCloseTo(1, 1)
    expect(regions.left?.brightness).toBeCloseTo(1, 1)
    expect(regions.left).toMatchObject({ dark: false, blank: true })
    expect(regions.right?.brightness).toBeCloseTo(0, 1)
    expect(regions.right).toMatchObject({ dark: true, blank: true })
  })

  test('is the same from a raster as from the picture it came from, and in any resolution', async () => {
    const frame = await still()
    const reference = await sharp(frame).resize(1280, 720).jpeg().toBuffer()
    const { raster } = await meter.measure({ frame })
    expect(raster).toMatchObject({ width: 160, height: 90 })
    expect(await measured({ frame: raster, reference })).toEqual(await measured({ frame, reference }))
    const other = await sharp(frame).resize(640, 480, { fit: 'fill' }).jpeg().toBuffer()
    expect((await measured({ frame, reference: other })).whole.moved).toBe(false)
  })

  test('is measured in a region smaller than a pixel, and in pictures of any form', async () => {
    const shape = { kind: 'rectangle', x: 0.999, y: 0.999, width: 0.001, height: 0.001 } as const
    for (const [width, height] of [
      [1, 1],
      [3, 2000],
      [6000, 5],
    ] as const) {
      const frame = await plain(width, height).jpeg().toBuffer()
      const { whole, regions } = await measured({
        frame,
        previous: frame,
        reference: frame,
        regions: [{ id: 'dot', name: '', shape }],
      })
      expect(whole).toMatchObject({ change: 0, blank: true })
      expect(regions.dot?.brightness).toBeCloseTo(0.5, 1)
    }
  })
})

describe('A picture that cannot be used [D35]', () => {
  test('is refused for what it is', async () => {
    const jpeg = await still()
    expect(await fault(meter.measure({ frame: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }))).toBe(
      'not_a_picture',
    )
    expect(await fault(meter.measure({ frame: Buffer.alloc(0) }))).toBe('not_a_picture')
    expect(await fault(meter.measure({ frame: jpeg.subarray(0, jpeg.length / 2) }))).toBe('damaged')
    expect(await fault(meter.measure({ frame: jpeg, reference: jpeg.subarray(0, 20) }))).toBe('damaged')
    expect(await fault(meter.raster(Buffer.concat([jpeg, Buffer.alloc(10_000_000)])))).toBe('too_large')
  })

  test('is refused before it is unpacked if it unpacks to more than a camera delivers', async () => {
    const bomb = await plain(9_000, 9_000).png().toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await fault(meter.measure({ frame: bomb }))).toBe('too_large')
  })

  test('never breaks the server, whatever its bytes', async () => {
    const chance = new Chance(3)
    const jpeg = await still()
    for (let count = 0; count < 40; count++) {
      const broken = Buffer.from(jpeg)
      for (let change = 0; change < 8; change++) broken[chance.whole(3, broken.length - 1)] = chance.whole(0, 255)
      expect(await fault(meter.measure({ frame: broken }))).toMatch(/^(none|damaged|too_large)$/)
    }
  })

  test('waits behind a bounded number of others, and is told so beyond', async () => {
    const busy = new PictureMeter()
    const frame = await still()
    const answers = await Promise.all(Array.from({ length: 70 }, () => fault(busy.measure({ frame }))))
    expect(answers.filter(answer => answer === 'none')).toHaveLength(66)
    expect(answers.filter(answer => answer === 'busy')).toHaveLength(4)
    expect(await fault(busy.measure({ frame }))).toBe('none')
  })
})

describe('In the built server, pictures [D28]', () => {
  let program: BuiltProgram
  beforeAll(async () => {
    const from = (path: string) => JSON.stringify(join(import.meta.dirname, path))
    program = await BuiltProgram.of(`
      import { PictureMeter } from ${from('measure')}
      import { measureWork } from ${from('measure-work')}
      const pixels = Uint8Array.from({ length: 14400 }, (_, at) => (at * 7919) % 251)
      const raster = { width: 160, height: 90, pixels }
      async function run() {
        const meter = new PictureMeter()
        const answers = await Promise.all(
          Array.from({ length: 9 }, () => meter.measure({ frame: raster, previous: raster, reference: raster })),
        )
        const here = measureWork.measure({ frame: raster, previous: raster, reference: raster, regions: [] })
        const same = answers.filter(({ measurement }) => JSON.stringify(measurement) === JSON.stringify(here)).length
        return { same, here }
      }
      run().then(answer => process.send(answer)).finally(() => process.disconnect())`)
  })
  afterAll(tidy)

  test('are measured in threads, with the same result', async () => {
    expect(await program.run()).toMatchObject([{ same: 9, here: { whole: { change: 0 } } }])
  })
})
