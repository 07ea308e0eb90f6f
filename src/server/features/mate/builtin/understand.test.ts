import { describe, expect, test } from 'vitest'
import { spokenTime } from '../../../platform/spoken-time'
import { german } from './phrases.de'
import { english } from './phrases.en'
import { spanish } from './phrases.es'
import { hindi } from './phrases.hi'
import { timesIn } from './time-span'
import { type KnownNames, understand } from './understand'

const known: KnownNames = {
  people: [
    { id: 1, name: 'Maya Okafor' },
    { id: 2, name: 'Tom Reyes' },
    { id: 3, name: 'Tom Archer' },
    { id: 4, name: 'Priya Nair' },
  ],
  documents: [
    { id: 10, name: 'Bay log', type: 'logbook' },
    { id: 11, name: 'Harbourside bay log', type: 'logbook' },
  ],
  labels: [],
  asker: { id: 1, name: 'Maya Okafor' },
}
// A Friday.
const now = '2026-11-20T14:18:00.000Z'
const ask = (question: string, zone = 'UTC') => understand(question, english, known, now, zone)

describe('What built-in Mate understands [D25]', () => {
  test.each([
    ['What can you do?', 'help'],
    ['Good morning', 'greeting'],
    ['Who is here?', 'people'],
    ['Who are the owners?', 'people'],
    ['Which logbooks are there?', 'logbooks'],
    ['What was logged today?', 'logs'],
    ['Anything about brake pads?', 'logs'],
    ['Summarise the Bay log', 'summary'],
    ['What happened yesterday?', 'summary'],
    ['How many logs were written this week?', 'count'],
    ['Who wrote about the pump?', 'whoWrote'],
    ['Why is the sky blue?', 'unknown'],
  ])('understands “%s” as %s', (question, expected) => {
    expect(ask(question).ask).toBe(expected)
  })

  test('the longest matching name of a logbook wins, and its words are not searched', () => {
    const asked = ask('What was logged about pads in Harbourside bay log?')
    expect(asked.documents[0]?.id).toBe(11)
    expect(asked.words).toEqual(['pads'])
  })

  test('a first name is enough if only one person has it', () => {
    expect(ask('What did Priya write yesterday?').people[0]?.id).toBe(4)
    expect(ask('What did Tom write yesterday?').people[0]).toBeUndefined()
    expect(ask('What did Tom Reyes write yesterday?').people[0]?.id).toBe(2)
    expect(ask('What did I write today?').people[0]?.id).toBe(1)
  })

  test('quoted words are searched literally', () => {
    expect(ask('Find “seized seatpost” please').words).toEqual(['seized', 'seatpost'])
  })

  test('a name inside a longer word does not count', () => {
    expect(ask('Anything about tomatoes?').people[0]).toBeUndefined()
    const asked = ask('What did Priya write about Priyanka?')
    expect(asked).toMatchObject({ people: [{ id: 4 }], words: ['priyanka'] })
    expect(ask('What did Priyanka tell Priya?').people[0]?.id).toBe(4)
    const ram = { ...known, people: [{ id: 9, name: 'राम' }] }
    expect(understand('रामू के लॉग', english, ram, now, 'UTC').people[0]).toBeUndefined()
    expect(understand('राम के लॉग', english, ram, now, 'UTC').people[0]?.id).toBe(9)
  })

  test('a name may contain punctuation, with either apostrophe', () => {
    const documents = [{ id: 12, name: 'Tom’s (old) log + more', type: 'logbook' as const }]
    const asked = understand("Summarise tom's (OLD) log + more", english, { ...known, documents }, now, 'UTC')
    expect(asked).toMatchObject({ documents: [{ id: 12 }], words: [] })
  })
})

