import { beforeAll, describe, expect, test } from 'vitest'
import { uploadFiles } from '#shared/contract/attachments/endpoints'
import { fetchDocument, listDocuments } from '#shared/contract/documents/endpoints'
import {
  batchStatus,
  diarizationStatus,
  readTranscript,
  retryDiarization,
  startDiarization,
} from '#shared/contract/meetings/endpoints'
import { withFile } from '../../platform/speech/splitter/testing/recordings'
import { rightShare } from '../../platform/speech/splitter/testing/score'
import { loads, notFound, recorded, sends, sound, text, video } from '../attachments/test-files'
import { type Office, openOffice } from '../attachments/test-office'
import { meeting, over, records, sentence, silence } from './test-meeting'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})

describe('A recording without a speech model [1.5a, D24]', () => {
  test.each([[['nl+Michael', 'nl+belinda']], [['en+Annie', 'en-us+Andy', 'nl+belinda']]])(
    'of %j shows who spoke when, and no words',
    async voices => {
      const { tom } = office
      const { bytes, pieces, samples } = await meeting(...voices)
      const { doc_id } = await records(tom, bytes)
      expect(await over(tom, doc_id)).toMatchObject({ stage: 'done', progress: 1, reason: null, has_words: false })
      const transcript = await tom.call(readTranscript, { doc_id })
      expect(transcript.speakers.map(speaker => speaker.speaker)).toEqual(voices.map((_, index) => index + 1))
      expect(rightShare(pieces, transcript.segments)).toBeGreaterThanOrEqual(0.85)
      expect(transcript.duration_seconds).toBeCloseTo(samples.length / 22_050, 0)
      expect(transcript.segments.every(segment => segment.text === '' && !segment.is_edited)).toBe(true)
      const spoken = transcript.segments.filter(segment => segment.speaker === 1)
      const seconds = spoken.reduce((sum, { start, end }) => sum + end - start, 0)
      expect(transcript.speakers[0]).toEqual({ speaker: 1, name: null, seconds: expect.closeTo(seconds, 3) })
    },
  )

  test('of several files is one, and shows where each begins', async () => {
    const { tom } = office
    const [first, second] = [await sentence(), await sentence('Nobody told me that the meeting had moved.')]
    const files = await tom.call(
      uploadFiles,
      {},
      { files: [first, second].map((bytes, index) => ({ name: `${index}.wav`, bytes })) },
    )
    const file_ids = files.map(file => file.file_id).toReversed()
    const { doc_id } = await tom.call(startDiarization, { file_ids })
    await over(tom, doc_id)
    const transcript = await tom.call(readTranscript, { doc_id })
    expect(transcript.files.map(file => file.file.file_id)).toEqual(file_ids)
    const lengthOfFirst = (second.length - 44) / 2 / 22_050
    expect(transcript.files.map(file => file.starts_at)).toEqual([0, expect.closeTo(lengthOfFirst, 1)])
    expect(transcript.segments.map(segment => segment.start)).toEqual([
      expect.closeTo(1, 0),
      expect.closeTo(lengthOfFirst + 1, 0),
    ])
    expect((await loads(tom, transcript.files[0]?.file.url ?? '')).bytes.equals(second)).toBe(true)
  })

  test('may be the sound of a video, and sound recorded by a browser', async () => {
    const { tom } = office
    const files = await withFile(await sentence(), async path => [
      await recorded('mp4', '-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=10', '-i', path, '-shortest'),
      await recorded('webm', '-i', path, '-c:a', 'libopus', '-live', '1'),
    ])
    for (const bytes of files) {
      const { doc_id } = await records(tom, bytes)
      expect(await over(tom, doc_id)).toMatchObject({ stage: 'done' })
      const { segments } = await tom.call(readTranscript, { doc_id })
      expect(segments).toMatchObject([{ speaker: 1, start: expect.closeTo(1, 0) }])
    }
  })
})

