import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteDocument, fetchDocument, grantAccess } from '#shared/contract/documents/endpoints'
import { diarizationStatus, readTranscript, startDiarization } from '#shared/contract/meetings/endpoints'
import { addCaption, readCaptions, startLive } from '#shared/contract/meetings/live'
import { getSignInOptions } from '#shared/contract/profile/endpoints'
import type { Actor } from '../../../../test/actor'
import { runCleanups } from '../../../../test/maintenance'
import { answers, hears, LoopbackSpeech, refuses } from '../../platform/speech/testing/loopback-speech'
import { sends, text } from '../attachments/test-files'
import { type Office, openOffice } from '../attachments/test-office'
import { giveUpAbandoned } from './live-service'
import { over, sentence, silence } from './test-meeting'

let loopback: LoopbackSpeech
let office: Office
let sound: Buffer
beforeAll(async () => {
  loopback = await LoopbackSpeech.open()
  const speech = { SPEECH_URL: loopback.url, SPEECH_NAME: 'whisper-1', SPEECH_CAPTIONS: 'on' }
  office = await openOffice(speech)
  sound = await sentence()
})
afterAll(() => loopback.close())

const hear = (who: Actor, doc_id: number, start = 0, bytes: Buffer = sound) =>
  who.call(addCaption, { doc_id, start }, { files: [{ name: 'clip.wav', bytes }] })

