import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '#shared/testing/eventually'
import { TestClock } from '../../../../../test/clock'
import { dialogue } from '../splitter/testing/dialogue'
import { wavRate } from '../splitter/testing/wav'
import {
  type Answering,
  answers,
  fallsSilent,
  hears,
  isCutAfter,
  LoopbackSpeech,
  neverEnds,
  refuses,
  sends,
} from '../testing/loopback-speech'
import { listening, soundOf, tones } from '../testing/sound'
import type { Transcriber } from '../transcriber'
import { speechEndpoint } from './endpoint'

const key = 'sk-a-key-that-nobody-may-see'
const patience = 600_000
const pieceSeconds = 30
let loopback: LoopbackSpeech
let clock: TestClock
let speech: Transcriber

beforeAll(async () => {
  loopback = await LoopbackSpeech.open()
})
afterAll(() => loopback.close())
beforeEach(() => {
  clock = new TestClock()
  speech = speechEndpoint({ url: loopback.url, name: 'whisper-1', key, patience, pieceSeconds }, clock)
})

const tenSeconds = () => soundOf(tones(['tone', 10]))
const said = (start: number, end: number, text: string, speaker?: string) => ({
  ...{ start, end, text },
  ...(speaker !== undefined && { speaker }),
})
/** Two voices, as sound at 16 kHz, and who speaks when. */
async function conversation() {
  const { samples, pieces } = await dialogue({ voices: ['nl+Michael', 'nl+belinda'], seed: 9_102 })
  const step = wavRate / 16_000
  const resampled = Float32Array.from(
    { length: Math.floor(samples.length / step) },
    (_, index) => samples[Math.floor(index * step)] ?? 0,
  )
  return { sound: soundOf(resampled), pieces }
}

describe('A speech service behind an OpenAI-compatible URL [D24]', () => {
  test('is called with name and key for timestamps, and receives compressed sound', async () => {
    loopback.will(hears(said(0, 4, ' Good morning.')))
    await speech.transcribe(tenSeconds(), listening())
    const { path, headers, fields, file } = await loopback.asked(1)
    expect(path).toBe('/v1/audio/transcriptions')
    expect(headers.authorization).toBe(`Bearer ${key}`)
    expect(fields).toEqual({
      model: 'whisper-1',
      response_format: 'verbose_json',
      'timestamp_granularities[]': 'segment',
    })
    expect(file).toMatchObject({ name: 'recording.flac', type: 'audio/flac' })
    expect(file.bytes.subarray(0, 4).toString()).toBe('fLaC')
  })

  test('receives no key if there is none, and the query of its URL is kept', async () => {
    loopback.will(hears())
    const url = `${loopback.url}/?api-version=2`
    await speechEndpoint({ url, name: 'whisper-1', key: undefined, patience, pieceSeconds }, clock).transcribe(
      tenSeconds(),
      listening(),
    )
    const { headers, path } = await loopback.asked(1)
    expect(headers.authorization).toBeUndefined()
    expect(path).toBe('/v1/audio/transcriptions?api-version=2')
  })

  test('that labels speakers is trusted, and they are numbered in the order in which they speak', async () => {
    loopback.will(
      hears(said(0, 2, 'Hello.', 'B'), said(2, 4, 'Hi.', 'A'), said(4.2, 5, 'So.', 'A'), said(8, 9, 'Yes.', 'B')),
    )
    expect(await speech.transcribe(tenSeconds(), listening())).toEqual({
      hasWords: true,
      turns: [
        { start: 0, end: 2, speaker: 1, text: 'Hello.' },
        { start: 2, end: 5, speaker: 2, text: 'Hi. So.' },
        { start: 8, end: 9, speaker: 1, text: 'Yes.' },
      ],
    })
  })

  test('that supports a format with speakers is asked for it', async () => {
    loopback.will(hears(said(0, 2, 'Hello.', 'speaker_0')))
    const diarizing = speechEndpoint(
      { url: loopback.url, name: 'gpt-4o-transcribe-diarize', key, patience, pieceSeconds },
      clock,
    )
    await diarizing.transcribe(tenSeconds(), listening())
    const { fields } = await loopback.asked(1)
    expect(fields).toMatchObject({ response_format: 'diarized_json', chunking_strategy: 'auto' })
  })

  test('that refuses a format is asked for the other one, and from then on for that', async () => {
    const other = refuses(400, {
      error: { message: "response_format 'verbose_json' is not compatible with this model" },
    })
    loopback.will(other, hears(said(10, 12, 'Hello.', 'A')))
    const { turns } = await speech.transcribe(soundOf(tones(['tone', 45])), listening())
    expect(turns.map(turn => turn.text)).toEqual(['Hello.', 'Hello.'])
    const forms = loopback.received.map(request => request.fields.response_format)
    expect(forms).toEqual(['verbose_json', 'diarized_json', 'diarized_json'])
  })

  test('that labels nobody leaves it to the built-in splitter to separate speakers', async () => {
    const { sound, pieces } = await conversation()
    loopback.will(hears(...pieces.map(({ start, end }, index) => said(start, end, `Sentence ${index}.`))))
    const heard = listening()
    const whole = speechEndpoint({ url: loopback.url, name: 'whisper-1', key, patience, pieceSeconds: 600 }, clock)
    const { turns } = await whole.transcribe(sound, heard)
    const speakerOf = new Map(
      turns.flatMap(({ text, speaker }) =>
        text.split('. ').map(sentence => [Number.parseInt(sentence.slice(9), 10), speaker]),
      ),
    )
    expect(pieces.map((_, index) => speakerOf.get(index))).toEqual(pieces.map(({ speaker }) => speaker + 1))
    const shares = heard.told.map(([, share]) => share)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(new Set(heard.told.map(([stage]) => stage))).toEqual(new Set(['transcribing', 'separating']))
  })

  test('receives a long recording in pieces; the times are those of the whole', async () => {
    loopback.will(hears(said(1, 3, 'First.', 'A')), hears(said(1, 3, 'Second.', 'A')))
    const sound = soundOf(tones(['tone', 25], ['silence', 1], ['tone', 15]))
    const { turns } = await speech.transcribe(sound, listening())
    expect(turns).toMatchObject([
      { text: 'First.', start: 1, end: 3 },
      { text: 'Second.', start: expect.closeTo(26.5, 0), end: expect.closeTo(28.5, 0) },
    ])
  })

  test('contributes each word once where two pieces overlap', async () => {
    // The pieces are 0–30 and 26–50; 28 is the middle.
    loopback.will(
      hears(said(20, 26, 'Before.', 'A'), said(26, 27.5, 'Once.', 'A'), said(28, 30, 'Half a w', 'A')),
      hears(said(0, 1.5, 'nce.', 'X'), said(1.9, 4.5, 'Half a word.', 'X'), said(15, 16, 'After.', 'X')),
    )
    const { turns } = await speech.transcribe(soundOf(tones(['tone', 50])), listening())
    expect(turns.map(turn => turn.text).join(' ')).toBe('Before. Once. Half a word. After.')
  })

  test('finds nothing in a recording where nobody speaks', async () => {
    loopback.will(answers({ text: '', segments: [] }))
    expect(await speech.transcribe(tenSeconds(), listening())).toEqual({ hasWords: true, turns: [] })
  })
})

