import sharp from 'sharp'
import { PictureMeter } from '../../src/server/platform/vision/measure'
import type { Raster } from '../../src/server/platform/vision/raster'
import { Camera, quiet } from '../../src/server/platform/vision/testing/camera'
import { Chance } from '../../src/server/platform/vision/testing/canvas'
import { figureOf, sceneOf } from '../../src/server/platform/vision/testing/scene'
import { type Part, rounds } from '../bench-context'
import type { Row } from '../table'

const cameras = 20
const framesEachRound = 200

/**
 * What 20 cameras cost that are looked at once a second: processor time of decoding 1280 × 720 JPEGs, comparing each with
 * the one before and with a reference, in three regions.
 */
export const vision: Part = async () => {
  const scene = sceneOf(new Chance(1))
  const frames = await film(scene)
  const meter = new PictureMeter()
  const reference = await meter.raster(frames[0] ?? Buffer.alloc(0))
  const measureAll = async (count: number) => {
    let previous: Raster | undefined
    for (let index = 0; index < count; index++) {
      const frame = frames[index % frames.length] ?? Buffer.alloc(0)
      previous = (await meter.measure({ frame, previous, reference, regions: scene.regions })).raster
    }
  }
  await measureAll(framesEachRound)
  const cores: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    await measureAll(framesEachRound)
    const { user, system } = process.cpuUsage(before)
    cores.push(((user + system) / 1_000_000 / framesEachRound) * cameras)
  }
  return [
    {
      what: '20 cameras, each measured once a second at 1280 × 720',
      unit: 'cores',
      product: cores,
      floor: null,
      aim: { atMost: 1 },
    },
    {
      what: '… processor time of one frame',
      unit: 'ms',
      product: cores.map(value => (value / cameras) * 1000),
      floor: null,
      aim: null,
    },
  ] satisfies Row[]
}

/** Somebody walks through, so that squares have to be judged in every frame. */
async function film(scene: ReturnType<typeof sceneOf>): Promise<Buffer[]> {
  const camera = new Camera(scene, new Chance(2), { quality: 90, followsLight: true })
  const figure = figureOf(new Chance(3), 'person')
  const frames: Buffer[] = []
  for (let x = 0; x < 320; x += 16) {
    const frame = await camera.frame({ ...quiet, actors: [{ figure, x, y: 120, isMoving: true }] })
    const large = sharp(frame).resize(1280, 720)
    // Detail and noise of a real sensor make the files as large as those of cameras.
    const noise = sharp({
      create: {
        width: 1280,
        height: 720,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 12 },
      },
    })
    const layer = { input: await noise.png().toBuffer(), blend: 'soft-light' as const }
    frames.push(await large.toColourspace('srgb').composite([layer]).jpeg({ quality: 80 }).toBuffer())
  }
  return frames
}
