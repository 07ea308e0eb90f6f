import { describe, expect, test } from 'vitest'
import type { Language } from '../contract/common'
import { parseQuickLog } from './quick-log'

const free = { graph_id: 3, label: 0, text: 'Bay free' }
const over = { graph_id: 3, label: 1, text: 'Over plan' }
/** Friday, November 20, 2026, 14:05 in Berlin. */
const now = Date.parse('2026-11-20T13:05:00Z')
const read = (text: string, language: Language = 'en', at = now) =>
  parseQuickLog(text, { language, now: at, zone: 'Europe/Berlin', labels: [free, over] })

describe('The time of a log in its text', () => {
  test.each<[string, Language, string, string]>([
    ['9:40 Belt changed', 'en', '2026-11-20T08:40', 'Belt changed'],
    ['9:40: Belt changed', 'en', '2026-11-20T08:40', 'Belt changed'],
    ['at 1:30 pm – Belt changed', 'en', '2026-11-20T12:30', 'Belt changed'],
    ['yesterday 14:00 Belt changed', 'en', '2026-11-19T13:00', 'Belt changed'],
    ['On Monday at 8:15 am, belt changed', 'en', '2026-11-16T07:15', 'belt changed'],
    ['11/2 7:00 Belt changed', 'en', '2026-11-02T06:00', 'Belt changed'],
    ['gestern um 14 Uhr Riemen gewechselt', 'de', '2026-11-19T13:00', 'Riemen gewechselt'],
    ['vorgestern 7:05 Riemen gewechselt', 'de', '2026-11-18T06:05', 'Riemen gewechselt'],
    ['ayer a las 14:00 correa cambiada', 'es', '2026-11-19T13:00', 'correa cambiada'],
    ['कल 14:00 पट्टा बदला', 'hi', '2026-11-19T13:00', 'पट्टा बदला'],
  ])('%s', (text, language, at, content) => {
    expect(read(text, language)).toMatchObject({ content, happened_at: `${at}:00.000Z` })
  })

  test('with its day at the end of the first line stays in the sentence', () => {
    expect(read('Belt changed yesterday at 14:00.\nNew one ordered')).toMatchObject({
      content: 'Belt changed yesterday at 14:00.\nNew one ordered',
      happened_at: '2026-11-19T13:00:00.000Z',
      phrase: 'yesterday at 14:00',
    })
  })

  test('without its day is that of last night, if that is not long ago', () => {
    const early = Date.parse('2026-11-20T05:00:00Z')
    expect(read('23:50 Alarm', 'en', early).happened_at).toBe('2026-11-19T22:50:00.000Z')
    expect(read('15:00 Alarm', 'en', early).happened_at).toBeNull()
  })

  test.each([
    ...['15:00 Delivery expected', 'Bay 2 free since 9:40', 'Came off at 1:58 PM, 22 minutes over plan', '9:40'],
    ...['Yesterday was busy', 'tomorrow 9:00 Delivery', '25:70 parts', '3 pads changed', ''],
  ])('is not read into: %s', text => {
    expect(read(text)).toEqual({ content: text, whole: text, happened_at: null, phrase: null, labels: [] })
  })
})

describe('Labels in the text of a log', () => {
  test('leave its beginning and its end, and stay as words between others', () => {
    expect(read('Ticket 4182 came off #over-plan #Bay_free')).toMatchObject({
      content: 'Ticket 4182 came off',
      labels: [over, free],
    })
    expect(read('#bayfree Ticket came off')).toMatchObject({ content: 'Ticket came off', labels: [free] })
    expect(read('Marked #over-plan by hand')).toMatchObject({ content: 'Marked Over plan by hand', labels: [over] })
    expect(read('#bayfree yesterday 14:00 Empty')).toMatchObject({
      content: 'Empty',
      happened_at: '2026-11-19T13:00:00.000Z',
    })
  })

  test('that the logbook does not have stay as they are, as do headings', () => {
    for (const text of ['Ticket #4182 is done', '# Handover\n\n- [ ] Lights', 'See a#bayfree', '#bay'])
      expect(read(text)).toMatchObject({ content: text, labels: [] })
  })
})
