import { beforeAll, describe, expect, test } from 'vitest'
import { createDocument } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { writeLog } from '#shared/contract/logs/endpoints'
import { updateProfile } from '#shared/contract/profile/endpoints'
import type { Actor } from '../../../../../test/actor'
import { openTestServer } from '../../../../../test/test-server'
import { ask } from '../test-model-server'

let maya: Actor
let tom: Actor
let bay: number
let checklist: number
let hidden: number
const logs: Record<string, number> = {}

const contents = [
  'Brake bleed on ticket 4182 took longer. Bay 2 was blocked.',
  'The compressor has a leak at the valve.',
  'Bremsbeläge an Rad 3 gewechselt.',
  'Los frenos del remolque chirrían.',
  'पंप से पानी टपक रहा है।',
]

beforeAll(async () => {
  const server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  tom = await server.person({ name: 'Tom Reyes' })
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(tom)
  const document = (document_name: string, document_type: 'logbook' | 'document', access: 'organisation' | 'private') =>
    maya.call(createDocument, { document_name, document_type, access })
  bay = (await document('Bay log', 'logbook', 'organisation')).doc_id
  hidden = (await document('Wages', 'logbook', 'private')).doc_id
  const page = await document('Opening checklist', 'document', 'organisation')
  checklist = page.doc_id
  await maya.call(replaceContent, {
    doc_id: checklist,
    content: 'Switch on the compressor, then unlock the gate.',
    version: page.version,
  })
  for (const content of contents) {
    server.clock.advance(60_000)
    logs[content.split(' ', 1)[0] ?? ''] = (await maya.call(writeLog, { doc_id: bay, content })).id
  }
  await maya.call(writeLog, { doc_id: hidden, content: 'Overtime for the derailleur, ticket 9901.' })
})

const answerTo = async (who: Actor, question: string) => (await (await ask(who, question)).end()).said
const linkOf = (name: string) => `(#/docs/${bay}?log=${logs[name]})`

