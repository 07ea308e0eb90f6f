import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decode } from './decode'
import { withFile } from './testing/recordings'
import { wav } from './testing/wav'

const tone = (rate: number, seconds: number) =>
  Float32Array.from({ length: rate * seconds }, (_, i) => 0.5 * Math.sin((2 * Math.PI * 440 * i) / rate))

describe('Decoding an upload [D24]', () => {
  test.each([8_000, 22_050, 48_000])('sound at %i Hz becomes 16 kHz', async rate => {
    const samples = await withFile(wav(tone(rate, 3), { rate }), read)
    expect(samples.length / 16_000).toBeCloseTo(3, 1)
    expect(frequencyOf(samples)).toBeCloseTo(440, -1)
  })

  test('stereo becomes mono, and a voice on one side is still heard', async () => {
    const voice = tone(16_000, 2)
    const leftOnly = Float32Array.from({ length: 2 * voice.length }, (_, i) => (i % 2 === 0 ? (voice[i / 2] ?? 0) : 0))
    const samples = await withFile(wav(leftOnly, { rate: 16_000, channels: 2 }), read)
    expect(samples.length / 16_000).toBeCloseTo(2, 1)
    expect(samples.reduce((most, sample) => Math.max(most, sample), 0)).toBeGreaterThan(0.2)
  })

  test('recordings of a browser are read too', async () => {
    const samples = await withFile(wav(tone(48_000, 3), { rate: 48_000 }), async file => {
      const webm = join(dirname(file), 'recording.webm')
      spawnSync('ffmpeg', ['-loglevel', 'error', '-i', file, '-c:a', 'libopus', webm])
      return read(webm)
    })
    expect(samples.length / 16_000).toBeCloseTo(3, 1)
  })

  test('a file without sound is refused', async () => {
    const work = withFile(Buffer.from('Minutes of the meeting, in words.'), read)
    await expect(work).rejects.toMatchObject({ name: 'SoundTrouble', kind: 'not_sound' })
  })

  test('a playlist cannot name another file', async () => {
    const work = withFile(wav(tone(16_000, 1), { rate: 16_000 }), async file => {
      const list = join(dirname(file), 'list.m3u8')
      await writeFile(list, `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${file}\n#EXT-X-ENDLIST\n`)
      return read(list)
    })
    await expect(work).rejects.toMatchObject({ kind: 'not_sound' })
  })

  test('a missing file, and an address instead of one, are refused', async () => {
    await expect(read('/nowhere/recording.wav')).rejects.toMatchObject({ kind: 'not_sound' })
    await expect(read('http://127.0.0.1:9/recording.wav')).rejects.toMatchObject({ kind: 'not_sound' })
  })

  test('a machine without ffmpeg says so', async () => {
    const nothing = decode('/nowhere/recording.wav', { ffmpeg: null })
    await expect(nothing.next()).rejects.toMatchObject({ kind: 'needs_ffmpeg' })
    const gone = decode('/nowhere/recording.wav', { ffmpeg: '/nowhere/ffmpeg' })
    await expect(gone.next()).rejects.toMatchObject({ kind: 'needs_ffmpeg' })
  })

  test('ends when it is cancelled', async () => {
    const cancelling = new AbortController()
    const work = withFile(wav(tone(16_000, 60), { rate: 16_000 }), async file => {
      for await (const _chunk of decode(file, { signal: cancelling.signal }))
        cancelling.abort(new Error('changed my mind'))
    })
    await expect(work).rejects.toThrow('changed my mind')
  })
})

async function read(file: string): Promise<Float32Array> {
  const samples: number[] = []
  for await (const chunk of decode(file)) samples.push(...chunk)
  return Float32Array.from(samples)
}

/** Upward zero crossings a second. */
function frequencyOf(samples: Float32Array): number {
  const crossings = samples.filter((sample, i) => sample >= 0 && (samples[i - 1] ?? 0) < 0).length
  return (crossings * 16_000) / samples.length
}
