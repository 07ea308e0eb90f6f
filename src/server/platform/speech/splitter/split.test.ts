import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { split } from './split'
import { type Dialogue, dialogue, oneAfterTheOther, withNoise } from './testing/dialogue'
import { judge, splitRecording } from './testing/recordings'
import { music, noise } from './testing/sounds'
import { speak } from './testing/voice'
import { wavRate } from './testing/wav'

/** The share of speech time that must be assigned to the right speaker. */
const enough = 0.85

/** Casts whose voices the thresholds were not tuned on, except the last two. */
const pairs: [string, string][] = [
  ['nl+Michael', 'nl+belinda'],
  ['en-us+Andy', 'en+shelby'],
  ['pt+Diogo', 'pl+Alex'],
  ['en+Annie', 'en-us+linda'],
  ['cs+john', 'sv+steph'],
  ['es+Diogo', 'es+linda'],
  ['fr+john', 'it+belinda'],
  ['en+f2', 'en+m3'],
  ['en-us+m1', 'de+f4'],
]
const trios: [string, string, string][] = [
  ['en+Annie', 'en-us+Andy', 'nl+belinda'],
  ['pt+Diogo', 'pl+Alex', 'en-us+linda'],
  ['en+shelby', 'sv+steph', 'cs+john'],
  ['nl+belinda', 'en+Annie', 'sv+steph'],
  ['de+Michael', 'es+linda', 'fr+Alex'],
  ['it+Andy', 'de+Annie', 'en+Diogo'],
  ['es+shelby', 'es+Diogo', 'es+john'],
  ['en+f2', 'en+m3', 'de+f4'],
  ['es', 'en-us+f3', 'en+m7'],
]

describe('Who spoke when, without words [D24]', () => {
  test.each(pairs.map((voices, index) => ({ voices, seed: 9_100 + index })))(
    'two voices are two speakers: $voices',
    async ({ voices, seed }) => expectRight(await dialogue({ voices, seed }), 2),
  )

  test.each(trios.map((voices, index) => ({ voices, seed: 9_300 + index })))(
    'three voices are three speakers: $voices',
    async ({ voices, seed }) => expectRight(await dialogue({ voices, seed }), 3),
  )

  test.each(['en', 'en+f2', 'de+m4', 'es+linda', 'en-us+Andy', 'nl+belinda', 'fr+m5', 'en+shelby'])(
    'one voice, however much it says, is one speaker: %s',
    async voice => expectRight(await dialogue({ voices: [voice], seed: 9_500, turns: 14 }), 1),
  )

  test('four voices are four speakers', async () => {
    await expectRight(await dialogue({ voices: ['en+Andy', 'en+linda', 'nl+belinda', 'pt+Diogo'], seed: 9_600 }), 4)
  })

  test.each([20, 15])('noise %i dB below speech changes nothing', async decibels => {
    const quiet = await dialogue({ voices: ['en+shelby', 'nl+Michael', 'en-us+linda'], seed: 9_700 })
    await expectRight(withNoise(quiet, decibels, 9_701), 3)
  })

  test('loudness separates nobody, and hides nobody', async () => {
    await expectRight(await dialogue({ voices: ['en+Annie', 'pl+Alex'], gains: [1, 0.15], seed: 9_800 }), 2)
  })

  test('a long monologue and then another are two speakers', async () => {
    const [first, second] = [
      await dialogue({ voices: ['en+Andy'], seed: 9_810, turns: 10, pause: [0.1, 0.3] }),
      await dialogue({ voices: ['nl+belinda'], seed: 9_811, turns: 10, pause: [0.1, 0.3] }),
    ]
    await expectRight(oneAfterTheOther(first, second), 2)
  })

  test('turns of a few words find their speaker', async () => {
    await expectRight(await dialogue({ voices: ['en+linda', 'en+Andy'], seed: 9_820, turns: 30, longest: 1 }), 2)
  })
})

