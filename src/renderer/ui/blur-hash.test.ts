// @vitest-environment node
import { expect, test } from 'vitest'
import { blurPicture } from './blur-hash'

/** The red, green and blue of a pixel. */
function pixel(picture: string, x: number, y: number): number[] {
  const bytes = [...atob(picture.split(',')[1] ?? '')].map(character => character.charCodeAt(0))
  const at = 54 + (y * 16 + x) * 3
  return [bytes[at + 2] ?? -1, bytes[at + 1] ?? -1, bytes[at] ?? -1]
}

test('A blur hash is drawn as its colours, the average among them', () => {
  // A hash with one component holds only the average colour, in its last four digits.
  const plain = blurPicture('00FF00') ?? ''
  const average = [...'FF00'].reduce(
    (sum, digit) => sum * 83 + '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(digit),
    0,
  )
  const colour = [average >> 16, (average >> 8) & 255, average & 255]
  expect([pixel(plain, 0, 0), pixel(plain, 15, 15)]).toEqual([colour, colour])
})

test('The colours of its corners and its middle are those of the reference decoder', () => {
  const picture = blurPicture('LEHV6nWB2yk8pyo0adR*.7kCMdnj') ?? ''
  expect(picture).toMatch(/^data:image\/bmp;base64,Qk/)
  const expected: [number, number, number[]][] = [
    [0, 0, [135, 164, 177]],
    [8, 0, [181, 180, 171]],
    [8, 9, [159, 124, 103]],
    [15, 15, [134, 142, 147]],
  ]
  for (const [x, y, colour] of expected) {
    const off = pixel(picture, x, y).map((part, channel) => Math.abs(part - (colour[channel] ?? 0)))
    expect(Math.max(...off), `${x}, ${y}`).toBeLessThanOrEqual(1)
  }
})

test.each(['', 'LEHV6', 'LEHV6nWB2yk8pyo0adR*.7kCMdn', 'LEHV6nWB2yk8pyo0adR*.7kCMd\u00e4j'])(
  'An invalid blur hash gives no picture: “%s”',
  text => expect(blurPicture(text)).toBeNull(),
)
