import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readAudit } from '#shared/contract/audit/endpoints'
import { deleteDocument, fetchDocument, listDocuments } from '#shared/contract/documents/endpoints'
import { listVersions } from '#shared/contract/documents/versions'
import { convertGuestRecording, guestRecording } from '#shared/contract/guests/endpoints'
import {
  changeSegment,
  diarizationStatus,
  nameSpeaker,
  readTranscript,
  retryDiarization,
} from '#shared/contract/meetings/endpoints'
import { search } from '#shared/contract/search/endpoints'
import { guests as limits } from '#shared/limits'
import { eventually } from '#shared/testing/eventually'
import type { Actor } from '../../../../test/actor'
import { runCleanups } from '../../../../test/maintenance'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { startS3 } from '../../platform/objects/testing/s3-service'
import { type Answering, hears, LoopbackSpeech } from '../../platform/speech/testing/loopback-speech'
import { loads } from '../attachments/test-files'
import { over, sentence, silence } from '../meetings/test-meeting'
import { guestCleanups } from './retention'
import { finishedRecording, guestIds, uploads } from './test-visitor'

let server: TestServer
let speech: LoopbackSpeech
let maya: Actor
let tom: Actor
let ana: Actor

beforeAll(async () => {
  speech = await LoopbackSpeech.open()
  server = await openTestServer({ settings: { SPEECH_URL: speech.url, SPEECH_NAME: 'whisper-1' } })
  maya = await server.person({ name: 'Maya Okafor' })
  tom = await server.person({ name: 'Tom Reyes' })
  ana = await server.person({ name: 'Ana Brandt' })
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(tom)
  await ana.createOrganisation('Lakeside Physio Clinic')
})
afterAll(() => speech.close())

const said = hears(
  { start: 0, end: 4, text: 'This is Priya. We decided to order the brake pads from the new supplier.', speaker: 'A' },
  { start: 65, end: 69, text: 'I will call the supplier about the pads before noon on Friday.', speaker: 'B' },
)
const notFound = { status: 404, code: 'guest.not_found' }

/** A guest whose recording is processed by this service. */
async function visitor(answering: Answering = said) {
  speech.will(answering)
  const guest = await server.guest()
  const { batch_id } = await uploads(guest, silence(80))
  return { guest, batch_id, guest_token: guest.guest?.guest_token ?? '' }
}

const objectIsThere = (key: string) =>
  server.app.context.objects
    .stat(key)
    .then(() => true)
    .catch(error => (error.code === 'object.not_found' ? false : Promise.reject(error)))