describe('Live captions of a meeting that is being recorded [D24, D40]', () => {
  test('its readers read along, and the finished transcript replaces the captions', async () => {
    const { tom, ana } = office
    expect(await office.server.stranger().call(getSignInOptions, {})).toMatchObject({ captions: true })
    const { doc_id } = await tom.call(startLive, { document_name: 'Stand-up', access: 'organisation' })
    expect(await ana.call(diarizationStatus, { doc_id })).toMatchObject({ stage: 'recording', has_words: true })
    loopback.will(answers({ text: ' The rims are here. ' }), answers({ text: '' }), answers({ text: 'All of them?' }))
    expect(await hear(tom, doc_id)).toEqual({ place: 0, start: 0, text: 'The rims are here.' })
    expect(await hear(tom, doc_id, 6)).toBeNull()
    expect(await hear(tom, doc_id, 12.5)).toEqual({ place: 1, start: 12.5, text: 'All of them?' })
    expect(await ana.call(readCaptions, { doc_id })).toEqual([
      { place: 0, start: 0, text: 'The rims are here.' },
      { place: 1, start: 12.5, text: 'All of them?' },
    ])
    loopback.will(hears({ start: 1, end: 2, text: 'The rims are here. All of them?', speaker: 'A' }))
    const { file_id } = await sends(tom, { name: 'Stand-up.wav', bytes: sound })
    const ended = await tom.call(startDiarization, { file_ids: [file_id], doc_id, document_name: 'Stand-up, Friday' })
    expect(ended).toMatchObject({ doc_id, document_name: 'Stand-up, Friday', access: 'private' })
    expect(await over(tom, doc_id)).toMatchObject({ stage: 'done' })
    expect((await tom.call(readTranscript, { doc_id })).segments).toMatchObject([
      { text: 'The rims are here. All of them?' },
    ])
    expect(await tom.call(readCaptions, { doc_id })).toEqual([])
    await expect(hear(tom, doc_id)).rejects.toMatchObject({ status: 409, code: 'recording.not_live' })
  })

  test('nobody but the person who records adds to it or ends it, whatever else they may', async () => {
    const { tom, ana, maya } = office
    const { doc_id } = await tom.call(startLive, {})
    await tom.call(grantAccess, { doc_id, grantee_kind: 'user', grantee_id: ana.user_id, level: 'editor' })
    const notTheirs = { status: 409, code: 'recording.not_live' }
    const { file_id } = await sends(ana, { name: 'Other.wav', bytes: sound })
    await expect(hear(ana, doc_id)).rejects.toMatchObject(notTheirs)
    await expect(hear(maya, doc_id)).rejects.toMatchObject(notTheirs)
    await expect(ana.call(startDiarization, { file_ids: [file_id], doc_id })).rejects.toMatchObject(notTheirs)
  })

  test('what was said just before the end is no caption of the finished recording', async () => {
    const { tom } = office
    const { doc_id } = await tom.call(startLive, {})
    const { file_id } = await sends(tom, { name: 'Short.wav', bytes: sound })
    loopback.will(async (response, request) => {
      await tom.call(startDiarization, { file_ids: [file_id], doc_id })
      await answers({ text: 'Bye.' })(response, request)
    }, hears())
    await expect(hear(tom, doc_id)).rejects.toMatchObject({ status: 409, code: 'recording.not_live' })
  })

  test('people who may not read the document, and strangers, get the usual refusals', async () => {
    const { tom, lena, zoe, server } = office
    const { doc_id } = await tom.call(startLive, {})
    const gone = { status: 404, code: 'document.not_found' }
    for (const other of [lena, zoe]) {
      await expect(other.call(readCaptions, { doc_id })).rejects.toMatchObject(gone)
      await expect(hear(other, doc_id)).rejects.toMatchObject(gone)
      const { file_id } = await sends(other, { name: 'Mine.wav', bytes: sound })
      await expect(other.call(startDiarization, { file_ids: [file_id], doc_id })).rejects.toMatchObject(gone)
    }
    for (const endpoint of [startLive, readCaptions])
      await expect(server.stranger().call(endpoint, { doc_id })).rejects.toMatchObject({ status: 401 })
    await tom.call(deleteDocument, { doc_id })
    await expect(hear(tom, doc_id)).rejects.toMatchObject(gone)
    const none = { status: 404, code: 'transcript.not_found' }
    await expect(tom.call(readCaptions, { doc_id: await office.logbook() })).rejects.toMatchObject(none)
  })

  test('only files with sound of half a minute are taken, and a failing service is reported', async () => {
    const { tom } = office
    const { doc_id } = await tom.call(startLive, {})
    loopback.will(refuses(500, {}))
    await expect(hear(tom, doc_id)).rejects.toMatchObject({ status: 502, code: 'speech.failed' })
    await expect(hear(tom, doc_id, 0, silence(31))).rejects.toMatchObject({ status: 413 })
    const page = { files: [text('clip.txt', 'Minutes.')] }
    await expect(tom.call(addCaption, { doc_id, start: 0 }, page)).rejects.toMatchObject({ status: 415 })
    await expect(tom.call(addCaption, { doc_id, start: 0 }, { files: [] })).rejects.toMatchObject({ status: 400 })
    expect(await tom.call(readCaptions, { doc_id })).toEqual([])
  })

  test('a recording that its browser never sends is given up after a day, and can still be sent then', async () => {
    const { tom, server } = office
    const { doc_id } = await tom.call(startLive, {})
    await server.asOwner(`update recordings set updated_at = '2026-11-19T08:00:00Z' where doc_id = $1`, [doc_id])
    await runCleanups(server, [giveUpAbandoned])
    expect(await tom.call(diarizationStatus, { doc_id })).toMatchObject({ stage: 'failed', reason: 'gone' })
    loopback.will(hears({ start: 1, end: 2, text: 'Late.', speaker: 'A' }))
    const { file_id } = await sends(tom, { name: 'Late.wav', bytes: sound })
    await tom.call(startDiarization, { file_ids: [file_id], doc_id })
    expect(await over(tom, doc_id)).toMatchObject({ stage: 'done' })
    expect(await tom.call(fetchDocument, { doc_id })).toMatchObject({ document_type: 'diarization' })
  })

  test('where captions are off, or no model is connected, nothing is offered', async () => {
    const { tom, server } = await openOffice({ SPEECH_URL: loopback.url, SPEECH_NAME: 'whisper-1' })
    expect(await server.stranger().call(getSignInOptions, {})).toMatchObject({ words: true, captions: false })
    await expect(tom.call(startLive, {})).rejects.toMatchObject({ status: 409, code: 'speech.no_captions' })
  })
})