describe('Built-in Mate answers any question with what it finds [D25, D26]', () => {
  test('a single word, also in another form or mistyped, with the sentence, its writer, and a link', async () => {
    for (const word of ['brake', 'brakes', 'braek']) {
      const { message, details } = await answerTo(tom, word)
      expect(message).toContain(
        `Maya Okafor: [Brake bleed on ticket 4182 took longer]${linkOf('Brake')} Bay 2 was blocked.`,
      )
      expect(details.log_ids).toEqual([logs.Brake])
      expect(details.logbook_ids).toEqual([bay])
      expect(details.read).toMatchObject({ logs: 1 })
    }
    expect((await answerTo(tom, 'brake')).message).toContain('This is what I found about “brake”:')
    expect((await answerTo(tom, 'braek')).message).toContain('about “brake”; nothing has “braek”:')
  })

  test('leaves out words that occur nowhere, and says which', async () => {
    const { message } = await answerTo(tom, 'Why does ticket 4182 wobble?')
    expect(message).toContain('Nothing that you can open mentions “wobble”. This is what I found about “ticket 4182”:')
    expect(message).toContain(linkOf('Brake'))
  })

  test('words that stand in different places together lead to the nearest, and it says so', async () => {
    const { message } = await answerTo(tom, 'compressor bleed')
    expect(message).toContain('mentions all of “compressor bleed” together')
    expect(message).toContain(linkOf('Brake'))
    expect(message).toContain(linkOf('The'))
    expect(message).toContain(`[Opening checklist](#/docs/${checklist})`)
  })

  test('what is on a page', async () => {
    const { message, details } = await answerTo(tom, 'What is on the opening checklist?')
    expect(message).toContain(
      `[Opening checklist](#/docs/${checklist}) says:\n\n- Switch on the compressor, then unlock the gate.`,
    )
    expect(details.references).toEqual([{ kind: 'document', id: checklist, title: 'Opening checklist' }])
  })

  test('a log that was asked for may be a page', async () => {
    const { message } = await answerTo(tom, 'Show me something about the gate')
    expect(message).toContain('I found no log about “gate”')
    expect(message).toContain(`[Opening checklist](#/docs/${checklist})`)
  })

  test('a person', async () => {
    expect((await answerTo(maya, 'reyes')).message).toContain('**Tom Reyes**')
  })

  test('without a result, it says what was searched and offers what is nearest', async () => {
    const { message, details } = await answerTo(tom, 'zeppelin mooring')
    expect(message).toContain(
      'I searched the logs, documents, meetings, graphs, people, tasks, messages, cameras and screens that you can open, and found nothing about “zeppelin mooring”.',
    )
    expect(message).toContain(
      `The nearest that you can open:\n\n- [Opening checklist](#/docs/${checklist})\n- [Bay log](#/docs/${bay})`,
    )
    expect(details.logbook_ids).toEqual([checklist, bay])
  })

  test.each(['overtime', 'derailleur', 'derailer', 'Is ticket 9901 finished?', 'wages'])(
    'to “%s” it names nothing that the person may not see',
    async question => {
      const said = await answerTo(tom, question)
      expect(JSON.stringify(said.details)).not.toMatch(/Wages|Overtime|derailleur|9901/)
      expect(said.message).not.toMatch(/Wages|Overtime|the derailleur/)
      expect(said.details.logbook_ids).not.toContain(hidden)
    },
  )

  test('in the language of the question, whatever the language of the person', async () => {
    expect((await answerTo(tom, 'Warum wurden die Bremsbeläge gewechselt?')).message).toContain('Das habe ich zu')
    expect((await answerTo(tom, '¿Qué hay de los frenos?')).message).toContain('Esto es lo que encontré')
    expect((await answerTo(tom, 'पंप?')).message).toContain('के बारे में यह मिला')
  })

  test.each(['What is new?', 'Was gibt es Neues?', '¿Qué hay de nuevo?', 'क्या नया है?'])(
    '“%s” lists the newest logs',
    async question => {
      const { details } = await answerTo(tom, question)
      expect(details.log_ids).toEqual(Object.values(logs).reverse())
    },
  )

  test.each([
    ['de', 'Bremsbeläge?', 'Das habe ich zu „bremsbeläge“ gefunden:', 'Bremsbeläge'],
    ['es', '¿frenos?', 'Esto es lo que encontré sobre «frenos»:', 'Los'],
    ['hi', 'पंप?', '“पंप” के बारे में यह मिला:', 'पंप'],
  ] as const)('in %s', async (user_language, question, heading, name) => {
    await tom.call(updateProfile, { user_language })
    const { message } = await answerTo(tom, question)
    expect(message).toContain(heading)
    expect(message).toContain(linkOf(name))
    expect((await answerTo(tom, 'zeppelin')).message).not.toMatch(/searched|found/)
  })
})

test('Built-in Mate names the one who wrote most, with exact numbers [D25]', async () => {
  const document_name = 'Gate log'
  const { doc_id } = await maya.call(createDocument, {
    document_name,
    document_type: 'logbook',
    access: 'organisation',
  })
  const writes = async (who: Actor, count: number) => {
    for (let round = 1; round <= count; round += 1)
      await who.call(writeLog, { doc_id, content: `Gate checked, round ${round}.` })
  }
  await tom.call(updateProfile, { user_language: 'en' })
  await writes(tom, 2)
  await writes(maya, 1)
  expect((await answerTo(tom, 'Who wrote most in Gate log?')).message).toMatch(
    /^Tom Reyes wrote 2 logs:[\s\S]*Maya Okafor wrote 1 log:/,
  )
  await writes(maya, 200)
  for (const question of ['Who wrote most in Gate log?', 'Who wrote the most in Gate log today?']) {
    const { message } = await answerTo(tom, question)
    expect(message).toMatch(/^Maya Okafor wrote 201 logs:/)
    expect(message).toContain('Tom Reyes wrote 2 logs:')
  }
  for (const question of [
    'Wer hat am meisten in Gate log geschrieben?',
    '¿Quién escribió más en Gate log?',
    'Gate log में सबसे ज़्यादा किसने लिखा?',
  ])
    expect((await answerTo(tom, question)).message).toMatch(/^Maya Okafor .*201/)
})