describe("Spans of time, in the person's zone", () => {
  const span = (question: string, zone: string, at = now) => timesIn(question, english, { now: at, zone }).spans[0]

  test('today and yesterday begin at local midnight', () => {
    expect(span('what was logged today', 'Asia/Kolkata')).toMatchObject({
      from: '2026-11-19T18:30:00.000Z',
      to: '2026-11-20T18:30:00.000Z',
    })
    expect(span('yesterday', 'America/New_York')).toMatchObject({
      from: '2026-11-19T05:00:00.000Z',
      to: '2026-11-20T05:00:00.000Z',
    })
  })

  test('a day on which the clocks change has 25 hours', () => {
    expect(span('today', 'Europe/Berlin', '2026-10-25T12:00:00.000Z')).toMatchObject({
      from: '2026-10-24T22:00:00.000Z',
      to: '2026-10-25T23:00:00.000Z',
    })
  })

  test('weeks begin on Monday, weekdays are the most recent ones, days include today', () => {
    expect(span('this week', 'UTC')).toMatchObject({ from: '2026-11-16T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' })
    expect(span('last week', 'UTC')).toMatchObject({ from: '2026-11-09T00:00:00.000Z', to: '2026-11-16T00:00:00.000Z' })
    expect(span('on monday', 'UTC')).toMatchObject({ from: '2026-11-16T00:00:00.000Z', to: '2026-11-17T00:00:00.000Z' })
    expect(span('in the last 3 days', 'UTC')).toMatchObject({
      from: '2026-11-18T00:00:00.000Z',
      to: '2026-11-21T00:00:00.000Z',
    })
    expect(span('on 2026-11-05', 'UTC')).toMatchObject({
      from: '2026-11-05T00:00:00.000Z',
      to: '2026-11-06T00:00:00.000Z',
    })
    expect(span('on 2026-13-45', 'UTC')).toBeUndefined()
  })

  test.each([
    ['what was logged the day before yesterday', '2026-11-18', '2026-11-19'],
    ['this month', '2026-11-01', '2026-11-21'],
    ['last month', '2026-10-01', '2026-11-01'],
    ['since wednesday', '2026-11-18', '2026-11-21'],
    ['on 3 november', '2026-11-03', '2026-11-04'],
    ['on nov 3rd, 2025', '2025-11-03', '2025-11-04'],
    ['on december 24', '2025-12-24', '2025-12-25'],
    ['from 3 november to 5 november', '2026-11-03', '2026-11-06'],
    ['from wednesday until today', '2026-11-18', '2026-11-21'],
    ['tomorrow', '2026-11-21', '2026-11-22'],
    ['next week', '2026-11-23', '2026-11-30'],
    ['next monday', '2026-11-23', '2026-11-24'],
  ])('“%s” is from %s to %s', (question, from, to) => {
    expect(span(question, 'UTC')).toMatchObject({ from: `${from}T00:00:00.000Z`, to: `${to}T00:00:00.000Z` })
  })

  test.each([
    ['What happened in the last hour?', english, 1, ' in the last hour'],
    ['Anything in the past 3 hours?', english, 3, ' in the last 3 hours'],
    ['Was ist in der letzten Stunde passiert?', german, 1, ' in der letzten Stunde'],
    ['Was war in den letzten 12 Stunden?', german, 12, ' in den letzten 12 Stunden'],
    ['¿Qué pasó en la última hora?', spanish, 1, ' de la última hora'],
    ['¿Qué pasó en las últimas 2 horas?', spanish, 2, ' de las últimas 2 horas'],
    ['पिछले घंटे में क्या हुआ?', hindi, 1, ', पिछले घंटे में'],
    ['पिछले 5 घंटों में क्या हुआ?', hindi, 5, ', पिछले 5 घंटों में'],
  ] as const)('“%s” ends now', (question, phrases, hours, said) => {
    const asked = understand(question, phrases, known, now, 'UTC')
    const from = new Date(Date.parse(now) - hours * 3_600_000).toISOString()
    expect(asked).toMatchObject({ spans: [{ from, to: now, said }], words: [] })
  })

  test('of what a logbook says are no plans, even if it asks when something was free', () => {
    expect(ask('When was Bay log last free?')).toMatchObject({ ask: 'last', words: ['free'] })
    for (const question of [
      'When is Tom free?',
      'Who is free in Bay log?',
      'Am I free for the Bay log?',
      'When is Priya free in Bay log?',
    ])
      expect(ask(question).ask, question).toBe('planned')
    expect(understand('Wer ist frei im Bay log?', german, known, now, 'UTC').ask).toBe('planned')
    expect(understand('Wann ist Bay log frei?', german, known, now, 'UTC').ask).not.toBe('planned')
    expect(ask('What changed since yesterday?')).toMatchObject({ ask: 'news', words: [] })
    expect(ask('Who is Priya?')).toMatchObject({ ask: 'people', people: [{ id: 4 }], words: [] })
    for (const [question, phrases] of [
      ['Wer ist Priya?', german],
      ['¿Quién es Priya?', spanish],
      ['Priya कौन है?', hindi],
    ] as const)
      expect(understand(question, phrases, known, now, 'UTC').ask, question).toBe('people')
    expect(ask('Who is Priya waiting for?').ask).not.toBe('people')
    expect(ask('Did he pay for her pump?').words).toEqual(['pay', 'pump'])
  })

  test('what is to be done on a weekday is about the coming one', () => {
    const asked = ask('What do I have to do on Monday?')
    expect(asked).toMatchObject({ ask: 'planned', spans: [{ from: '2026-11-23T00:00:00.000Z' }] })
    expect(ask('Anything tomorrow?').ask).toBe('planned')
  })

  test('several times are compared in their order', () => {
    const asked = ask('Did we write more this week than last week?')
    expect(asked.ask).toBe('compare')
    expect(asked.spans.map(({ said }) => said)).toEqual([' this week', ' last week'])
  })

  test('times are written as people read them [9.10c]', () => {
    expect(spokenTime('2026-11-20T14:04:00.000Z', now, 'UTC', 'en-US')).toMatch(/^2:04\sPM$/)
    expect(spokenTime('2026-11-19T14:04:00.000Z', now, 'UTC', 'en-US')).toMatch(/^Thu, Nov 19, 2:04\sPM$/)
  })
})
