import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { findFfmpeg } from '../media/find-ffmpeg'
import { pack } from './endpoint/pack'
import { cutAtPauses, type Piece, sampleRate } from './pieces'
import { withFile } from './splitter/testing/recordings'
import { soundOf, tones } from './testing/sound'

const signal = new AbortController().signal

async function pieces(samples: Float32Array, longest: number): Promise<Piece[]> {
  const found: Piece[] = []
  for await (const piece of cutAtPauses(soundOf(samples).pcm(signal), { longest, shared: 2.5 })) found.push(piece)
  return found
}

const lengths = (found: readonly Piece[]) => found.map(({ samples }) => samples.length / sampleRate)

describe('Cutting a long recording into pieces [D24]', () => {
  test('cuts in pauses, and the pieces are the whole, each second once', async () => {
    const samples = tones(['tone', 9], ['silence', 0.5], ['tone', 9.3], ['silence', 0.5], ['tone', 3])
    const found = await pieces(samples, 10)
    expect(found.map(piece => piece.start)).toEqual([0, expect.closeTo(9.2, 1), expect.closeTo(19, 1)])
    for (const [index, { start, ownFrom, ownTo }] of found.entries()) {
      expect(ownFrom).toBe(start)
      expect(ownTo).toBe(found[index + 1]?.start ?? samples.length / sampleRate)
    }
    const joined = found.flatMap(({ samples }) => [...samples])
    expect(joined).toHaveLength(samples.length)
    expect(joined.every((sample, index) => Math.abs(sample / 32_767 - (samples[index] ?? 0)) < 0.001)).toBe(true)
  })

  test('overlaps pieces where nobody pauses, and each second counts in one piece', async () => {
    const found = await pieces(tones(['tone', 26]), 10)
    expect(lengths(found)).toEqual([10, 10, 10, 3.5])
    expect(found.map(piece => piece.start)).toEqual([0, 7.5, 15, 22.5])
    expect(found.map(piece => piece.ownFrom)).toEqual([0, 8.75, 16.25, 23.75])
    expect(found.map(piece => piece.ownTo)).toEqual([8.75, 16.25, 23.75, 26])
  })

  test('leaves a short recording whole, and drops one that is too short to be heard', async () => {
    expect(await pieces(tones(['tone', 3]), 10)).toMatchObject([{ start: 0, ownFrom: 0, ownTo: 3 }])
    expect(await pieces(tones(['tone', 0.05]), 10)).toEqual([])
    expect(await pieces(new Float32Array(0), 10)).toEqual([])
  })

  test('clips samples that are too loud', async () => {
    const [piece] = await pieces(Float32Array.of(...Array(3_200).fill(7), ...Array(3_200).fill(-7)), 10)
    expect([Math.max(...(piece?.samples ?? [])), Math.min(...(piece?.samples ?? []))]).toEqual([32_767, -32_767])
  })
})

describe('Encoding a piece as a file', () => {
  const seconds = async (bytes: Buffer) => {
    const ffprobe = join(dirname(findFfmpeg() ?? ''), 'ffprobe')
    const wanted = ['-v', 'error', '-show_entries', 'format=duration,format_name', '-of', 'json']
    return withFile(bytes, async file => {
      const { stdout } = await promisify(execFile)(ffprobe, [...wanted, file])
      return (JSON.parse(stdout) as { format: unknown }).format
    })
  }
  const samples = Int16Array.from(tones(['tone', 3]), sample => sample * 32_767)

  test('gives FLAC with its length', async () => {
    const packed = await pack(samples)
    expect(packed).toMatchObject({ file_name: 'recording.flac', mime_type: 'audio/flac' })
    expect(packed.bytes.length).toBeLessThan(samples.byteLength / 2)
    expect(await seconds(packed.bytes)).toEqual({ format_name: 'flac', duration: '3.000000' })
  })

  test.each([null, '/nowhere/ffmpeg', '/bin/false'])('gives WAV where %s cannot encode', async ffmpeg => {
    const packed = await pack(samples, ffmpeg)
    expect(packed).toMatchObject({ file_name: 'recording.wav', mime_type: 'audio/wav' })
    expect(await seconds(packed.bytes)).toEqual({ format_name: 'wav', duration: '3.000000' })
  })
})