describe("Converting a guest's recording to a member's note [1.5b, 7.12a, D40, D42]", () => {
  test('moves its files, words, names and summary, private to the member', async () => {
    const { guest, batch_id, guest_token } = await visitor()
    const before = await finishedRecording(guest, batch_id)
    const old_id = before.doc_id
    await guest.call(nameSpeaker, {
      doc_id: old_id,
      version: before.transcript?.version ?? 0,
      speaker: 1,
      name: 'Priya',
    })
    const heard = await guest.call(guestRecording, { batch_id })
    expect(heard.summary).toContain(`(#/docs/${old_id}?at=65)`)
    const document = await tom.call(convertGuestRecording, { batch_id, guest_token })
    const { doc_id } = document
    expect(doc_id).not.toBe(old_id)
    expect(document).toMatchObject({
      document_type: 'diarization',
      access: 'private',
      createdby: { user_id: tom.user_id },
      content: heard.summary.replaceAll(`#/docs/${old_id}?`, `#/docs/${doc_id}?`),
      version: 1,
      summary: { by: 'mate' },
    })
    expect(document.content).not.toContain(`#/docs/${old_id}`)
    const transcript = await tom.call(readTranscript, { doc_id })
    const words = (segments: readonly object[] = []) => segments.map(segment => ({ ...segment, segment_id: 0 }))
    expect(words(transcript.segments)).toEqual(words(heard.transcript?.segments))
    expect(transcript).toMatchObject({
      speakers: heard.transcript?.speakers,
      duration_seconds: heard.transcript?.duration_seconds,
      version: heard.transcript?.version,
    })
    const [file] = transcript.files
    expect(file?.file.file_name).toBe('Part 1.wav')
    expect((await loads(tom, file?.file.url ?? '')).bytes.equals(silence(80))).toBe(true)
    expect(await tom.call(diarizationStatus, { doc_id })).toMatchObject({ stage: 'done', has_words: true })
  })

  test('makes a document that is found, listed, audited, changed and deleted like any other', async () => {
    const { guest, batch_id, guest_token } = await visitor(
      hears({ start: 0, end: 4, text: 'The quokka was seen near the harbour wall this morning.', speaker: 'A' }),
    )
    await finishedRecording(guest, batch_id)
    const { doc_id, document_name } = await tom.call(convertGuestRecording, { batch_id, guest_token })
    expect((await tom.call(listDocuments, { type: 'diarization' })).map(document => document.doc_id)).toContain(doc_id)
    const { hits } = await tom.call(search, { query: 'quokka' })
    expect(hits).toMatchObject([
      { kind: 'document', doc_id },
      { kind: 'transcript', doc_id },
    ])
    const [line] = await maya.call(readAudit, { kind: 'recording.converted' })
    expect(line).toMatchObject({ subject: `document:${doc_id}`, actor_id: tom.user_id })
    expect(await tom.call(listVersions, { doc_id })).toMatchObject([{ version: 1, origin: 'mate' }, { version: 0 }])
    const { version, segments } = await tom.call(readTranscript, { doc_id })
    const segment_id = segments[0]?.segment_id ?? 0
    await tom.call(changeSegment, { doc_id, version, segment_id, text: 'A quokka.' })
    await expect(ana.call(fetchDocument, { doc_id })).rejects.toMatchObject({ status: 404 })
    await tom.call(deleteDocument, { doc_id })
    await expect(tom.call(fetchDocument, { doc_id })).rejects.toMatchObject({ status: 404 })
    expect(document_name).toMatch(/^Meeting, /)
  })

  test('leaves nothing with the guest, no row and no object', async () => {
    const { guest, batch_id, guest_token } = await visitor()
    const { doc_id, files } = await finishedRecording(guest, batch_id)
    const { organization_id } = await guestIds(guest)
    const key = `attachments/${organization_id}/${files[0]?.file_id}/file`
    expect(await objectIsThere(key)).toBe(true)
    await tom.call(convertGuestRecording, { batch_id, guest_token })
    await expect(guest.call(guestRecording, { batch_id })).rejects.toMatchObject(notFound)
    const retried = guest.call(retryDiarization, { doc_id })
    await expect(retried).rejects.toMatchObject({ code: 'document.not_found' })
    for (const table of [
      'documents',
      'attachments',
      'recordings',
      'recording_files',
      'transcript_segments',
      'summaries',
    ])
      expect(await server.asOwner(`select from ${table} where organization_id = $1`, [organization_id]), table).toEqual(
        [],
      )
    await expect.poll(() => objectIsThere(key)).toBe(false)
  })

  test('happens once: calling again returns the same document, also when two calls run at the same moment', async () => {
    const { guest, batch_id, guest_token } = await visitor()
    await finishedRecording(guest, batch_id)
    const both = await Promise.all([1, 2].map(() => tom.call(convertGuestRecording, { batch_id, guest_token })))
    const again = await tom.call(convertGuestRecording, { batch_id, guest_token })
    const withKey = () => tom.call(convertGuestRecording, { batch_id, guest_token }, { key: 'conversion' })
    expect(await withKey()).toEqual(await withKey())
    expect(new Set([...both, again].map(document => document.doc_id)).size).toBe(1)
    expect((await tom.call(readTranscript, { doc_id: again.doc_id })).files).toHaveLength(1)
    for (const other of [maya, ana])
      await expect(other.call(convertGuestRecording, { batch_id, guest_token })).rejects.toMatchObject(notFound)
  })

  test('gives it to one of two people who both know the token', async () => {
    const { guest, batch_id, guest_token } = await visitor()
    await finishedRecording(guest, batch_id)
    const replies = await Promise.all(
      [tom, ana].map(actor => actor.reply(convertGuestRecording, { batch_id, guest_token })),
    )
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 404])
  })

  test('is refused without the token, with another guest’s, and after the guest expired', async () => {
    const { batch_id, guest_token } = await visitor()
    const other = await server.guest()
    for (const wrong of ['nonsense', other.guest?.guest_token ?? '', `${guest_token}x`])
      await expect(tom.call(convertGuestRecording, { batch_id, guest_token: wrong })).rejects.toMatchObject(notFound)
    const unknown = { batch_id: crypto.randomUUID(), guest_token }
    await expect(tom.call(convertGuestRecording, unknown)).rejects.toMatchObject(notFound)
    const alone = server.stranger()
    await expect(alone.call(convertGuestRecording, { batch_id, guest_token })).rejects.toMatchObject({ status: 401 })
    await expect(other.call(convertGuestRecording, { batch_id, guest_token })).rejects.toMatchObject({
      code: 'session.guest_denied',
    })
    server.clock.advance(limits.kept)
    await tom.signIn(tom.address)
    await expect(tom.call(convertGuestRecording, { batch_id, guest_token })).rejects.toMatchObject(notFound)
    await Promise.all([maya, ana].map(actor => actor.signIn(actor.address)))
  })

  test('restarts unfinished processing for the member', async () => {
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    const slow: Answering = async (response, request) => {
      await released
      return said(response, request)
    }
    const { guest, batch_id, guest_token } = await visitor()
    speech.will(slow, said)
    const second = await uploads(guest, silence(80))
    await speech.asked(1)
    const { doc_id } = await tom.call(convertGuestRecording, { batch_id: second.batch_id, guest_token })
    expect(await tom.call(diarizationStatus, { doc_id })).toMatchObject({ reason: null })
    release()
    expect(await over(tom, doc_id)).toMatchObject({ stage: 'done', has_words: true })
    const { segments } = await tom.call(readTranscript, { doc_id })
    expect(segments.map(segment => segment.text).join()).toContain('We decided to order')
    await eventually(async () => {
      expect((await tom.call(fetchDocument, { doc_id })).content).toContain(`(#/docs/${doc_id}?at=`)
    })
    expect(await finishedRecording(guest, batch_id)).toMatchObject({ stage: 'done' })
  })

  test('loses nothing if the server ends between copying and moving', async () => {
    const { guest, batch_id, guest_token } = await visitor()
    const { files } = await finishedRecording(guest, batch_id)
    const { objects } = server.app.context
    const unfinished = () =>
      server.asOwner(
        `select from uploads where organization_id = $1 and finished_at is null and file_name = 'Part 1.wav'`,
        [tom.organization_id],
      )
    const before = (await unfinished()).length
    const putFile = vi.spyOn(objects, 'putFile').mockRejectedValueOnce(new Error('The store is away.'))
    await expect(tom.call(convertGuestRecording, { batch_id, guest_token })).rejects.toMatchObject({ status: 500 })
    putFile.mockRestore()
    expect((await guest.call(guestRecording, { batch_id })).files).toMatchObject([{ file_id: files[0]?.file_id }])
    // Copies are registered as an unfinished upload, which the cleanup removes.
    expect(await unfinished()).toHaveLength(before + 1)
    await tom.call(convertGuestRecording, { batch_id, guest_token })
  })
})

