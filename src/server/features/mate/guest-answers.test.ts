import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uploadGuestFiles } from '#shared/contract/guests/endpoints'
import { BotMessage, getNewSuggestions, getSuggestions, sendToMate } from '#shared/contract/mate/endpoints'
import { nameSpeaker } from '#shared/contract/meetings/endpoints'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { hears, LoopbackSpeech } from '../../platform/speech/testing/loopback-speech'
import { finishedRecording, mateAnswered, uploads } from '../guests/test-visitor'
import { sentence, silence } from '../meetings/test-meeting'

let server: TestServer
let speech: LoopbackSpeech
beforeAll(async () => {
  speech = await LoopbackSpeech.open()
  server = await openTestServer({ settings: { SPEECH_URL: speech.url, SPEECH_NAME: 'whisper-1' } })
})
afterAll(() => speech.close())

const meeting = hears(
  {
    start: 0,
    end: 5,
    text: 'Good morning, this is Priya. We decided to order the brake pads from Halden.',
    speaker: 'A',
  },
  { start: 65, end: 70, text: 'The budget is four thousand. I will call Halden before noon.', speaker: 'B' },
  { start: 80, end: 84, text: 'Nobody likes the old pads.', speaker: 'A' },
)

let asked = 0
async function ask(guest: Actor, message: string) {
  // Ten questions are allowed an hour.
  server.clock.advance(10 * 60_000)
  asked += 1
  await guest.call(sendToMate, { message, client_id: `question-${asked}` })
  return BotMessage.parse(JSON.parse((await mateAnswered(guest)).message_text))
}

/** A guest with a recording. */
async function withRecording(language?: string, answering = meeting) {
  speech.will(answering)
  const guest = await server.guest(language === undefined ? {} : { language })
  const { batch_id } = await uploads(guest, silence(90))
  const { doc_id, transcript, stage } = await finishedRecording(guest, batch_id)
  return { guest, doc_id, stage, version: transcript?.version ?? 0 }
}

const texts = (suggestions: readonly { text: string }[]) => suggestions.map(suggestion => suggestion.text)

