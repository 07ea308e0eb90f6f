import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { videoExtensions } from '#shared/contract/meetings/limits'
import { TestClock } from '../../../../test/clock'
import { sound, text, video } from '../../features/attachments/test-files'
import { findFfmpeg } from '../media/find-ffmpeg'
import { inspectWith } from './inspect'
import { MediaReader } from './media'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wheelhouse-inspect-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const reader = new MediaReader(findFfmpeg() ?? 'none', new TestClock())
async function looked(name: string, bytes: Uint8Array, by: MediaReader | null = reader, hint?: string) {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  return inspectWith(by, { name, path, hint })
}

describe('The kind of a file', () => {
  const how: Record<string, string[]> = { webm: ['-c:v', 'libvpx'], flv: ['-c:v', 'flv'], wmv: ['-c:v', 'wmv2'] }
  test.each(videoExtensions)('a .%s is a video with dimensions, duration and first picture [9.9b]', async extension => {
    const found = await looked(`a.${extension}`, await video(extension, ...(how[extension] ?? [])))
    expect(found).toMatchObject({ file_name: `a.${extension}`, size: { width: 160, height: 120 } })
    expect(found.mime_type).toMatch(/^video\//)
    expect(found.duration_seconds).toBeCloseTo(2, 0)
    expect(found.thumbnail?.blur_hash).toMatch(/^.{20,}$/)
  })

  test('a video recorded upright has the dimensions it is shown with', async () => {
    const turned = await video('mp4')
    // The track header says how it is shown: turned by a quarter to the right.
    const matrix = turned.indexOf('tkhd') + 44
    for (const [index, value] of [0, 0x10000, 0, -0x10000, 0].entries()) turned.writeInt32BE(value, matrix + index * 4)
    expect((await looked('a.mp4', turned)).size).toEqual({ width: 120, height: 160 })
  })

  test.each(['mp3', 'wav', 'flac', 'ogg', 'm4a', 'aac'])('a .%s is audio with a duration', async extension => {
    const found = await looked(`a.${extension}`, await sound(extension))
    expect(found).toMatchObject({ file_name: `a.${extension}`, size: null, thumbnail: null })
    expect(found.mime_type).toMatch(/^audio\//)
    expect(found.duration_seconds).toBeCloseTo(3, 0)
  })

  test.each([
    ['notes.csv', 'a,b\n', 'text/csv'],
    ['notes.md', '# a\n', 'text/markdown'],
    ['notes.json', '{}', 'text/plain'],
    ['BMW.txt', 'BMW: front brake', 'text/plain'],
    ['MZ.txt', 'MZ was a make of motorcycles.', 'text/plain'],
    ['a.txt', '\ufeffa text with its mark', 'text/plain'],
  ])('%s with %j is %s', async (name, content, mime_type) => {
    expect(await looked(name, text(name, content).bytes)).toMatchObject({ file_name: name, mime_type })
  })

  test.each([
    ['a.csv', Buffer.from('a,\0b')],
    ['a.txt', Buffer.from([0x61, 0xe9, 0x62])],
    ['a.txt', Buffer.from('text until the end \u00e9').subarray(0, -1)],
  ])('%s with bytes that are no text is unknown', async (name, bytes) => {
    expect((await looked(name, bytes)).mime_type).toBe('application/octet-stream')
  })
})

describe('Without ffmpeg [D23]', () => {
  test('duration and dimensions stay unknown, and no file is refused for it', async () => {
    const unknown = { size: null, duration_seconds: null, thumbnail: null }
    expect(await looked('a.mp4', await video(), null)).toMatchObject({ ...unknown, mime_type: 'video/mp4' })
    expect(await looked('a.mp3', await sound(), null)).toMatchObject({ ...unknown, mime_type: 'audio/mpeg' })
    const gone = new MediaReader(join(folder, 'no-ffmpeg'), new TestClock())
    expect(await looked('a.mp4', await video(), gone)).toMatchObject({ ...unknown, mime_type: 'video/mp4' })
  })

  test('a recording counts as audio if its sender says so', async () => {
    const recording = await sound('webm', '-c:a', 'libopus')
    expect((await looked('a.webm', recording, null, 'audio')).mime_type).toBe('audio/webm')
    expect((await looked('a.webm', recording, null)).mime_type).toBe('video/webm')
  })
})

test('A recording of more than four hours is refused, one of exactly four hours is accepted [D23]', async () => {
  const wav = (seconds: number) => {
    const head = Buffer.alloc(44)
    head.write('RIFF')
    head.writeUInt32LE(36 + seconds * 1_000, 4)
    head.write('WAVEfmt ', 8)
    head.writeUInt32LE(16, 16)
    head.writeUInt16LE(1, 20)
    head.writeUInt16LE(1, 22)
    head.writeUInt32LE(1_000, 24)
    head.writeUInt32LE(1_000, 28)
    head.writeUInt16LE(1, 32)
    head.writeUInt16LE(8, 34)
    head.write('data', 36)
    head.writeUInt32LE(seconds * 1_000, 40)
    return Buffer.concat([head, Buffer.alloc(seconds * 1_000, 128)])
  }
  const four = 4 * 60 * 60
  await expect(looked('a.wav', wav(four + 1))).rejects.toMatchObject({ status: 413, code: 'attachment.too_long' })
  expect((await looked('a.wav', wav(four))).duration_seconds).toBe(four)
})

describe('An animated picture [D23]', () => {
  /** A GIF with frames of four pixels on a canvas of any size. */
  async function gif(frames: number, side: number): Promise<Buffer> {
    const pixels = Buffer.from(Array.from({ length: frames * 4 * 3 }, (_, index) => (index * 37) % 256))
    const raw = { width: 2, height: 2 * frames, channels: 3, pageHeight: 2 } as const
    const bytes = await sharp(pixels, { raw }).gif().toBuffer()
    bytes.writeUInt16LE(side, 6)
    bytes.writeUInt16LE(side, 8)
    return bytes
  }

  test('with a small file but endless pixels is refused before it is rewritten', async () => {
    const bytes = await gif(99, 1_000)
    expect(bytes.length).toBeLessThan(10_000)
    await expect(looked('a.gif', bytes)).rejects.toMatchObject({ status: 413, code: 'attachment.too_large' })
  })

  test('of an ordinary size stays animated', async () => {
    const found = await looked('a.gif', await gif(20, 300))
    expect(found).toMatchObject({ mime_type: 'image/gif', size: { width: 300, height: 300 } })
    expect((await sharp(found.path, { animated: true }).metadata()).pages).toBe(20)
  })
})
