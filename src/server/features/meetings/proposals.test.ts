import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantAccess } from '#shared/contract/documents/endpoints'
import type { Input } from '#shared/contract/endpoint'
import { nameSpeaker, readTranscript, type startDiarization } from '#shared/contract/meetings/endpoints'
import { proposeSpeakers } from '#shared/contract/meetings/proposals'
import type { Actor } from '../../../../test/actor'
import { hears, LoopbackSpeech } from '../../platform/speech/testing/loopback-speech'
import { type Office, openOffice } from '../attachments/test-office'
import { over, records, sentence } from './test-meeting'

let loopback: LoopbackSpeech
let office: Office
let bytes: Buffer
beforeAll(async () => {
  loopback = await LoopbackSpeech.open()
  office = await openOffice({ SPEECH_URL: loopback.url, SPEECH_NAME: 'whisper-1' })
  bytes = await sentence()
})
afterAll(() => loopback.close())

/** A recording in which speakers say these sentences one after the other. */
async function recorded(who: Actor, sentences: [string, string][], more: Partial<Input<typeof startDiarization>> = {}) {
  const segments = sentences.map(([speaker, text], index) => ({ start: index + 0.5, end: index + 1.2, text, speaker }))
  loopback.will(hears(...segments))
  const { doc_id } = await records(who, bytes, { document_name: 'Monday round', ...more })
  await over(who, doc_id)
  return doc_id
}
async function name(who: Actor, doc_id: number, ...names: string[]) {
  for (const [index, name] of names.entries()) {
    const { version } = await who.call(readTranscript, { doc_id })
    await who.call(nameSpeaker, { doc_id, version, speaker: index + 1, name })
  }
}

describe('Names that are proposed for speakers [D24]', () => {
  test('somebody who says their name is asked about, if a person here has it', async () => {
    const { tom } = office
    const doc_id = await recorded(tom, [
      ['A', 'Good morning, this is Maya Okafor.'],
      ['B', 'I am late, sorry. I’m Ana.'],
      ['C', 'My name is Nobody Known.'],
    ])
    const { questions } = await tom.call(proposeSpeakers, { doc_id })
    expect(questions).toEqual([
      { speaker: 1, name: 'Maya Okafor', at: 0.5 },
      { speaker: 2, name: 'Ana Lima', at: 1.5 },
    ])
    await name(tom, doc_id, 'Maya Okafor')
    expect((await tom.call(proposeSpeakers, { doc_id })).questions).toMatchObject([{ name: 'Ana Lima' }])
  })

  test('people of the same meeting come first, then who recorded it, those it is shared with, and earlier speakers', async () => {
    const { tom, ana } = office
    const a: [string, string] = ['A', 'The pump runs hot.']
    const b: [string, string] = ['B', 'Since when?']
    const earlier = await recorded(tom, [a, b], { document_name: 'Pump round' })
    await name(tom, earlier, 'Lena Fuchs', 'Guest from Ridgeway')
    const other = await recorded(tom, [a], { document_name: 'Interview' })
    await name(tom, other, 'Applicant')
    const doc_id = await recorded(tom, [a, b], { document_name: 'pump round' })
    await tom.call(grantAccess, { doc_id, grantee_kind: 'user', grantee_id: ana.user_id, level: 'viewer' })
    const proposed = await tom.call(proposeSpeakers, { doc_id })
    expect(proposed.questions).toEqual([])
    expect(proposed.names.slice(0, 4)).toEqual([
      { name: 'Guest from Ridgeway', why: 'spoke_before' },
      { name: 'Lena Fuchs', why: 'spoke_before' },
      { name: 'Tom Reyes', why: 'recorded' },
      { name: 'Ana Lima', why: 'shared' },
    ])
    expect(proposed.names.map(({ name }) => name)).toContain('Applicant')
    // One speaker and one person of this meeting are left.
    await name(tom, doc_id, 'Guest from Ridgeway')
    const { questions, names } = await tom.call(proposeSpeakers, { doc_id })
    expect(questions).toEqual([{ speaker: 2, name: 'Lena Fuchs', at: null }])
    expect(names.map(({ name }) => name)).not.toContain('Guest from Ridgeway')
    await name(tom, doc_id, 'Guest from Ridgeway', 'Lena Fuchs')
    expect(await tom.call(proposeSpeakers, { doc_id })).toEqual({ questions: [], names: [] })
  })

  test('names of meetings that the caller may not read are not revealed', async () => {
    const { tom, lena } = office
    const hidden = await recorded(tom, [['A', 'Between us.']], { document_name: 'Round of Lena' })
    await name(tom, hidden, 'Secret Buyer')
    const doc_id = await recorded(lena, [['A', 'Hello.']], { document_name: 'Round of Lena' })
    const { names } = await lena.call(proposeSpeakers, { doc_id })
    expect(names).toEqual([{ name: 'Lena Fuchs', why: 'recorded' }])
  })

  test('only people who may name speakers are answered', async () => {
    const { tom, ana, lena, zoe, server } = office
    const doc_id = await recorded(tom, [['A', 'Hello.']])
    await tom.call(grantAccess, { doc_id, grantee_kind: 'user', grantee_id: ana.user_id, level: 'viewer' })
    await expect(ana.call(proposeSpeakers, { doc_id })).rejects.toMatchObject({ status: 403 })
    for (const other of [lena, zoe])
      await expect(other.call(proposeSpeakers, { doc_id })).rejects.toMatchObject({ status: 404 })
    await expect(server.stranger().call(proposeSpeakers, { doc_id })).rejects.toMatchObject({ status: 401 })
    const logbook = await office.logbook()
    await expect(tom.call(proposeSpeakers, { doc_id: logbook })).rejects.toMatchObject({ code: 'transcript.not_found' })
  })
})