describe('Sound without speech [D24]', () => {
  test('nobody speaks in silence', async () => {
    expect(await splitRecording(new Float32Array(20 * wavRate))).toEqual({ speakers: 0, turns: [] })
  })

  test('nobody speaks in an empty recording', async () => {
    expect(await split(new Float32Array(0), 16_000)).toEqual({ speakers: 0, turns: [] })
  })

  test.each(['white', 'brown'] as const)('nobody speaks in %s noise', async kind => {
    expect(await splitRecording(noise(30, 1, kind))).toEqual({ speakers: 0, turns: [] })
  })

  test.each(['plucked', 'organ'] as const)('nobody speaks in %s music', async kind => {
    expect(await splitRecording(music(40, 2, kind))).toEqual({ speakers: 0, turns: [] })
  })

  test('one sentence is one turn of one speaker, from its first sound to its last', async () => {
    const said = await speak('en+linda', 'The customer asked whether we can finish the job by Friday.')
    const samples = new Float32Array(said.length + 4 * wavRate)
    samples.set(said, 2 * wavRate)
    const { speakers, turns } = await splitRecording(samples)
    expect(speakers).toBe(1)
    expect(turns).toHaveLength(1)
    expect(turns[0]?.start).toBeCloseTo(2, 0)
    expect(turns[0]?.end).toBeCloseTo(2 + said.length / wavRate, 0)
  })
})

describe('How the splitter works [D24]', () => {
  test('the same sound gives the same result, whole or in chunks', async () => {
    const sound = await spoken()
    const whole = await split(sound, 16_000)
    expect(whole.speakers).toBe(1)
    expect(await split(inPieces(sound, 777), 16_000)).toEqual(whole)
  })

  test('turns are in order, do not overlap, and lie within the sound', async () => {
    const { samples } = await dialogue({ voices: ['en+Andy', 'nl+belinda', 'en+linda'], seed: 9_900 })
    const { turns, speakers } = await splitRecording(samples)
    expect(turns.length).toBeGreaterThan(speakers)
    for (const [index, { speaker, start, end }] of turns.entries()) {
      expect(start).toBeGreaterThanOrEqual(turns[index - 1]?.end ?? 0)
      expect(end).toBeGreaterThan(start)
      expect(end).toBeLessThanOrEqual(samples.length / wavRate + 0.1)
      expect(speaker).toBeLessThan(speakers)
    }
    expect(turns[0]?.speaker).toBe(0)
  })

  test('no more speakers are found than requested', async () => {
    const { samples } = await dialogue({ voices: ['en+Andy', 'nl+belinda', 'en+linda', 'pl+Alex'], seed: 9_901 })
    const { turns } = await splitRecording(samples, { maxSpeakers: 2 })
    expect(new Set(turns.map(({ speaker }) => speaker)).size).toBe(2)
  })

  test('reports its progress, and lets other work run meanwhile', async () => {
    const sound = await spoken()
    const heard: number[] = []
    let isDone = false
    let turnsOfOthers = 0
    const others = async () => {
      for (; !isDone; turnsOfOthers += 1) await setImmediate()
    }
    const busy = others()
    await split(inPieces(sound, 16_000), 16_000, { onProgress: seconds => heard.push(seconds) })
    isDone = true
    await busy
    expect(turnsOfOthers).toBeGreaterThan(5)
    expect(heard.length).toBeGreaterThan(1)
    expect(heard).toEqual(heard.toSorted((a, b) => a - b))
    expect(heard.at(-1)).toBeLessThanOrEqual(sound.length / 16_000 + 0.1)
  })

  test('ends when it is cancelled', async () => {
    const cancelling = new AbortController()
    const work = split(inPieces(await spoken(), 16_000), 16_000, {
      signal: cancelling.signal,
      onProgress: () => cancelling.abort(new Error('changed my mind')),
    })
    await expect(work).rejects.toThrow('changed my mind')
  })

  test('sound at another rate is refused', async () => {
    await expect(split(new Float32Array(10), 44_100)).rejects.toThrow('44100 Hz')
  })
})

async function expectRight(recording: Dialogue, speakers: number): Promise<void> {
  const judged = await judge(recording)
  expect(judged.speakers).toBe(speakers)
  expect(judged.share).toBeGreaterThanOrEqual(enough)
}

let minute: Promise<Float32Array> | undefined

/** A minute of one voice at 16 kHz: every fourth sample is left out, which is shrill but speech. */
function spoken(): Promise<Float32Array> {
  minute ??= dialogue({ voices: ['en+Andy'], seed: 9_910, turns: 12 }).then(({ samples }) =>
    samples.filter((_, index) => index % 4 !== 3),
  )
  return minute
}

async function* inPieces(sound: Float32Array, length: number): AsyncGenerator<Float32Array> {
  for (let from = 0; from < sound.length; from += length) yield sound.subarray(from, from + length)
}