test('A recording is converted in an S3 store, too [D43]', async () => {
  const s3 = await startS3()
  try {
    const inS3 = await openTestServer({ settings: s3.settings })
    const lena = await inS3.person({ name: 'Lena Fuchs' })
    await lena.createOrganisation('Ridgeway Cycles')
    const guest = await inS3.guest()
    const bytes = await sentence()
    const { batch_id } = await uploads(guest, bytes)
    await finishedRecording(guest, batch_id)
    const { organization_id } = await guestIds(guest)
    const { doc_id } = await lena.call(convertGuestRecording, { batch_id, guest_token: guest.guest?.guest_token ?? '' })
    const { files } = await lena.call(readTranscript, { doc_id })
    expect((await loads(lena, files[0]?.file.url ?? '')).bytes.equals(bytes)).toBe(true)
    inS3.clock.advance(limits.kept + 2 * 60 * 60 * 1000)
    await runCleanups(inS3, guestCleanups(inS3.app.context.objects))
    expect(await inS3.asOwner('select from organizations where id = $1', [organization_id])).toEqual([])
    await lena.signIn(lena.address)
    const again = await lena.call(readTranscript, { doc_id })
    expect((await loads(lena, again.files[0]?.file.url ?? '')).bytes.equals(bytes)).toBe(true)
  } finally {
    await s3.stop()
  }
})
