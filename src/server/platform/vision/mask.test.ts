import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { applyOverlay } from './mask'
import { PictureError } from './raster'

const size = { width: 640, height: 360 }

/** A frame with one text in its left half and one in its right half. */
async function frameWith(left: string, right: string): Promise<Sharp> {
  const text = async (words: string, x: number) => {
    const picture = sharp({ text: { text: words, font: 'sans 40', dpi: 72, rgba: true, width: 260 } })
    return { input: await picture.png().toBuffer(), left: x, top: 120 }
  }
  return sharp({ create: { ...size, channels: 3, background: '#e8e4d8' } }).composite([
    await text(left, 30),
    await text(right, 350),
  ])
}

/** Shows the left half. */
const leftHalf = (width: number, height: number, paint: '#ffffff' | '#ffffff80' = '#ffffff') =>
  sharp({ create: { width, height, channels: 4, background: '#00000000' } })
    .composite([{ input: { create: { width: width / 2, height, channels: 4, background: paint } }, left: 0, top: 0 }])
    .png()
    .toBuffer()

const greyOf = async (picture: Buffer, left: number) =>
  sharp(picture).extract({ left, top: 0, width: 300, height: size.height }).greyscale().raw().toBuffer()

/** The largest difference of a pixel, of 255. */
async function difference(one: Buffer, other: Buffer, left: number): Promise<number> {
  const [pixels, others] = [await greyOf(one, left), await greyOf(other, left)]
  return pixels.reduce((most, value, at) => Math.max(most, Math.abs(value - (others[at] ?? 0))), 0)
}

const [inside, outside] = [0, 340]

describe('What lies outside of the overlay [D29]', () => {
  test('cannot be read, and what lies inside stays sharp', async () => {
    const frames = await Promise.all(
      ['PIN 4711 AB', 'PIN 8350 XY'].map(async words =>
        (await frameWith('Bay 3', words)).jpeg({ quality: 95 }).toBuffer(),
      ),
    )
    const [frame = Buffer.alloc(0), other = Buffer.alloc(0)] = frames
    expect(await difference(frame, other, outside)).toBeGreaterThan(150)
    const mask = await leftHalf(640, 360)
    const [shown, otherShown] = [await applyOverlay(frame, mask), await applyOverlay(other, mask)]
    expect(await difference(shown, otherShown, outside)).toBeLessThanOrEqual(12)
    expect(await difference(shown, frame, inside)).toBeLessThanOrEqual(30)
    // Neighbouring pixels outside hardly differ: no edge of a letter is left.
    const hidden = await greyOf(shown, outside)
    const steps = [...hidden.keys()]
      .filter(at => at % 300 > 0)
      .map(at => Math.abs((hidden[at] ?? 0) - (hidden[at - 1] ?? 0)))
    expect(Math.max(...steps.slice(0, 100_000))).toBeLessThanOrEqual(4)
  })

  test('is hidden in a smaller copy too, which is never larger than the frame', async () => {
    const [frame, other] = await Promise.all(
      ['PIN 4711 AB', 'PIN 8350 XY'].map(async words =>
        (await frameWith('Bay 3', words)).resize(1280, 720).png().toBuffer(),
      ),
    )
    const mask = await leftHalf(64, 36)
    const [shown, otherShown] = await Promise.all(
      [frame, other].map(picture => applyOverlay(picture ?? Buffer.alloc(0), mask, size.width)),
    )
    expect(await sharp(shown).metadata()).toMatchObject(size)
    expect(await difference(shown ?? mask, otherShown ?? mask, outside)).toBeLessThanOrEqual(12)
    expect(await sharp(await applyOverlay(shown ?? mask, mask, 5_000)).metadata()).toMatchObject(size)
  })

  test.each([
    [64, 36],
    [1280, 200],
    [2, 2],
  ])('is hidden by a mask of %i × %i too', async (width, height) => {
    const frame = await (await frameWith('Bay 3', 'PIN 4711')).jpeg().toBuffer()
    const shown = await applyOverlay(frame, await leftHalf(width, height))
    expect(await sharp(shown).metadata()).toMatchObject({ format: 'jpeg', ...size })
    const far = await greyOf(shown, outside)
    expect(Math.max(...far.subarray(30_000, 60_000)) - Math.min(...far.subarray(30_000, 60_000))).toBeLessThan(90)
    expect(await difference(shown, frame, 0)).toBeLessThan(width > 2 ? 60 : 256)
  })

  test('is everything if the mask shows nothing, or shows it only half', async () => {
    const frame = await (await frameWith('PIN 4711', 'PIN 4711')).jpeg().toBuffer()
    const half = await applyOverlay(frame, await leftHalf(640, 360, '#ffffff80'))
    expect(await difference(half, frame, inside)).toBeGreaterThan(100)
    const black = await sharp({ create: { ...size, channels: 3, background: '#000000' } })
      .png()
      .toBuffer()
    expect(await difference(await applyOverlay(frame, black), half, inside)).toBe(0)
  })

  test('does not stay in metadata', async () => {
    const exif = { IFD0: { Copyright: 'Maya', ImageDescription: 'PIN 4711' } }
    const frame = await (await frameWith('Bay 3', 'Bay 4')).withExif(exif).withIccProfile('p3').jpeg().toBuffer()
    const shown = await applyOverlay(frame, await leftHalf(640, 360))
    const { exif: kept, icc, xmp, iptc } = await sharp(shown).metadata()
    expect([kept, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined])
    expect(shown.includes('PIN 4711')).toBe(false)
  })

  test('is never shown because the mask or the frame is broken', async () => {
    const frame = await (await frameWith('Bay 3', 'PIN 4711')).jpeg().toBuffer()
    const mask = await leftHalf(640, 360)
    const jpegMask = await sharp(mask).jpeg().toBuffer()
    const noise = await sharp({
      create: {
        width: 64,
        height: 64,
        channels: 3,
        background: '#ffffff',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer()
    for (const broken of [
      Buffer.alloc(0),
      Buffer.from('mask'),
      mask.subarray(0, 40),
      noise.subarray(0, noise.length / 2),
      jpegMask,
    ])
      await expect(applyOverlay(frame, broken)).rejects.toThrow(PictureError)
    await expect(applyOverlay(frame.subarray(0, frame.length / 2), mask)).rejects.toThrow(PictureError)
    const huge = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#ffffff' } })
      .png()
      .toBuffer()
    await expect(applyOverlay(frame, huge)).rejects.toMatchObject({ fault: 'too_large' })
  })

  test('is hidden in grey pictures and those that lie on their side, too', async () => {
    const grey = await (await frameWith('Bay 3', 'PIN 4711')).greyscale().toColourspace('b-w').jpeg().toBuffer()
    expect(await sharp(await applyOverlay(grey, await leftHalf(640, 360))).metadata()).toMatchObject(size)
    const lying = await (await frameWith('Bay 3', 'PIN 4711')).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const shown = await applyOverlay(lying, await leftHalf(640, 360))
    expect(await sharp(shown).metadata()).toMatchObject({ width: 360, height: 640 })
    expect((await sharp(shown).metadata()).orientation).toBeUndefined()
  })
})
