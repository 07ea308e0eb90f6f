import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nameSpeaker } from '#shared/contract/meetings/endpoints'
import { updateProfile } from '#shared/contract/profile/endpoints'
import type { Actor } from '../../../../../test/actor'
import { openTestServer } from '../../../../../test/test-server'
import { hears, LoopbackSpeech } from '../../../platform/speech/testing/loopback-speech'
import { over, records, silence } from '../../meetings/test-meeting'
import { ask } from '../test-model-server'

let speech: LoopbackSpeech
let maya: Actor
let ana: Actor
let doc_id: number

beforeAll(async () => {
  speech = await LoopbackSpeech.open()
  const server = await openTestServer({ settings: { SPEECH_URL: speech.url, SPEECH_NAME: 'whisper-1' } })
  maya = await server.person({ name: 'Maya Okafor' })
  ana = await server.person({ name: 'Ana Lima' })
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(ana)
  speech.will(hears({ start: 65, end: 69, text: 'The impeller **rattles**.', speaker: 'A' }))
  doc_id = (await records(maya, silence(80), { document_name: 'Stand-up' })).doc_id
  await over(maya, doc_id)
  await maya.call(nameSpeaker, { doc_id, version: 1, speaker: 1, name: 'Tom' })
})
afterAll(() => speech.close())

const answerTo = async (who: Actor, question: string) => (await (await ask(who, question)).end()).said

describe('Built-in Mate finds what was said in meetings [D25, D26]', () => {
  test.each([
    ['en', 'What was logged about impeller?', 'Said in meetings:'],
    ['de', 'Welche Einträge gibt es zu impeller?', 'In Besprechungen gesagt:'],
    ['es', '¿Qué se registró sobre impeller?', 'Dicho en reuniones:'],
    ['hi', 'impeller के लॉग', 'मीटिंग में कहा गया:'],
  ] as const)('in %s, linked to the moment', async (user_language, question, heading) => {
    await maya.call(updateProfile, { user_language })
    const { message, details } = await answerTo(maya, question)
    expect(message).toContain(heading)
    expect(message).toContain(`Tom: [Stand-up](#/docs/${doc_id}) [1:05](#/docs/${doc_id}?at=65) The impeller rattles.`)
    expect(details).toMatchObject({ references: [{ kind: 'document', id: doc_id }], logbook_ids: [doc_id] })
  })

  test('only for people who may read the transcript', async () => {
    const { message, details } = await answerTo(ana, 'What was logged about impeller?')
    expect(message).not.toContain('Stand-up')
    expect(details).toMatchObject({ references: [], logbook_ids: [] })
  })
})
