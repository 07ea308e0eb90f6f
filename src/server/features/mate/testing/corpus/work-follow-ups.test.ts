import { beforeAll, expect, test } from 'vitest'
import { resetMate } from '#shared/contract/mate/endpoints'
import { updateProfile } from '#shared/contract/profile/endpoints'
import { ask } from '../../test-model-server'
import { openWorkTeam, type WorkTeam } from './work-team'

let team: WorkTeam
beforeAll(async () => {
  team = await openWorkTeam('en')
})

/** The calls of tools with which questions one after another are answered. */
async function callsOf(user_language: 'en' | 'de' | 'es' | 'hi', questions: readonly string[]) {
  const { tom, server } = team
  await tom.call(updateProfile, { user_language })
  await tom.call(resetMate, {})
  const [last] = await server.asOwner<{ id: number }>('select coalesce(max(id), 0)::int as id from audit', [])
  for (const question of questions) await (await ask(tom, question)).end()
  return server.asOwner<{ subject: string; input: object }>(
    "select subject, details->'input' as input from audit where kind = 'mate.tool' and id > $1 order by id",
    [last?.id ?? 0],
  )
}

test.each([
  ['en', 'What is my day?', 'And tomorrow?', 'And Lena?', 'And on Monday?'],
  ['de', 'Wie sieht mein Tag aus?', 'Und morgen?', 'Und Lena?', 'Und am Montag?'],
  ['es', '¿Cómo es mi día?', '¿Y mañana?', '¿Y Lena?', '¿Y el lunes?'],
  ['hi', 'मेरा दिन कैसा है?', 'और कल?', 'और Lena?', 'और सोमवार?'],
] as const)(
  'a question about a schedule is continued by a day and a person in %s [1.3a, D25]',
  async (language, ...questions) => {
    const { tom, lena } = team
    const on = (user_id: number, day: string) => ({
      subject: 'read_schedule',
      input: { user_ids: [user_id], from: day, to: day },
    })
    expect(await callsOf(language, questions)).toEqual([
      on(tom.user_id, '2026-11-20'),
      on(tom.user_id, '2026-11-21'),
      on(lena.user_id, '2026-11-21'),
      on(lena.user_id, '2026-11-23'),
    ])
  },
)

test.each([
  ['en', 'Which tasks are due on Monday?', 'And Lena?', 'How many?'],
  ['de', 'Welche Aufgaben sind am Montag fällig?', 'Und Lena?', 'Wie viele?'],
  ['es', '¿Qué tareas vencen el lunes?', '¿Y Lena?', '¿Cuántas?'],
  ['hi', 'सोमवार को कौन से टास्क पूरे करने हैं?', 'और Lena?', 'कितने?'],
] as const)(
  'a question about tasks is continued by a person and a number in %s [1.3a, D25]',
  async (language, ...questions) => {
    const due = { due_from: '2026-11-23T00:00:00.000Z', due_to: '2026-11-24T00:00:00.000Z' }
    const ofLena = { subject: 'find_tasks', input: { ...due, user_ids: [team.lena.user_id] } }
    expect(await callsOf(language, questions)).toMatchObject([{ subject: 'find_tasks', input: due }, ofLena, ofLena])
  },
)

test.each([
  ['en', 'Who is free at 3pm?', 'And Tom?', 'And on Monday?'],
  ['de', 'Wer ist um 15 Uhr frei?', 'Und Tom?', 'Und am Montag?'],
  ['es', '¿Quién está libre a las 15:00?', '¿Y Tom?', '¿Y el lunes?'],
  ['hi', '15:00 बजे कौन खाली है?', 'और Tom?', 'और सोमवार?'],
] as const)('a question who is free keeps its time of the day in %s [1.3a, D25]', async (language, ...questions) => {
  const at = (day: number) => ({ from: `2026-11-${day}T15:00:00.000Z`, to: `2026-11-${day}T15:30:00.000Z` })
  const user_ids = [team.tom.user_id]
  expect(await callsOf(language, questions)).toEqual([
    { subject: 'find_free', input: at(20) },
    { subject: 'find_free', input: { ...at(20), user_ids } },
    { subject: 'find_free', input: { ...at(23), user_ids } },
  ])
})

test('a complete question after one about what is to be done is about something else [1.3a, D25]', async () => {
  const found = await callsOf('en', ['What are my tasks?', 'What did I miss?', 'What about the chain?'])
  expect(found.slice(0, 2).map(({ subject }) => subject)).toEqual(['find_tasks', 'missed_messages'])
  expect(found.slice(2).map(({ subject }) => subject)).not.toContain('find_tasks')
})

test('who is free is asked of the first 200 members, who has tasks names fifteen, and it is said when there are more [1.3a, D25]', async () => {
  const { tom, server } = team
  const answerIn = async (user_language: 'en' | 'de' | 'es' | 'hi', question: string) => {
    await tom.call(updateProfile, { user_language })
    await tom.call(resetMate, {})
    return (await (await ask(tom, question)).end()).said.message
  }
  const join = (first: number, last: number) =>
    server.asOwner(
      `with made as (
         insert into users (displayname, created_at)
         select 'Aide ' || n, now() from generate_series($2::int, $3::int) n returning id
       )
       insert into memberships (organization_id, user_id, org_role, joined_at)
       select $1::bigint, id, 'member', now() from made`,
      [tom.organization_id, first, last],
    )
  await join(1, 100)
  const all = await answerIn('en', 'Who is free on Monday?')
  // Behind more than fifty others.
  for (const name of ['Aide 1', 'Aide 100', 'Maya Okafor']) expect(all).toContain(`**${name}**`)
  expect(all).not.toContain('only the first')
  // Fifteen are named, and how many there are beyond them is said.
  const withoutTasks = await answerIn('en', 'Who has no tasks?')
  expect(withoutTasks.match(/^- /gm)).toHaveLength(15)
  expect(withoutTasks).toMatch(/and \d\d more$/)
  expect(await answerIn('en', 'Who has the most tasks?')).toMatch(/\*\*Tom Reyes\*\*: \d[\s\S]*and \d\d more$/)
  await join(101, 205)
  expect(await answerIn('en', 'Who is free on Monday?')).toMatch(
    /Of the 2\d\d members, only the first 200 by name were looked at\./,
  )
  for (const [language, question] of [
    ['de', 'Wer ist am Montag frei?'],
    ['es', '¿Quién está libre el lunes?'],
    ['hi', 'सोमवार को कौन खाली है?'],
  ] as const)
    expect(await answerIn(language, question)).toContain('200')
})
