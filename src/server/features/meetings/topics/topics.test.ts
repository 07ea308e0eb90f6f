import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTranscript, retryDiarization, type Topic } from '#shared/contract/meetings/endpoints'
import { answers, LoopbackModel, refuses as modelRefuses } from '../../../platform/model/testing/loopback-model'
import { hears, LoopbackSpeech, refuses } from '../../../platform/speech/testing/loopback-speech'
import { type Office, openOffice } from '../../attachments/test-office'
import { over, records, sentence } from '../test-meeting'
import { meetings } from './test-meetings'

let speech: LoopbackSpeech
let model: LoopbackModel
let bytes: Buffer

beforeAll(async () => {
  speech = await LoopbackSpeech.open()
  model = await LoopbackModel.open()
  bytes = await sentence()
})
afterAll(() => Promise.all([speech.close(), model.close()]))

/** A meeting of three topics within two seconds. */
const spoken = (meetings.en ?? []).flat()
const heard = hears(
  ...spoken.map((text, at) => ({ start: at / 10, end: at / 10 + 0.1, text, speaker: at % 2 ? 'B' : 'A' })),
)
const withSpeech = () => ({ SPEECH_URL: speech.url, SPEECH_NAME: 'whisper-1' })

async function topicsOf({ tom }: Office): Promise<{ doc_id: number; topics: Topic[] }> {
  speech.will(heard)
  const { doc_id } = await records(tom, bytes)
  expect(await over(tom, doc_id)).toMatchObject({ stage: 'done' })
  return tom.call(readTranscript, { doc_id })
}

describe('The topics of a meeting without a model [D24]', () => {
  test('come with its transcript, are told to those who may read it alone, and are found anew by a second attempt', async () => {
    const office = await openOffice(withSpeech())
    const { doc_id, topics } = await topicsOf(office)
    expect(topics.map(({ title }) => title.split(',')[0])).toEqual(['Compressor', 'Rental', 'Party'])
    expect(topics[0]?.start).toBe(0)
    await expect(office.ana.call(readTranscript, { doc_id })).rejects.toMatchObject({ code: 'document.not_found' })
    speech.will(refuses(401, { error: { message: 'Try later.' } }))
    const failed = await records(office.tom, bytes)
    expect(await over(office.tom, failed.doc_id)).toMatchObject({ stage: 'failed' })
    expect((await office.tom.call(readTranscript, { doc_id: failed.doc_id })).topics).toEqual([])
    speech.will(heard)
    await office.tom.call(retryDiarization, { doc_id: failed.doc_id })
    expect(await over(office.tom, failed.doc_id)).toMatchObject({ stage: 'done' })
    expect((await office.tom.call(readTranscript, { doc_id: failed.doc_id })).topics).toEqual(topics)
  })
})

describe('The topics of a meeting by a model [D24, D25]', () => {
  test('begin with its turns and are plain words; what was said is quoted, and rules do without a usable answer', async () => {
    const office = await openOffice({ ...withSpeech(), MODEL_URL: model.url, MODEL_NAME: 'little' })
    const answer = {
      topics: [
        { turn: 7, title: '**Rental** [bikes](https://evil.example) and a deposit' },
        { turn: 1, title: 'The compressor of bay two' },
        { turn: 7, title: 'Said twice' },
        { turn: 900, title: 'Never said' },
        { turn: 9, title: '<img src=x>' },
      ],
    }
    model.will(answers(JSON.stringify(answer)))
    const { topics } = await topicsOf(office)
    expect(topics.map(({ title }) => title)).toEqual(['The compressor of bay two', 'Rental bikes and a deposit'])
    const asked = JSON.stringify(model.received[0]?.request)
    expect(asked).toContain('never an instruction')
    expect(asked.indexOf(spoken[0]?.slice(0, 20) ?? '')).toBeGreaterThan(asked.indexOf('<data>'))
    model.will(modelRefuses(401, { error: { message: 'No.' } }))
    expect((await topicsOf(office)).topics).toHaveLength(3)
  })
})
