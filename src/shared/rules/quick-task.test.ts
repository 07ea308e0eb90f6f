import { describe, expect, test } from 'vitest'
import type { Language } from '../contract/common'
import { parseQuickTask } from './quick-task'

const people = [
  { id: 7, name: 'Maya Okafor' },
  { id: 8, name: 'Tom Reyes' },
  { id: 9, name: 'Tom Baker' },
  { id: 10, name: 'Lena Fischer' },
]
const spaces = [
  { id: 1, name: 'Harbourside' },
  { id: 2, name: 'Old Market' },
]
/** Friday, November 20, 2026, 10:00 in Berlin. */
const now = Date.parse('2026-11-20T09:00:00Z')
const read = (text: string, language: Language = 'en', zone = 'UTC') =>
  parseQuickTask(text, { language, now, zone, people, spaces })

describe('A task in one line', () => {
  test('names a day, a time, a duration, a person, a space and how urgent it is', () => {
    expect(read('Call Halden tomorrow 3pm 20 min @lena #harbourside !high')).toEqual({
      title: 'Call Halden',
      deadline: '2026-11-21T15:00:00.000Z',
      is_timed: true,
      estimate_minutes: 20,
      assignees: [10],
      branch_id: 1,
      priority: 'high',
      labels: [],
    })
  })

  test('keeps what it does not understand as the title', () => {
    for (const text of [
      'Build pair, 32h-touring rims',
      'Order 200 ticket tags',
      'Write to a@tom.example',
      'Mondays are full',
      'Meet at 5 Main Street',
      'Plan the morning meeting',
    ])
      expect(read(text)).toMatchObject({
        title: text,
        deadline: null,
        estimate_minutes: null,
        assignees: [],
        labels: [],
      })
    // Two people are called Tom, and nobody Nina.
    expect(read('Ask @tom and @nina')).toMatchObject({ title: 'Ask @tom and @nina', assignees: [] })
    expect(read('Ask @tomreyes')).toMatchObject({ title: 'Ask', assignees: [8] })
  })

  test.each([
    ['today', '2026-11-20T17:00'],
    ['by Monday', '2026-11-23T17:00'],
    ['Friday', '2026-11-27T17:00'],
    ['next Tue 9:30 am', '2026-11-24T09:30'],
    ['in 3 days at 12am', '2026-11-23T00:00'],
    ['in 2 weeks', '2026-12-04T17:00'],
    ['on 11/30', '2026-11-30T17:00'],
    ['1/5', '2027-01-05T17:00'],
    ['2026-12-24 16:15', '2026-12-24T16:15'],
    // A time alone is the next one.
    ['8:30', '2026-11-21T08:30'],
    ['at 5pm', '2026-11-20T17:00'],
    ['in 2 hours', '2026-11-20T11:00'],
    ['in 45 min', '2026-11-20T09:45'],
    ['in an hour', '2026-11-20T10:00'],
    ['in half an hour', '2026-11-20T09:30'],
    ['tomorrow morning', '2026-11-21T09:00'],
    ['on Monday afternoon', '2026-11-23T15:00'],
    ['Monday at noon', '2026-11-23T12:00'],
    ['tomorrow evening at 8', '2026-11-21T20:00'],
    ['tonight', '2026-11-20T19:00'],
    ['this morning', '2026-11-20T10:00'],
    ['on Friday at 9', '2026-11-27T09:00'],
    ['tomorrow at 3', '2026-11-21T15:00'],
    ['for tomorrow', '2026-11-21T17:00'],
  ])('understands %s', (text, deadline) => {
    expect(read(`Sweep ${text}`)).toMatchObject({ title: 'Sweep', deadline: `${deadline}:00.000Z` })
  })

  test.each([
    ['1h', 60],
    ['1.5 hours', 90],
    ['1h30min', 90],
    ['45min', 45],
  ])('understands %s', (text, estimate_minutes) => {
    expect(read(`Sweep ${text}`)).toMatchObject({ title: 'Sweep', estimate_minutes })
  })

  test.each([
    ['de', 'Halden anrufen morgen um 15 Uhr 20 Minuten @lena #oldmarket !dringend', '2026-11-21T14:00:00.000Z'],
    ['de', 'Halden anrufen am 21.11. 15:00 20 Min @lena #oldmarket !dringend', '2026-11-21T14:00:00.000Z'],
    ['es', 'Halden anrufen mañana a las 15:00 20 min @lena #oldmarket !urgente', '2026-11-21T14:00:00.000Z'],
    ['hi', 'Halden anrufen कल 15 बजे 20 मिनट @lena #oldmarket !ज़रूरी', '2026-11-21T14:00:00.000Z'],
  ] as const)('in %s: %s', (language, text, deadline) => {
    expect(read(text, language, 'Europe/Berlin')).toEqual({
      title: 'Halden anrufen',
      deadline,
      is_timed: true,
      estimate_minutes: 20,
      assignees: [10],
      branch_id: 2,
      priority: 'urgent',
      labels: [],
    })
  })

  test.each([
    ['de', 'Gießen in 2 Stunden', '2026-11-20T11:00'],
    ['de', 'Gießen in einer halben Stunde', '2026-11-20T09:30'],
    ['de', 'Gießen morgen früh', '2026-11-21T09:00'],
    ['de', 'Gießen heute Abend', '2026-11-20T19:00'],
    ['de', 'Gießen am Freitag um 9', '2026-11-27T09:00'],
    ['es', 'Gießen en 2 horas', '2026-11-20T11:00'],
    ['es', 'Gießen mañana por la mañana', '2026-11-21T09:00'],
    ['es', 'Gießen esta tarde', '2026-11-20T16:00'],
    ['es', 'Gießen el viernes a las 9', '2026-11-27T09:00'],
    ['hi', 'Gießen 2 घंटे में', '2026-11-20T11:00'],
    ['hi', 'Gießen कल सुबह', '2026-11-21T09:00'],
    ['hi', 'Gießen कल शाम 7 बजे', '2026-11-21T19:00'],
  ] as const)('understands in %s: %s', (language, text, deadline) => {
    expect(read(text, language)).toMatchObject({
      ...{ title: 'Gießen', deadline: `${deadline}:00.000Z`, is_timed: true, estimate_minutes: null },
    })
  })

  test('takes words with # that name no space as labels', () => {
    expect(read('Brake bleed #4182 #brakes')).toMatchObject({ title: 'Brake bleed', labels: ['4182', 'brakes'] })
  })

  test('passes over dates and times that do not exist', () => {
    expect(read('Sweep 2026-02-31')).toMatchObject({ deadline: null })
    expect(read('Sweep 25:00')).toMatchObject({ deadline: null })
  })
})