describe('The document of a recording [3.6a, D40]', () => {
  test('is named by its time, in the language and zone of its creator', async () => {
    const { maya, server } = office
    const bytes = silence(1)
    const named = async (language: 'en' | 'hi' | 'de' | 'es', timezone: string) => {
      const who = await server.person({ name: `Speaks ${language}`, language, timezone })
      await maya.invites(who)
      return (await records(who, bytes, { recorded_at: '2026-11-20T14:30:00.000Z' })).document_name
    }
    expect(await named('en', 'UTC')).toBe('Meeting, Friday, 20 November 2026, 14:30')
    expect(await named('de', 'Europe/Berlin')).toBe('Besprechung, Freitag, 20. November 2026, 15:30')
    expect(await named('es', 'America/Mexico_City')).toBe('Reunión, viernes, 20 de noviembre de 2026, 08:30')
    expect(await named('hi', 'Asia/Kolkata')).toBe('बैठक, शुक्रवार, 20 नवंबर 2026, 20:00')
  })

  test('is a document like others: named, listed, private, with its files', async () => {
    const { tom, maya, lena } = office
    const { doc_id } = await records(tom, await sentence(), { document_name: 'Stand-up' })
    expect(await tom.call(fetchDocument, { doc_id })).toMatchObject({
      document_name: 'Stand-up',
      document_type: 'diarization',
      access: 'private',
    })
    const listed = await tom.call(listDocuments, { type: 'diarization', query: 'Stand-up' })
    expect(listed).toMatchObject([{ doc_id }])
    await over(maya, doc_id)
    for (const call of [diarizationStatus, readTranscript, retryDiarization]) {
      await expect(lena.call(call, { doc_id })).rejects.toMatchObject(notFound('document.not_found'))
    }
    const [entry] =
      await office.server.asOwner(`select kind, actor_id, subject from audit where kind = 'recording.started'
      and subject = 'document:${doc_id}'`)
    expect(entry).toMatchObject({ actor_id: tom.user_id })
  })

  test('is not created twice when the call is repeated with its key', async () => {
    const { tom } = office
    const { file_id } = await sends(tom, { name: 'once.wav', bytes: silence(1) })
    const start = () => tom.call(startDiarization, { file_ids: [file_id] }, { key: 'recorded-once' })
    expect((await start()).doc_id).toBe((await start()).doc_id)
  })

  test('is found by the batch of its files, for those who may read it', async () => {
    const { tom, maya, lena } = office
    const { doc_id } = await records(tom, silence(1))
    const [file] = (await tom.call(readTranscript, { doc_id })).files
    const batch_ids = [file?.file.batch_id ?? '', '99999999-9999-4999-8999-999999999999']
    for (const who of [tom, maya]) {
      expect(await who.call(batchStatus, { batch_ids })).toMatchObject([{ doc_id, batch_id: batch_ids[0] }])
    }
    expect(await lena.call(batchStatus, { batch_ids })).toEqual([])
  })
})

describe('Files that are no recording [D24]', () => {
  test('files of others, files of documents, and missing files are refused', async () => {
    const { tom, maya } = office
    const before = (await tom.call(listDocuments, {})).length
    const theirs = await sends(maya, { name: 'a.wav', bytes: silence(1) })
    const doc_id = await office.logbook()
    const taken = await sends(tom, { name: 'b.wav', bytes: silence(1) }, { doc_id })
    const start = (file_id: string) => tom.call(startDiarization, { file_ids: [file_id] })
    await expect(start(theirs.file_id)).rejects.toMatchObject(notFound('attachment.not_found'))
    await expect(start('99999999-9999-4999-8999-999999999999')).rejects.toMatchObject(notFound('attachment.not_found'))
    await expect(start(taken.file_id)).rejects.toMatchObject({ status: 409, code: 'attachment.taken' })
    // The one new document is the logbook.
    expect(await tom.call(listDocuments, {})).toHaveLength(before + 1)
  })

  test('files that are neither audio nor video are refused by name, and stay unattached', async () => {
    const { tom } = office
    const notes = await sends(tom, text('notes.txt', 'Minutes.'))
    const voice = await sends(tom, { name: 'voice.mp3', bytes: await sound() })
    const start = (...file_ids: string[]) => tom.call(startDiarization, { file_ids })
    await expect(start(voice.file_id, notes.file_id)).rejects.toMatchObject({
      status: 415,
      code: 'recording.no_sound',
      issues: [{ path: 'file_ids.1', message: 'notes.txt: no sound' }],
    })
    await start(voice.file_id)
  })

  test('files that are together longer than four hours are refused', async () => {
    const { tom, server } = office
    const file_ids: string[] = []
    for (const name of ['morning.wav', 'evening.wav'])
      file_ids.push((await sends(tom, { name, bytes: silence(1) })).file_id)
    await server.asOwner('update attachments set duration_seconds = 7201 where id = any($1)', [file_ids])
    await expect(tom.call(startDiarization, { file_ids })).rejects.toMatchObject({
      status: 413,
      code: 'attachment.too_long',
    })
  })

  test.each([
    ['silence', async () => silence(5), 'silent'],
    ['a video without sound', () => video(), 'not_sound'],
  ] as const)('%s fails with a reason; nothing is lost, and it can be retried', async (_what, made, reason) => {
    const { tom, maya, ana } = office
    const { doc_id } = await records(tom, await made(), { access: 'organisation' })
    expect(await over(tom, doc_id)).toMatchObject({ stage: 'failed', reason })
    expect(await tom.call(readTranscript, { doc_id })).toMatchObject({ segments: [], speakers: [] })
    await expect(ana.call(retryDiarization, { doc_id })).rejects.toMatchObject({ code: 'permission.missing' })
    expect(await maya.call(retryDiarization, { doc_id })).toMatchObject({ stage: 'queued', progress: 0, reason: null })
    expect(await over(tom, doc_id)).toMatchObject({ stage: 'failed', reason })
  })

  test('a finished recording cannot be retried, and other documents are no recordings', async () => {
    const { tom } = office
    const { doc_id } = await records(tom, await sentence())
    await over(tom, doc_id)
    await expect(tom.call(retryDiarization, { doc_id })).rejects.toMatchObject({
      status: 409,
      code: 'recording.not_failed',
    })
    const logbook = await office.logbook()
    for (const call of [diarizationStatus, readTranscript, retryDiarization]) {
      await expect(tom.call(call, { doc_id: logbook })).rejects.toMatchObject(notFound('transcript.not_found'))
    }
  })
})
