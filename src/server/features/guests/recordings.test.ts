import { beforeAll, describe, expect, test } from 'vitest'
import { cancelUpload, finishUpload, readUpload, startUpload, uploadPart } from '#shared/contract/attachments/endpoints'
import { fetchDocument } from '#shared/contract/documents/endpoints'
import { guestRecording, uploadGuestFiles } from '#shared/contract/guests/endpoints'
import { diarizationStatus, nameSpeaker, retryDiarization, startDiarization } from '#shared/contract/meetings/endpoints'
import { guests as limits } from '#shared/limits'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { rightShare } from '../../platform/speech/splitter/testing/score'
import { type Answering, fallsSilent, hears, LoopbackSpeech } from '../../platform/speech/testing/loopback-speech'
import { loads, photo, sendsInParts, text } from '../attachments/test-files'
import { meeting, records, sentence, silence } from '../meetings/test-meeting'
import { finishedRecording, guestIds, uploads } from './test-visitor'

let server: TestServer
let maya: Actor
beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  await maya.createOrganisation('Ridgeway Cycles')
})

const noRecording = { status: 404, code: 'guest.not_found' }

describe('A recording of a guest [1.5b, 7.11]', () => {
  test('is uploaded and processed with one call, to who spoke when', async () => {
    const guest = await server.guest()
    const { bytes, pieces } = await meeting('nl+Michael', 'nl+belinda')
    const { batch_id, files } = await uploads(guest, bytes)
    expect(files).toMatchObject([{ file_name: 'Part 1.wav', batch_id, mime_type: 'audio/wav' }])
    const recording = await finishedRecording(guest, batch_id)
    expect(recording).toMatchObject({ stage: 'done', progress: 1, has_words: false, batch_id, summary: '' })
    expect(recording.uploaded_at).toBe(new Date(server.clock.now()).toISOString())
    expect(recording.files.map(file => file.file_id)).toEqual(files.map(file => file.file_id))
    expect((await loads(guest, recording.files[0]?.url ?? '')).bytes.equals(bytes)).toBe(true)
    expect(recording.transcript?.speakers.map(speaker => speaker.name)).toEqual([null, null])
    expect(rightShare(pieces, recording.transcript?.segments ?? [])).toBeGreaterThanOrEqual(0.85)
  }, 60_000)

  test('is refused for its type before it is inspected', async () => {
    const guest = await server.guest()
    const broken = { name: 'a.jpg', bytes: (await photo()).subarray(0, 600) }
    const noSound = { status: 415, code: 'recording.no_sound' }
    await expect(guest.call(uploadGuestFiles, {}, { files: [broken] })).rejects.toMatchObject(noSound)
    await expect(sendsInParts(guest, broken)).rejects.toMatchObject(noSound)
  })

  test('of several files is one recording', async () => {
    const guest = await server.guest()
    const { batch_id, files } = await uploads(
      guest,
      await sentence(),
      await sentence('Nobody told me about the meeting.'),
    )
    const { transcript } = await finishedRecording(guest, batch_id)
    expect(transcript?.files.map(file => file.file.file_id)).toEqual(files.map(file => file.file_id))
    expect(transcript?.segments.length).toBe(2)
  })

  test('may come in parts, as from the microphone, and the guest names its speakers [D40]', async () => {
    const guest = await server.guest()
    const file = await sendsInParts(
      guest,
      { name: 'Recording.wav', bytes: await sentence() },
      { content_hint: 'audio' },
    )
    const { doc_id } = await guest.call(startDiarization, { file_ids: [file.file_id], document_name: 'Stand-up' })
    const recording = await finishedRecording(guest, file.batch_id)
    const { version } = recording.transcript ?? { version: 0 }
    const named = await guest.call(nameSpeaker, { doc_id, version, speaker: 1, name: 'Priya' })
    expect(named.speakers).toMatchObject([{ speaker: 1, name: 'Priya' }])
    expect((await guest.call(guestRecording, { batch_id: file.batch_id })).transcript?.speakers[0]?.name).toBe('Priya')
  })

  test('that failed can be retried', async () => {
    const guest = await server.guest()
    const { batch_id } = await uploads(guest, silence(3))
    const { doc_id, stage, reason, transcript } = await finishedRecording(guest, batch_id)
    expect({ stage, reason, transcript }).toEqual({ stage: 'failed', reason: 'silent', transcript: null })
    expect(await guest.call(retryDiarization, { doc_id })).toMatchObject({ stage: 'queued' })
    expect(await finishedRecording(guest, batch_id)).toMatchObject({ stage: 'failed' })
  })

  test('does not exist for other guests, members and strangers [D6]', async () => {
    const [guest, other] = [await server.guest(), await server.guest()]
    const file = await sendsInParts(guest, { name: 'Recording.wav', bytes: await sentence() })
    const upload = await guest.call(startUpload, { file_name: 'more.wav' })
    await guest.call(uploadPart, { file_id: upload.file_id, part: 1 })
    const { doc_id } = await guest.call(startDiarization, { file_ids: [file.file_id] })
    const { transcript } = await finishedRecording(guest, file.batch_id)
    await expect(other.call(guestRecording, { batch_id: file.batch_id })).rejects.toMatchObject(noRecording)
    await expect(other.call(startDiarization, { file_ids: [file.file_id] })).rejects.toMatchObject({ status: 404 })
    await expect(other.call(retryDiarization, { doc_id })).rejects.toMatchObject({ code: 'document.not_found' })
    const name = { doc_id, version: transcript?.version ?? 0, speaker: 1, name: 'Mine' }
    await expect(other.call(nameSpeaker, name)).rejects.toMatchObject({ code: 'document.not_found' })
    for (const endpoint of [readUpload, cancelUpload])
      await expect(other.call(endpoint, { file_id: upload.file_id })).rejects.toMatchObject({
        code: 'upload.not_found',
      })
    await expect(other.call(finishUpload, { file_id: upload.file_id, parts: 1 })).rejects.toMatchObject({ status: 404 })
    await expect(maya.call(fetchDocument, { doc_id })).rejects.toMatchObject({ status: 404 })
    await expect(maya.call(guestRecording, { batch_id: file.batch_id })).rejects.toMatchObject({ status: 403 })
    await expect(server.stranger().call(guestRecording, { batch_id: file.batch_id })).rejects.toMatchObject({
      status: 401,
    })
    await expect(server.stranger().call(uploadGuestFiles, {})).rejects.toMatchObject({ code: 'session.required' })
    await expect(maya.call(uploadGuestFiles, {})).rejects.toMatchObject({ status: 403, code: 'permission.missing' })
  })
})