describe('Answers of a service are validated', () => {
  test('segments may be in any order, slightly off, with characters that cannot be stored', async () => {
    loopback.will(
      hears(
        said(5, 12, ' se\0cond \ud800', 'A'),
        said(-0.2, 1, ' first ', 'B'),
        said(3, 3, 'Gone', 'A'),
        said(4, 5, '  ', 'A'),
      ),
    )
    const { turns } = await speech.transcribe(tenSeconds(), listening())
    expect(turns).toEqual([
      { start: 0, end: 1, speaker: 1, text: 'first' },
      { start: 5, end: 10, speaker: 2, text: 'second' },
    ])
  })

  test.each<[string, Answering]>([
    ['a page', sends('<!doctype html><title>Sign in</title>', 'text/html')],
    ['half of JSON', sends('{"segments": [{"start": 0,')],
    ['nothing', sends('')],
    ['null', answers(null)],
    ['a list', answers([1, 2, 3])],
    ['times that are words', answers({ segments: [{ start: '0', end: '1', text: 'Hello' }] })],
    ['words that are numbers', answers({ segments: [{ start: 0, end: 1, text: 42 }] })],
    ['times without end', sends('{"segments": [{"start": 0, "end": 1e999, "text": "Hello"}]}')],
    ['times of another recording', hears(said(4_000, 4_001, 'Hello.'))],
    ['times that run backwards', hears(said(5, 4, 'Hello.'))],
    ['a sentence without end', hears(said(0, 1, 'a'.repeat(20_001)))],
    ['too many segments', hears(...Array.from({ length: 20_001 }, () => said(0, 1, 'a')))],
    ['words without times', answers({ text: 'Good morning.' })],
    ['deeper JSON than anybody means', sends('['.repeat(200_000) + ']'.repeat(200_000))],
    ['an answer without end', neverEnds('{"segments": [', '{"start": 0, "end": 1, "text": "more"},'.repeat(500))],
    ['another address', refuses(302, {}, { location: 'http://127.0.0.1:1/elsewhere' })],
    ['that the key is wrong', refuses(401, { error: { message: `Wrong key: ${key}` } })],
    ['that it is too large', refuses(413, { detail: 'Too large' })],
  ])('%s is a failure, reported without the key, and not retried', async (_what, answering) => {
    loopback.will(answering)
    const failure = await speech.transcribe(tenSeconds(), listening()).catch(error => error)
    expect(failure).toMatchObject({ name: expect.stringMatching(/SpeechFailure|FormRefused/) })
    expect(JSON.stringify([failure.message, failure])).not.toContain(key)
    expect(loopback.received).toHaveLength(1)
  })
})