describe('Mate for guests without a model [1.3b, D25, D42]', () => {
  test('says what the product is, what Mate can do here, and how to keep a recording', async () => {
    const guest = await server.guest()
    const help = await ask(guest, 'What can you do here?')
    expect(help.message).toContain('*List the decisions*')
    expect(help.details.read?.documents).toBe(0)
    expect((await ask(guest, 'What is this?')).message).toContain('Wheelhouse is a workspace for teams')
    expect((await ask(guest, 'How do I keep it?')).message).toContain('Sign up')
    expect((await ask(guest, 'List the decisions')).message).toContain('You have no recording yet')
    const { message } = await ask(guest, 'Why is the sky blue?')
    expect(message).toContain('I did not understand that question.')
    expect(message).toContain('language model')
  })

  test('lists decisions and action items, each with its moment', async () => {
    const { guest, doc_id } = await withRecording()
    const decisions = await ask(guest, 'List the decisions')
    expect(decisions.message).toContain(
      `- **Speaker 1**: We decided to order the brake pads from Halden. [0:00](#/docs/${doc_id}?at=0)`,
    )
    expect(decisions.message).not.toContain('four thousand')
    expect(decisions.details.read?.documents).toBe(1)
    expect(decisions.details).toMatchObject({ logbook_ids: [doc_id], references: [{ kind: 'document', id: doc_id }] })
    const actions = await ask(guest, 'List the action items')
    expect(actions.message).toContain(`- **Speaker 2**: I will call Halden before noon. [1:05](#/docs/${doc_id}?at=65)`)
    expect(actions.message).not.toContain('four thousand')
  })

  test('finds what somebody said, by number, by the given name, and by the name they introduce themselves with', async () => {
    const { guest, doc_id, version } = await withRecording()
    expect((await ask(guest, 'What did speaker 2 say?')).message).toContain('The budget is four thousand.')
    const priya = await ask(guest, 'What did Priya say about the pads?')
    expect(priya.message).toContain('Nobody likes the old pads.')
    expect(priya.message).not.toContain('budget')
    await guest.call(nameSpeaker, { doc_id, version, speaker: 2, name: 'Tom' })
    expect((await ask(guest, 'What did Tom say?')).message).toMatch(/\*\*Tom\*\*: The budget is four thousand/)
    const none = await ask(guest, 'What did Tom say about elephants?')
    expect(none.message).toContain('I found nothing that Tom said about “elephants”.')
    expect((await ask(guest, 'Halden?')).message).toMatch(/did not quite understand[\s\S]*Halden before noon/)
  })

  test('suggests names from introductions, and never as facts', async () => {
    const { guest, doc_id, version } = await withRecording()
    const { message } = await ask(guest, 'Name the speakers')
    expect(message).toContain('I hear 2 voices')
    expect(message).toContain(`perhaps **Priya**, who says “this is Priya” [0:00](#/docs/${doc_id}?at=0)`)
    expect(message).toContain('only my suggestions')
    await guest.call(nameSpeaker, { doc_id, version, speaker: 1, name: 'Priya Nair' })
    const named = await ask(guest, 'Name the speakers')
    expect(named.message).toContain('- **Priya Nair**:')
    expect(named.message).not.toContain('perhaps')
  })

  test('summarises a recording', async () => {
    const { guest, doc_id } = await withRecording()
    expect((await ask(guest, 'Summarise the recording')).message).toContain(`(#/docs/${doc_id}?at=`)
  })

  test('reveals nothing of a workspace: no people, no logbooks, no logs', async () => {
    const maya = await server.person({ name: 'Maya Okafor' })
    await maya.createOrganisation('Ridgeway Cycles')
    const { guest } = await withRecording()
    for (const question of ['Who is here?', 'Which logbooks are there?', 'What was logged today?', 'Maya Okafor']) {
      const { message, details } = await ask(guest, question)
      expect(message).not.toMatch(/Maya|Ridgeway|owner/)
      expect(details).toMatchObject({ user_ids: [], log_ids: [] })
    }
  })

  test('shows words of a recording as plain words, whatever they are', async () => {
    const hostile = 'We decided [press here](https://evil.example) <img src=x onerror=alert(1)> `code`.'
    const { guest } = await withRecording('en', hears({ start: 0, end: 5, text: hostile, speaker: 'A' }))
    const { message } = await ask(guest, 'List the decisions')
    expect(message).toContain('We decided press here')
    expect(message).not.toMatch(/evil\.example|<img|`/)
  })

  test('says when a recording failed, and when it has no words', async () => {
    const wordless = await openTestServer()
    const guest = await wordless.guest()
    const answer = async (message: string) => {
      asked += 1
      await guest.call(sendToMate, { message, client_id: `question-${asked}` })
      return BotMessage.parse(JSON.parse((await mateAnswered(guest)).message_text)).message
    }
    const { batch_id } = await guest.call(uploadGuestFiles, {}, { files: [{ name: 'a.wav', bytes: silence(3) }] })
    await finishedRecording(guest, batch_id)
    const offered = async () => texts(await guest.call(getNewSuggestions, {}))
    expect(await offered()).not.toContain('List the decisions')
    expect(await answer('List the decisions')).toContain('could not be written down')
    wordless.clock.advance(1_000)
    await finishedRecording(guest, (await uploads(guest, await sentence())).batch_id)
    expect(await answer('List the decisions')).toContain('this server has no speech model')
    expect(await answer('Name the speakers')).toContain('I hear 1 voice')
    expect((await offered()).slice(0, 2)).toEqual(['Name the speakers', 'How do I keep it?'])
    expect(await offered()).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/decisions|action items|Summarise/)]),
    )
    expect(await answer('What can you do here?')).not.toContain('decisions')
  })

  test.each([
    ['de', 'Liste die Entscheidungen auf', 'klingen nach Entscheidungen', 'Sprecher 1'],
    ['es', 'Enumera las decisiones', 'parecen decisiones', 'Hablante 1'],
    ['hi', 'निर्णयों की सूची दें', 'निर्णय जैसे लगते हैं', 'वक्ता 1'],
  ])('answers in %s', async (language, question, told, speaker) => {
    const { guest } = await withRecording(language)
    const { message } = await ask(guest, question)
    expect(message).toContain(told)
    expect(message).toContain(`**${speaker}**: We decided to order`)
  })
})

describe('Suggestions for guests [1.3a]', () => {
  test('are about the product first, and about the recording once there is one', async () => {
    const guest = await server.guest()
    const first = await guest.call(getNewSuggestions, {})
    expect(texts(first)[0]).toBe('What can you do here?')
    expect(first).toHaveLength(5)
    const { guest: other } = await withRecording()
    expect(texts(await other.call(getNewSuggestions, {})).slice(0, 3)).toEqual([
      'List the decisions',
      'List the action items',
      'Name the speakers',
    ])
    await ask(other, 'List the decisions')
    expect(texts(await other.call(getSuggestions, {}))).not.toContain('List the decisions')
    expect(texts(await (await server.guest({ language: 'de' })).call(getSuggestions, {}))[0]).toBe(
      'Was kannst du hier?',
    )
  })
})
