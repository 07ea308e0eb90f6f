import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDocument } from '#shared/contract/documents/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { confirmOption, resetMate } from '#shared/contract/mate/endpoints'
import { updateProfile } from '#shared/contract/profile/endpoints'
import { ask } from '../../test-model-server'
import type { Expected } from './expected'
import { missingIn } from './verdict'
import { openCorpusWorkshop, type Workshop } from './workshop'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openCorpusWorkshop('en')
}, 60_000)
afterAll(() => workshop.close())

const answerTo = async (question: string, who = workshop.tom) => (await (await ask(who, question)).end()).said
const startOver = () => workshop.tom.call(resetMate, {})

/** Asks the questions one after another, and expects of each answer what it must hold. */
async function holds(chain: readonly (readonly [question: string, wanted: Expected])[]): Promise<void> {
  await startOver()
  for (const [question, wanted] of chain) {
    const said = await answerTo(question)
    expect(missingIn(said, wanted, workshop), `${question}\n${said.message}`).toEqual([])
  }
}

const wanted: readonly Expected[] = [
  { logs: ['wheel', 'key', 'pumpRepaired'] },
  { logs: ['pads', 'queueWednesday', 'compressor'] },
  { logs: ['pads'] },
  { logs: ['queueWednesday'] },
  { numbers: [1], among: ['queueWednesday'] },
  { numbers: [5] },
]

describe('A question may continue the previous one, and keeps the person, the logbook and the day [1.3a, D25]', () => {
  test.each([
    ['en', 'What was logged today?', 'And yesterday?', "only Tom's", 'And Maya?', 'How many?', 'And this week?'],
    [
      'de',
      'Was wurde heute geschrieben?',
      'Und gestern?',
      'nur von Tom',
      'Und von Maya?',
      'Wie viele?',
      'Und diese Woche?',
    ],
    ['es', '¿Qué se registró hoy?', '¿Y ayer?', 'solo de Tom', '¿Y de Maya?', '¿Cuántas?', '¿Y esta semana?'],
    ['hi', 'आज क्या लिखा गया?', 'और कल?', 'सिर्फ़ Tom के', 'और Maya के?', 'कितने?', 'और इस हफ़्ते?'],
  ] as const)('over five follow-ups in %s', async (user_language, ...questions) => {
    await workshop.tom.call(updateProfile, { user_language })
    await holds(questions.map((question, index) => [question, wanted[index] ?? {}]))
  })

  test('in the language of the question, whatever the language of the person', async () => {
    await workshop.tom.call(updateProfile, { user_language: 'hi' })
    expect((await answerTo('Open Wages')).message).toContain('I found no logbook')
    expect((await answerTo('Öffne Wages')).message).toContain('Ich fand kein Logbuch')
    await workshop.tom.call(updateProfile, { user_language: 'en' })
  })

  test('also by a pronoun, by another logbook, and by other words', async () => {
    await holds([
      ['Anything about the pump?', { among: ['leak', 'seal', 'pumpRepaired'] }],
      ['Who wrote that?', { names: ['Priya Nair'], numbers: [3] }],
      ['When?', { logs: ['pumpRepaired'] }],
      ['And in Front desk?', { among: ['pumpRepaired'] }],
      ['What about the compressor?', { among: ['compressor'] }],
    ])
  })

  test('a complete question takes nothing from the one before', async () => {
    await holds([
      ['What did Tom write yesterday?', { logs: ['pads'] }],
      ['Who wrote the most?', { names: ['Maya Okafor'], numbers: [6] }],
      ['How many logs per person?', { numbers: [15, 6, 5, 4] }],
      ['Summarise Front desk', { numbers: [8] }],
      ['What was logged today?', { logs: ['wheel', 'key', 'pumpRepaired'] }],
    ])
  })

  test('“how many?” counts what the question before was about', async () => {
    await holds([
      ['Who is here?', { people: ['maya', 'tom', 'priya'], numbers: [5] }],
      ['How many?', { people: ['maya', 'tom', 'priya'], numbers: [5] }],
    ])
  })

  test('days may be a span', async () => {
    await startOver()
    for (const question of [
      'How many logs from Wednesday to today?',
      'Wie viele Einträge von Mittwoch bis heute?',
      '¿Cuántas entradas del miércoles a hoy?',
      'बुधवार से आज तक कितने लॉग?',
    ])
      expect(missingIn(await answerTo(question), { numbers: [6] }, workshop), question).toEqual([])
  })

  test('at the beginning of a conversation there is nothing to continue', async () => {
    await holds([['And yesterday?', { logs: ['pads', 'queueWednesday', 'compressor'] }]])
  })
})

test('a list goes on beyond ten, by a button or in words, until it ends [3.13c, D25]', async () => {
  const { tom } = workshop
  const document = { document_name: 'Night log', document_type: 'logbook', access: 'organisation' } as const
  const { doc_id } = await tom.call(createDocument, document)
  for (let round = 1; round <= 23; round += 1)
    await tom.call(writeLog, { doc_id, content: `Round ${round} was quiet.` })
  await startOver()
  const first = await answerTo('What was logged in Night log?')
  expect(first.message).toContain('The newest 10 logs in Night log:')
  expect(first.message).toContain('and 13 more logs')
  expect(first.details).toMatchObject({ options: ['Show more'], actions: [] })
  const second = await answerTo('Show more')
  expect(second.details.log_ids).toHaveLength(10)
  expect(second.message).toContain('[Round 13 was quiet]')
  const third = await answerTo('more')
  expect(third.details).toMatchObject({ options: [] })
  expect(third.message).toMatch(/Round 3 was quiet[\s\S]*Round 1 was quiet/)
  expect((await answerTo('more')).message).toBe('There are no more.')
})

describe('Actions [9.8b, D26]', () => {
  test('to open and to search are offered, and happen in the client alone', async () => {
    await startOver()
    const { tom, documents } = workshop
    const opening = await (await ask(tom, 'Open the Bay log')).end()
    expect(opening.said.details.actions).toMatchObject([{ kind: 'open', doc_id: documents.bay, doc_name: 'Bay log' }])
    expect(opening.said.details.options).toEqual(['Open Bay log'])
    const searching = await (await ask(tom, 'Search for brake')).end()
    expect(searching.said.details.actions).toMatchObject([{ kind: 'search', doc_id: null, content: 'brake' }])
    for (const { message } of [opening, searching])
      await expect(tom.call(confirmOption, { message_id: message.id, option: 0 })).rejects.toMatchObject({
        code: 'mate.option_not_found',
      })
  })

  test('cannot lead to what the person may not open', async () => {
    const { message, details } = await answerTo('Open Wages')
    expect(details.actions).toEqual([])
    expect(message).toContain('I found no logbook or document of that name')
  })
})

test('help offers examples that can be pressed, with a logbook of the workspace [1.3a]', async () => {
  // A person may ask 60 questions a minute.
  const [lena] = workshop.colleagues
  const { message } = await answerTo('What can you do?', lena)
  expect(message).toContain('[What was logged today?](#/chat?ask=What%20was%20logged%20today%3F)')
  const examples = [...message.matchAll(/\(#\/chat\?ask=([^)]*)\)/g)].map(([, text = '']) => decodeURIComponent(text))
  expect(examples.length).toBeGreaterThanOrEqual(10)
  for (const example of examples) {
    const said = await answerTo(example, lena)
    expect(said.message, example).not.toMatch(/did not understand|I searched/)
  }
})