describe('A failing service', () => {
  /** Advances the clock until the work is done. */
  async function advanceUntilDone<T>(work: Promise<T>): Promise<T> {
    let isOver = false
    const ended = work.finally(() => {
      isOver = true
    })
    ended.catch(() => {})
    await eventually(() => {
      if (!isOver) clock.advance(1_000)
      expect(isOver).toBe(true)
    })
    return ended
  }

  test.each<[string, Answering]>([
    ['is overloaded', refuses(503, {})],
    ['is asked too often', refuses(429, {}, { 'retry-after': '20' })],
    ['breaks off in the middle', isCutAfter('{"segments": [{"start"')],
  ])('that %s is retried with growing delays', async (_what, trouble) => {
    loopback.will(trouble, trouble, trouble, hears(said(0, 1, 'At last.', 'A')))
    const { turns } = await advanceUntilDone(speech.transcribe(tenSeconds(), listening()))
    expect(turns).toMatchObject([{ text: 'At last.' }])
    expect(loopback.received).toHaveLength(4)
  })

  test('for good is given up after four attempts', async () => {
    loopback.will(refuses(500, { error: { message: 'Out of memory' } }))
    const failure = await advanceUntilDone(speech.transcribe(tenSeconds(), listening())).catch(error => error)
    expect(failure).toMatchObject({
      name: 'SpeechFailure',
      message: expect.stringContaining('HTTP 500 · Out of memory'),
    })
    expect(loopback.received).toHaveLength(4)
  })

  test('gets the pause that its Retry-After asks for', async () => {
    loopback.will(refuses(429, {}, { 'retry-after': '20' }), hears())
    const work = speech.transcribe(tenSeconds(), listening())
    const start = clock.now()
    await advanceUntilDone(work)
    expect(loopback.received).toHaveLength(2)
    expect(clock.now() - start).toBeGreaterThanOrEqual(20_000)
  })

  test.each([
    ['says nothing', fallsSilent()],
    ['stops in the middle', fallsSilent('{"segments": [')],
  ])('that %s is given up at the timeout', async (_what, silence) => {
    loopback.will(silence)
    const work = speech.transcribe(tenSeconds(), listening())
    work.catch(() => {})
    for (let time = 1; time <= 4; time += 1) {
      const { closed } = await loopback.asked(time)
      clock.advance(patience)
      await closed
      await eventually(() => {
        clock.advance(1_000)
        expect(loopback.received.length > time || time === 4).toBe(true)
      })
    }
    await expect(work).rejects.toThrow('took too long')
  })

  test('or an unreachable one is a failure too', async () => {
    const gone = await LoopbackSpeech.open()
    await gone.close()
    speech = speechEndpoint({ url: gone.url, name: 'whisper-1', key, patience, pieceSeconds }, clock)
    await expect(advanceUntilDone(speech.transcribe(tenSeconds(), listening()))).rejects.toThrow('ECONNREFUSED')
  })

  test('is left at once when the work is aborted, during a request and between two', async () => {
    for (const trouble of [fallsSilent(), refuses(503, {})]) {
      loopback.will(trouble)
      const ending = new AbortController()
      const work = speech.transcribe(tenSeconds(), listening(ending.signal))
      const { closed } = await loopback.asked(1)
      ending.abort(new Error('changed my mind'))
      await expect(work).rejects.toThrow('changed my mind')
      await closed
      expect(loopback.received).toHaveLength(1)
    }
  })
})

describe('Dictation', () => {
  const dictate = (signal = new AbortController().signal) => speech.dictate?.(tenSeconds(), signal)

  test('returns the words alone, and requests no timestamps', async () => {
    loopback.will(answers({ text: ' Order two sets of pads.\0 ' }))
    expect(await dictate()).toBe('Order two sets of pads.')
    const { fields, headers } = await loopback.asked(1)
    expect(fields.model).toBe('whisper-1')
    expect(fields.response_format).toBeUndefined()
    expect(headers.authorization).toBe(`Bearer ${key}`)
  })

  test('may return no words', async () => {
    loopback.will(answers({ text: '' }))
    expect(await dictate()).toBe('')
  })

  test.each<[string, Answering]>([
    ['fails', refuses(500, { error: { message: `The key ${key} did it` } })],
    ['sends elsewhere', refuses(302, {}, { location: '/v1/elsewhere' })],
    ['answers a page', sends('<html>', 'text/html')],
    ['answers something else', answers({ text: { words: 'Hello' } })],
    ['never ends', neverEnds('{"text": "', 'and so on '.repeat(10_000))],
  ])('by a service that %s is a failure, reported without the key', async (_what, answering) => {
    loopback.will(answering)
    const failure = await dictate()?.catch(error => error)
    expect(failure).toMatchObject({ name: 'SpeechFailure' })
    expect(JSON.stringify([failure.message, String(failure.cause)])).not.toContain(key)
    expect(loopback.received).toHaveLength(1)
  })

  test('by a silent service is given up at the timeout', async () => {
    loopback.will(fallsSilent())
    const work = dictate()
    work?.catch(() => {})
    const { closed } = await loopback.asked(1)
    clock.advance(patience)
    await expect(work).rejects.toMatchObject({ name: 'SpeechFailure' })
    await closed
  })
})
