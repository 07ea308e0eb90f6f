import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantAccess, updateDocument } from '#shared/contract/documents/endpoints'
import {
  changeSegment,
  mergeSegments,
  mergeSpeakers,
  nameSpeaker,
  readTranscript,
  splitSegment,
  type Transcript,
} from '#shared/contract/meetings/endpoints'
import { closeAllClients, LiveClient } from '../../platform/live/testing/live-client'
import { answers, hears, LoopbackSpeech } from '../../platform/speech/testing/loopback-speech'
import { notFound } from '../attachments/test-files'
import { type Office, openOffice } from '../attachments/test-office'
import { transcriptFor } from './service'
import { over, records, sentence } from './test-meeting'

let loopback: LoopbackSpeech
let office: Office
let bytes: Buffer
let doc_id: number
let transcript: Transcript

beforeAll(async () => {
  loopback = await LoopbackSpeech.open()
  office = await openOffice({ SPEECH_URL: loopback.url, SPEECH_NAME: 'whisper-1' })
  bytes = await sentence()
})
afterAll(async () => {
  await closeAllClients()
  await loopback.close()
})

const said = (start: number, end: number, text: string, speaker: string) => ({ start, end, text, speaker })

/** Tom's recording: two speakers, three segments. */
beforeEach(async () => {
  const { tom, ana } = office
  loopback.will(
    hears(
      said(0.5, 1.5, 'The pump runs hot 🔥 again.', 'A'),
      said(1.5, 2.5, 'Since when?', 'B'),
      said(2.5, 3.5, 'Since four.', 'A'),
    ),
  )
  doc_id = (await records(tom, bytes)).doc_id
  await tom.call(grantAccess, { doc_id, grantee_kind: 'user', grantee_id: ana.user_id, level: 'viewer' })
  await over(tom, doc_id)
  transcript = await tom.call(readTranscript, { doc_id })
})

const segment = (index: number) => transcript.segments[index]?.segment_id ?? 0
/** Speakers and texts of a transcript. */
const short = ({ segments }: Transcript) => segments.map(({ speaker, text }) => `${speaker}: ${text}`)
const at = () => ({ doc_id, version: transcript.version })

describe('A transcript [D24]', () => {
  test('shows who said what, and is read by all who may read its document', async () => {
    const { tom, ana, lena } = office
    expect(transcript).toMatchObject({
      version: 1,
      speakers: [
        { speaker: 1, name: null, seconds: expect.closeTo(2) },
        { speaker: 2, name: null, seconds: expect.closeTo(1) },
      ],
    })
    expect(short(transcript)).toEqual(['1: The pump runs hot 🔥 again.', '2: Since when?', '1: Since four.'])
    expect((await ana.call(readTranscript, { doc_id })).segments).toEqual(transcript.segments)
    await expect(lena.call(readTranscript, { doc_id })).rejects.toMatchObject(notFound('document.not_found'))
    expect(await office.as(tom, ctx => transcriptFor(ctx, doc_id))).toMatchObject({ segments: transcript.segments })
  })

  test('has files with fresh URLs on every read', async () => {
    const { tom, server } = office
    server.clock.advance(61_000)
    const [before, after] = [transcript, await tom.call(readTranscript, { doc_id })].map(
      reply => new URL(reply.files[0]?.file.url ?? '', server.url),
    )
    expect((await fetch(before ?? '')).status).toBe(404)
    expect((await fetch(after ?? '')).status).toBe(200)
  })
})