describe('Upload limits of a guest [D42]', () => {
  test('allow three recordings, however they were uploaded', async () => {
    const guest = await server.guest()
    const bytes = silence(2)
    for (let count = 0; count < limits.recordings; count += 1) await uploads(guest, bytes)
    const tooMany = { status: 409, code: 'guest.too_many_recordings' }
    await expect(uploads(guest, bytes)).rejects.toMatchObject(tooMany)
    const { organization_id } = await guestIds(guest)
    const begun = 'select from uploads where organization_id = $1 and finished_at is null'
    expect(await server.asOwner(begun, [organization_id])).toEqual([])
    const { file_id } = await sendsInParts(guest, { name: 'a.wav', bytes })
    await expect(guest.call(startDiarization, { file_ids: [file_id] })).rejects.toMatchObject(tooMany)
  })

  test('allow audio, whole or in parts; anything else is refused and not counted', async () => {
    const guest = await server.guest()
    const noSound = { code: 'recording.no_sound' }
    const files = [text('notes.txt', 'Nobody speaks here.')]
    await expect(guest.call(uploadGuestFiles, {}, { files })).rejects.toMatchObject(noSound)
    await expect(sendsInParts(guest, text('notes.txt', 'Nobody speaks here.'))).rejects.toMatchObject(noSound)
    const { organization_id } = await guestIds(guest)
    expect(await server.asOwner('select from attachments where organization_id = $1', [organization_id])).toEqual([])
    for (let count = 0; count < limits.recordings; count += 1) await uploads(guest, silence(2))
  })

  test('allow 100 MB for each file', async () => {
    const guest = await server.guest()
    const tooLarge = { status: 413, code: 'attachment.too_large' }
    const said = { file_name: 'long.wav', content_hint: 'audio' } as const
    await expect(guest.call(startUpload, { ...said, file_size: limits.fileBytes + 1 })).rejects.toMatchObject(tooLarge)
    await guest.call(startUpload, { ...said, file_size: limits.fileBytes })
    await maya.call(startUpload, { ...said, file_size: limits.fileBytes + 1 })
    const { file_id } = await guest.call(startUpload, said)
    const { organization_id } = await guestIds(guest)
    await partsOf(organization_id, file_id, 95)
    await guest.call(uploadPart, { file_id, part: 96 }, { bytes: Buffer.alloc(limits.fileBytes - 95 * 1_048_576) })
    await expect(guest.call(uploadPart, { file_id, part: 97 })).rejects.toMatchObject(tooLarge)
  })

  test('allow 300 MB in total, including parts of running uploads', async () => {
    const guest = await server.guest()
    const { organization_id, user_id } = await guestIds(guest)
    await server.asOwner(
      `insert into attachments (organization_id, id, batch_id, user_id, file_name, bytes, mime_type, place, created_at)
       select $1, gen_random_uuid(), gen_random_uuid(), $2, 'a.wav', 100000000, 'audio/wav', 0, $3 from generate_series(1, 2)`,
      [organization_id, user_id, new Date(server.clock.now()).toISOString()],
    )
    const { file_id } = await guest.call(startUpload, { file_name: 'a.wav', content_hint: 'audio' })
    await partsOf(organization_id, file_id, 94)
    const left = limits.bytes - 200_000_000 - 94 * 1_048_576
    const other = await guest.call(startUpload, { file_name: 'b.wav', content_hint: 'audio' })
    const put = (part: number, bytes: number) =>
      guest.call(uploadPart, { file_id: other.file_id, part }, { bytes: Buffer.alloc(bytes) })
    const tooLarge = { status: 413, code: 'attachment.too_large' }
    await put(1, 1_000_000)
    await expect(put(2, left - 1_000_000 + 1)).rejects.toMatchObject(tooLarge)
    await put(2, left - 1_000_000)
    // The same part again replaces the previous one.
    await put(1, 1_000_000)
    await expect(uploads(guest, silence(2))).rejects.toMatchObject(tooLarge)
    await guest.call(cancelUpload, { file_id })
    await uploads(guest, silence(2))
  })

  /** Parts of a mebibyte that are already stored. */
  const partsOf = (organization_id: number, file_id: string, count: number) =>
    server.asOwner(
      'insert into upload_parts (organization_id, upload_id, part, bytes) select $1, $2, n, 1048576 from generate_series(1, $3::int) n',
      [organization_id, file_id, count],
    )
})

test('Recordings of guests wait until those of members are processed', async () => {
  const speech = await LoopbackSpeech.open()
  const busy = await openTestServer({ settings: { SPEECH_URL: speech.url, SPEECH_NAME: 'whisper-1' } })
  const tom = await busy.person({ name: 'Tom Reyes' })
  await tom.createOrganisation('Ridgeway Cycles')
  const answer = hears({ start: 0, end: 1, text: 'Good morning.' })
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  const waits: Answering = async (response, request) => {
    await released
    return answer(response, request)
  }
  speech.will(waits, fallsSilent(), fallsSilent())
  // Two are processed at once.
  await records(tom, silence(2))
  await speech.asked(1)
  await records(tom, silence(2))
  await speech.asked(2)
  const guest = await busy.guest()
  const { batch_id } = await uploads(guest, silence(2))
  busy.clock.advance(60)
  const { doc_id } = await records(tom, silence(2))
  release()
  await speech.asked(3)
  expect(await tom.call(diarizationStatus, { doc_id })).toMatchObject({ stage: 'transcribing' })
  expect(await guest.call(guestRecording, { batch_id })).toMatchObject({ stage: 'queued' })
  await speech.close()
})
