import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../../../../test/clock'
import { readSettings } from '../../../settings'
import { connectSpeech, missingSpeech } from '../connect'
import { type Dialogue, dialogue } from '../splitter/testing/dialogue'
import { rightShare } from '../splitter/testing/score'
import { wavRate } from '../splitter/testing/wav'
import { listening, soundOf, tones } from '../testing/sound'
import { type Engine, loadEngine } from './engine'
import { localSpeech } from './local'

/** A test double for the engine, whose package is not installed with the app; it counts what it receives. */
class EngineDouble implements Engine {
  readonly configs: Record<string, unknown>[] = []
  /** Seconds of each chunk it received. */
  readonly heard: number[] = []
  trouble: 'none' | 'no memory' | 'gives up' = 'none'
  readonly OfflineRecognizer = {
    createAsync: async (config: Record<string, unknown>) => {
      this.configs.push(config)
      if (this.trouble === 'no memory') throw new Error('bad_alloc')
      return {
        createStream: () => ({
          acceptWaveform: ({ samples, sampleRate }: { samples: Float32Array; sampleRate: number }) => {
            this.heard.push(samples.length / sampleRate)
          },
        }),
        decodeAsync: async () => {
          if (this.trouble === 'gives up') throw new Error('invalid model')
          return { text: ` Stretch ${this.heard.length}.` }
        },
      }
    },
  }
}

let folder: string
let meeting: Dialogue
let sound: ReturnType<typeof soundOf>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wheelhouse-models-'))
  for (const name of ['tiny-encoder.onnx', 'tiny-encoder.int8.onnx', 'tiny-decoder.onnx', 'tiny-tokens.txt'])
    await writeFile(join(folder, name), '')
  meeting = await dialogue({ voices: ['nl+Michael', 'nl+belinda'], seed: 9_102 })
  const step = wavRate / 16_000
  const length = Math.floor(meeting.samples.length / step)
  sound = soundOf(Float32Array.from({ length }, (_, index) => meeting.samples[Math.floor(index * step)] ?? 0))
})
afterAll(() => rm(folder, { recursive: true }))

describe('A speech model on this computer [D24]', () => {
  test('transcribes each turn', async () => {
    const engine = new EngineDouble()
    const heard = listening()
    const { turns, hasWords } = await localSpeech(folder, engine).transcribe(sound, heard)
    expect(hasWords).toBe(true)
    expect(new Set(turns.map(turn => turn.speaker))).toEqual(new Set([1, 2]))
    expect(rightShare(meeting.pieces, turns)).toBeGreaterThanOrEqual(0.85)
    expect(turns[0]?.text).toMatch(/^Stretch 1\./)
    const seconds = turns.reduce((sum, { start, end }) => sum + end - start, 0)
    expect(engine.heard.reduce((sum, length) => sum + length, 0)).toBeCloseTo(seconds, 0)
    const shares = heard.told.map(([, share]) => share)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  })

  test('is loaded once, the smaller of two sizes', async () => {
    const engine = new EngineDouble()
    const speech = localSpeech(folder, engine)
    expect(engine.configs).toEqual([])
    const short = soundOf(tones(['tone', 3]))
    for (let time = 0; time < 2; time += 1) await speech.dictate?.(short, new AbortController().signal)
    expect(engine.configs).toMatchObject([
      {
        modelConfig: {
          whisper: { encoder: join(folder, 'tiny-encoder.int8.onnx'), decoder: join(folder, 'tiny-decoder.onnx') },
          tokens: join(folder, 'tiny-tokens.txt'),
        },
      },
    ])
  })

  test('receives half a minute at once, and every second once', async () => {
    const engine = new EngineDouble()
    const words = await localSpeech(folder, engine).dictate?.(
      soundOf(tones(['tone', 70])),
      new AbortController().signal,
    )
    expect(words).toBe('Stretch 1. Stretch 2. Stretch 3.')
    expect(engine.heard).toEqual([28, 28, 14])
  })

  test.each([
    ['no memory', 'The speech model could not be loaded: Error: bad_alloc'],
    ['gives up', 'The speech model gave up: Error: invalid model'],
  ] as const)('that has %s is a failure, and is retried the next time', async (trouble, message) => {
    const engine = new EngineDouble()
    const dictate = localSpeech(folder, engine).dictate
    const short = soundOf(tones(['tone', 3]))
    const { signal } = new AbortController()
    engine.trouble = trouble
    await expect(dictate?.(short, signal)).rejects.toMatchObject({ name: 'SpeechFailure', message })
    engine.trouble = 'none'
    expect(await dictate?.(short, signal)).toMatch(/^Stretch/)
  })

  test('stops when the work is aborted', async () => {
    const ending = new AbortController()
    const work = localSpeech(folder, new EngineDouble()).transcribe(sound, {
      signal: ending.signal,
      onProgress: stage => {
        if (stage === 'transcribing') ending.abort(new Error('changed my mind'))
      },
    })
    await expect(work).rejects.toThrow('changed my mind')
  })
})

describe('A server that is configured with a speech model', () => {
  const connect = (at: string, load?: () => Engine) =>
    connectSpeech(readSettings({ SPEECH_MODEL_FOLDER: at }), new TestClock(), load)
  const double = () => new EngineDouble()

  test('recognises words', () => {
    expect(connect(folder, double).dictate).not.toBeNull()
    expect(connectSpeech(readSettings({}), new TestClock()).dictate).toBeNull()
  })

  test('is not told how to connect one, as others are', () => {
    expect(missingSpeech(readSettings({}))).toMatch(/Set SPEECH_URL and SPEECH_NAME, or SPEECH_MODEL_FOLDER/)
    expect(missingSpeech(readSettings({ SPEECH_MODEL_FOLDER: folder }))).toBeNull()
    expect(missingSpeech(readSettings({ SPEECH_URL: 'http://localhost:8000/v1', SPEECH_NAME: 'whisper-1' }))).toBeNull()
  })

  test('does not start if the package is missing, and says so', () => {
    expect(() => connect(folder)).toThrow(/^SPEECH_MODEL_FOLDER: needs the package sherpa-onnx-node, /)
    expect(() => loadEngine()).toThrow('cannot be loaded')
  })

  test.each([
    ['is not there', () => join(folder, 'nowhere'), /is no folder that can be read/],
    ['holds no model', () => tmpdir(), /holds no …encoder….onnx/],
  ])('does not start if the folder %s', (_what, at, wrong) => {
    expect(() => connect(at(), double)).toThrow(wrong)
  })
})