describe('A speaker', () => {
  test('is named for the whole recording, in a new version, which readers are told', async () => {
    const { tom, ana } = office
    const client = await LiveClient.listening(ana)
    const named = await tom.call(nameSpeaker, { ...at(), speaker: 1, name: ' Maya ' })
    expect(named).toMatchObject({ version: 2, speakers: [{ speaker: 1, name: 'Maya' }, { name: null }] })
    await client.until(
      frame =>
        frame.event === 'event' &&
        frame.change.kind === 'transcript.changed' &&
        frame.change.doc_id === doc_id &&
        frame.change.version === 2,
    )
    const unnamed = await tom.call(nameSpeaker, { doc_id, version: 2, speaker: 1, name: null })
    expect(unnamed).toMatchObject({ version: 3, speakers: [{ name: null }, { name: null }] })
  })

  test("can be merged into another one, who keeps their name or gets the first one's", async () => {
    const { tom } = office
    await tom.call(nameSpeaker, { ...at(), speaker: 1, name: 'Maya' })
    const merged = await tom.call(mergeSpeakers, { doc_id, version: 2, from: 1, into: 2 })
    expect(merged.segments.map(({ segment_id }) => segment_id)).toEqual([segment(0), segment(2)])
    const whole = await tom.call(readTranscript, { doc_id })
    expect(short(whole)).toEqual(['2: The pump runs hot 🔥 again.', '2: Since when?', '2: Since four.'])
    expect(merged.speakers).toEqual([{ speaker: 2, name: 'Maya', seconds: expect.closeTo(3) }])
  })

  test('that does not exist cannot be named or merged', async () => {
    const { tom } = office
    const missing = notFound('segment.not_found')
    await expect(tom.call(nameSpeaker, { ...at(), speaker: 3, name: 'Zoe' })).rejects.toMatchObject(missing)
    await expect(tom.call(mergeSpeakers, { ...at(), from: 1, into: 3 })).rejects.toMatchObject(missing)
    await expect(tom.call(mergeSpeakers, { ...at(), from: 3, into: 1 })).rejects.toMatchObject(missing)
    const self = tom.call(mergeSpeakers, { ...at(), from: 1, into: 1 })
    await expect(self).rejects.toMatchObject({ status: 400, issues: [{ path: 'into' }] })
    await expect(tom.call(nameSpeaker, { ...at(), speaker: 1_000, name: 'Zoe' })).rejects.toMatchObject({ status: 400 })
    expect((await tom.call(readTranscript, { doc_id })).version).toBe(1)
  })
})

describe('A segment', () => {
  test('is corrected and keeps its times', async () => {
    const { tom } = office
    const changed = await tom.call(changeSegment, { ...at(), segment_id: segment(1), text: ' Since when exactly? ' })
    expect(changed).toMatchObject({
      version: 2,
      segments: [{ ...transcript.segments[1], text: 'Since when exactly?', is_edited: true }],
      removed: [],
    })
    const { segments } = await tom.call(readTranscript, { doc_id })
    expect(segments.map(({ is_edited }) => is_edited)).toEqual([false, true, false])
  })

  test('is given to another speaker, or to a new one, and does not count as edited', async () => {
    const { tom } = office
    const changed = await tom.call(changeSegment, { ...at(), segment_id: segment(2), speaker: 3 })
    expect(changed.segments).toEqual([{ ...transcript.segments[2], speaker: 3 }])
    expect(changed.speakers.map(speaker => speaker.speaker)).toEqual([1, 2, 3])
  })

  test("that is a speaker's last one takes their name along when it is given to another", async () => {
    const { tom } = office
    await tom.call(nameSpeaker, { ...at(), speaker: 2, name: 'Ben' })
    await tom.call(changeSegment, { doc_id, version: 2, segment_id: segment(1), speaker: 1 })
    const back = await tom.call(changeSegment, { doc_id, version: 3, segment_id: segment(1), speaker: 2 })
    expect(back.speakers).toMatchObject([{ name: null }, { speaker: 2, name: null }])
  })

  test('is split at a second and a character', async () => {
    const { tom } = office
    const params = { ...at(), segment_id: segment(0), at: 1, character: 'The pump runs hot 🔥 '.length, speaker: 2 }
    const cut = await tom.call(splitSegment, params)
    expect(cut.segments).toEqual([
      { ...transcript.segments[0], end: 1, text: 'The pump runs hot 🔥' },
      { segment_id: expect.any(Number), speaker: 2, start: 1, end: 1.5, text: 'again.', is_edited: false },
    ])
    expect((await tom.call(readTranscript, { doc_id })).segments).toHaveLength(4)
  })

  test.each([
    ['before it begins', { at: 0.5 }, 'at'],
    ['when it is over', { at: 1.5 }, 'at'],
    ['behind its words', { character: 28 }, 'character'],
    ['within a character', { character: 'The pump runs hot '.length + 1 }, 'character'],
  ])('is not split %s', async (_where, wrong, path) => {
    const params = { ...at(), segment_id: segment(0), at: 1, character: 3, speaker: 1, ...wrong }
    await expect(office.tom.call(splitSegment, params)).rejects.toMatchObject({
      status: 400,
      code: 'request.invalid',
      issues: [{ path }],
    })
  })

  test('is joined with the next one; the speaker of the first applies', async () => {
    const { tom } = office
    const joined = await tom.call(mergeSegments, { ...at(), segment_id: segment(1) })
    expect(joined.segments).toEqual([
      { ...transcript.segments[1], end: transcript.segments[2]?.end, text: 'Since when? Since four.' },
    ])
    expect(joined.removed).toEqual([segment(2)])
    expect((await tom.call(readTranscript, { doc_id })).segments).toHaveLength(2)
    const last = tom.call(mergeSegments, { doc_id, version: 2, segment_id: segment(1) })
    await expect(last).rejects.toMatchObject(notFound('segment.not_found'))
  })

  test('of another transcript does not exist in this one [D6]', async () => {
    const { tom } = office
    const other = await records(tom, bytes)
    await over(tom, other.doc_id)
    const params = { doc_id: other.doc_id, version: 1, segment_id: segment(0) }
    await expect(tom.call(changeSegment, { ...params, text: 'Mine' })).rejects.toMatchObject(
      notFound('segment.not_found'),
    )
    await expect(tom.call(mergeSegments, params)).rejects.toMatchObject(notFound('segment.not_found'))
  })
})

