import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transcribeText } from '#shared/contract/meetings/endpoints'
import { getSignInOptions } from '#shared/contract/profile/endpoints'
import { answers, LoopbackSpeech, refuses } from '../../platform/speech/testing/loopback-speech'
import { sound, text, video } from '../attachments/test-files'
import { type Office, openOffice } from '../attachments/test-office'
import { sentence, silence } from './test-meeting'

let loopback: LoopbackSpeech
let office: Office
beforeAll(async () => {
  loopback = await LoopbackSpeech.open()
  office = await openOffice({ SPEECH_URL: loopback.url, SPEECH_NAME: 'whisper-1' })
})
afterAll(() => loopback.close())

const dictates = (...files: { name: string; bytes: Uint8Array }[]) => office.tom.call(transcribeText, {}, { files })

describe('Dictating [7.6]', () => {
  test('returns the words of a short recording, and stores nothing', async () => {
    expect(await office.server.stranger().call(getSignInOptions, {})).toMatchObject({ words: true })
    const before = await office.rows()
    loopback.will(answers({ text: ' Order two sets of pads. ' }))
    expect(await dictates({ name: 'note.webm', bytes: await sound('webm', '-c:a', 'libopus') })).toEqual({
      text: 'Order two sets of pads.',
    })
    expect((await loopback.asked(1)).file.type).toBe('audio/flac')
    expect(await office.rows()).toEqual(before)
    expect(await readdir(join(office.server.app.context.settings.DATA_DIR, 'passing'))).toEqual([])
  })

  test('accepts five minutes of one file with sound, and no more', async () => {
    loopback.will(answers({ text: 'So.' }))
    await expect(
      dictates({ name: 'long.mp3', bytes: await sound('mp3', '-t', '301', '-b:a', '8k') }),
    ).rejects.toMatchObject({ status: 413, code: 'request.too_large' })
    for (const file of [text('notes.txt', 'Minutes.'), { name: 'film.mp4', bytes: await video() }]) {
      await expect(dictates(file), file.name).rejects.toMatchObject({ status: 415, code: 'recording.no_sound' })
    }
    const two = [1, 2].map(number => ({ name: `${number}.wav`, bytes: silence(1) }))
    await expect(dictates(...two)).rejects.toMatchObject({ status: 400, issues: [{ path: 'files' }] })
    const tooLarge = { name: 'large.wav', bytes: Buffer.alloc(25_000_001) }
    await expect(dictates(tooLarge)).rejects.toMatchObject({ status: 413, code: 'request.too_large' })
  })

  test('reports an error if the service returns no words', async () => {
    loopback.will(refuses(500, {}))
    await expect(dictates({ name: 'note.wav', bytes: await sentence() })).rejects.toMatchObject({
      status: 502,
      code: 'speech.failed',
    })
  })

  test('reports an error if no speech model is connected', async () => {
    const { tom, server } = await openOffice()
    expect(await server.stranger().call(getSignInOptions, {})).toMatchObject({ words: false })
    const files = [{ name: 'note.wav', bytes: silence(1) }]
    await expect(tom.call(transcribeText, {}, { files })).rejects.toMatchObject({
      status: 409,
      code: 'speech.no_words',
    })
  })
})
