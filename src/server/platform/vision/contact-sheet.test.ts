import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { contactSheets } from './contact-sheet'
import { PictureError } from './raster'

const plain = (background: string) =>
  sharp({ create: { width: 320, height: 180, channels: 3, background } })
    .jpeg()
    .toBuffer()
const colours = ['#c00000', '#00c000', '#0000c0', '#c0c000', '#c000c0']

/** Which of the three colours are bright in the middle of a place of 640 × 360. */
async function seen(sheet: Buffer, row: number, column: number): Promise<boolean[]> {
  const { data, info } = await sharp(sheet).raw().toBuffer({ resolveWithObject: true })
  const at = ((row - 1) * 360 + 180) * info.width + (column - 1) * 640 + 320
  return [...data.subarray(at * info.channels, at * info.channels + 3)].map(value => value > 96)
}

describe('Pictures for a model that takes few', () => {
  test('stay as they are while there are no more than it takes', async () => {
    const pictures = await Promise.all(colours.map(plain))
    const { sheets, places } = await contactSheets(pictures, 5)
    expect(sheets).toEqual(pictures)
    expect(places.map(({ sheet }) => sheet)).toEqual([1, 2, 3, 4, 5])
    expect((await contactSheets([], 1)).sheets).toEqual([])
  })

  test('are put together on sheets, each in the place that is named', async () => {
    const { sheets, places } = await contactSheets(await Promise.all(colours.map(plain)), 1)
    expect(sheets).toHaveLength(1)
    expect(places).toEqual([
      { sheet: 1, row: 1, column: 1 },
      { sheet: 1, row: 1, column: 2 },
      { sheet: 1, row: 1, column: 3 },
      { sheet: 1, row: 2, column: 1 },
      { sheet: 1, row: 2, column: 2 },
    ])
    const [sheet = Buffer.of()] = sheets
    const found = await Promise.all(places.map(({ row, column }) => seen(sheet, row, column)))
    expect(found).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
      [true, true, false],
      [true, false, true],
    ])
    const two = await contactSheets(await Promise.all(colours.map(plain)), 2)
    expect(two.sheets).toHaveLength(2)
    expect(two.places.at(-1)).toEqual({ sheet: 2, row: 1, column: 2 })
  })

  test('that are none are refused', async () => {
    await expect(contactSheets([Buffer.from('<svg/>'), await plain('#fff')], 1)).rejects.toThrow(PictureError)
  })
})