describe('Who may change a transcript [D21]', () => {
  const edits = () => ({ ...at(), segment_id: segment(0), text: 'Changed.' })

  test('those who may change the name of its document, and nobody else', async () => {
    const { tom, maya, ana, lena } = office
    await expect(ana.call(changeSegment, edits())).rejects.toMatchObject({ status: 403, code: 'document.read_only' })
    await expect(lena.call(changeSegment, edits())).rejects.toMatchObject(notFound('document.not_found'))
    await tom.call(updateDocument, { doc_id, access: 'organisation' })
    await expect(lena.call(changeSegment, edits())).rejects.toMatchObject({ status: 403, code: 'permission.missing' })
    await tom.call(grantAccess, { doc_id, grantee_kind: 'user', grantee_id: lena.user_id, level: 'editor' })
    await lena.call(changeSegment, edits())
    await maya.call(changeSegment, { ...edits(), version: 2 })
  })

  test('of two concurrent changes the second gets an error, and changes nothing', async () => {
    const { tom, maya } = office
    const names = ['Maya', 'Tom', 'Ana', 'Ben']
    const tries = names.map((name, index) => (index % 2 ? tom : maya).reply(nameSpeaker, { ...at(), speaker: 1, name }))
    const replies = await Promise.all(tries)
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 409, 409, 409])
    expect(replies.filter(reply => reply.status === 409).map(reply => reply.code)).toEqual(
      Array(3).fill('transcript.stale'),
    )
    const first = names[replies.findIndex(reply => reply.status === 200)]
    expect(await tom.call(readTranscript, { doc_id })).toMatchObject({ version: 2, speakers: [{ name: first }, {}] })
  })

  test('a change is announced once when the call is repeated with its key', async () => {
    const { tom } = office
    const change = () => tom.call(changeSegment, edits(), { key: `changed-${doc_id}` })
    expect((await change()).version).toBe(2)
    expect((await change()).version).toBe(2)
  })

  test('nobody while it is unfinished or failed', async () => {
    const { tom } = office
    loopback.will(answers({ text: '', segments: [] }))
    const { doc_id: failed } = await records(tom, bytes)
    expect(await over(tom, failed)).toMatchObject({ stage: 'failed', reason: 'silent' })
    await office.server.asOwner(`update recordings set stage = 'summarising' where doc_id = ${doc_id}`)
    for (const params of [edits(), { ...edits(), doc_id: failed, version: 0 }]) {
      await expect(tom.call(changeSegment, params)).rejects.toMatchObject({ status: 409, code: 'transcript.not_ready' })
    }
    const logbook = await office.logbook()
    const none = tom.call(changeSegment, { ...edits(), doc_id: logbook })
    await expect(none).rejects.toMatchObject(notFound('transcript.not_found'))
  })
})
