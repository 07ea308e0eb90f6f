import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundaryIn, MultipartParser } from './multipart'
import { pictureOf } from './testing/camera-server'
import { CameraTrouble } from './trouble'

const longest = 5_000

function partsOf(chunks: readonly Uint8Array[], boundary = 'frame'): Buffer[] {
  const found: Buffer[] = []
  const parser = new MultipartParser(boundary, longest, part => found.push(part))
  for (const chunk of chunks) parser.push(Buffer.from(chunk))
  return found
}

/** Styles in which a camera may write one part. */
const style = fc.record({
  lineEnd: fc.constantFrom('\r\n', '\n'),
  length: fc.constantFrom('Content-Length: ', 'content-length:', 'CONTENT-LENGTH : ', null),
  other: fc.constantFrom('Content-Type: image/jpeg', 'X-Timestamp: 12', null),
  /** Before the delimiter. */
  gap: fc.constantFrom('\r\n', '\n', '\r\n\r\n', ''),
})
const picture = fc.uint8Array({ maxLength: 300 }).map(bytes => pictureOf(Buffer.from(bytes).toString('latin1')))

function written(
  boundary: string,
  jpeg: Buffer,
  { lineEnd, length, other, gap }: typeof style extends fc.Arbitrary<infer T> ? T : never,
): Buffer {
  const headers = [`--${boundary}`, other, length === null ? null : `${length}${jpeg.length}`].filter(
    line => line !== null,
  )
  return Buffer.concat([Buffer.from(headers.join(lineEnd) + lineEnd + lineEnd), jpeg, Buffer.from(gap)])
}

/** Splits the bytes into chunks as a network may. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set([...places.map(place => place % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b)
  return ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end))
}

describe('A stream of pictures [D35]', () => {
  test('yields each picture, however the camera writes them and however they are split', () => {
    const boundary = fc.constantFrom('frame', 'myboundary', 'a b', "gc0'()+_,-./:=?", '0123456789')
    const stream = fc.record({
      boundary,
      parts: fc.array(fc.tuple(picture, style), { maxLength: 8 }),
      places: fc.array(fc.nat(), { maxLength: 20 }),
    })
    fc.assert(
      fc.property(stream, ({ boundary, parts, places }) => {
        const bytes = Buffer.concat([
          ...parts.map(([jpeg, how]) => written(boundary, jpeg, how)),
          Buffer.from(`--${boundary}--`),
        ])
        const found = partsOf(cut(bytes, places), boundary)
        expect(found).toHaveLength(parts.length)
        for (const [index, [jpeg]] of parts.entries()) {
          // Without a length, bytes between picture and delimiter cannot be told from the picture.
          expect(found[index]?.subarray(0, jpeg.length)).toEqual(jpeg)
          expect((found[index]?.length ?? 0) - jpeg.length).toBeLessThanOrEqual(4)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('with arbitrary bytes yields parts within the limit, or is cut off', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc
        .constantFrom(
          '--frame',
          '--frame--',
          '\r\n',
          '\r\n\r\n',
          'Content-Length: 7',
          'Content-Length: 99999999999999',
          '--fr',
        )
        .map(text => Buffer.from(text)),
      fc.constant(Buffer.alloc(2_000, 0x41)),
    )
    let left = 0
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), chunks => {
        try {
          for (const part of partsOf(chunks)) expect(part.length).toBeLessThanOrEqual(longest + '--frame'.length)
        } catch (error) {
          expect(error).toBeInstanceOf(CameraTrouble)
          left += 1
        }
      }),
      { numRuns: 1_000 },
    )
    expect(left).toBeGreaterThan(0)
  })

  test('continues after a part with a wrong length', () => {
    const [firstPicture, two, three] = ['one', 'two', 'three'].map(pictureOf) as [Buffer, Buffer, Buffer]
    const wrong = Buffer.from('--frame\r\nContent-Length: 5\r\n\r\n')
    const right = (jpeg: Buffer) =>
      written('frame', jpeg, { lineEnd: '\r\n', length: 'Content-Length: ', other: null, gap: '\r\n' })
    const found = partsOf([right(firstPicture), wrong, two, Buffer.from('\r\n'), right(three)])
    expect(found).toEqual([firstPicture, two.subarray(0, 5), three])
  })

  test('is parsed if the camera repeats the dashes of its boundary or omits them', () => {
    for (const [boundary, delimiter] of [
      ['--frame', '--frame'],
      ['--frame', '----frame'],
      ['frame', '--frame'],
    ] as const) {
      const bytes = Buffer.concat([
        Buffer.from(`${delimiter}\r\n\r\n`),
        pictureOf('one'),
        Buffer.from(`\r\n${delimiter}\r\n`),
      ])
      const [found] = partsOf([bytes], boundary)
      expect(found?.subarray(0, pictureOf('one').length), delimiter).toEqual(pictureOf('one'))
    }
  })
})

describe('The boundary in a Content-Type', () => {
  test.each([
    ['multipart/x-mixed-replace; boundary=frame', 'frame'],
    ['multipart/x-mixed-replace;boundary="my frame"', 'my frame'],
    ['Multipart/X-Mixed-Replace; charset=x; Boundary = --frame ; q=1', '--frame'],
    ['multipart/mixed; boundary=frame', 'frame'],
  ])('%s', (type, boundary) => {
    expect(boundaryIn(type)).toBe(boundary)
  })

  test.each([
    undefined,
    '',
    'image/jpeg',
    'multipart/x-mixed-replace',
    'multipart/x-mixed-replace; boundary=--',
    'image/jpeg; boundary=frame',
  ])('is missing in %j', type => {
    expect(boundaryIn(type)).toBeUndefined()
  })
})
