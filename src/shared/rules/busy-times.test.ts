import ical from 'ical.js'
import { expect, test } from 'vitest'
import { busyTimesIn, NotACalendar } from './busy-times'

const range = {
  from: Date.parse('2026-11-20T00:00:00Z'),
  to: Date.parse('2027-11-20T00:00:00Z'),
  zone: 'Europe/Berlin',
}
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Dentist', ...lines, 'END:VEVENT']
const times = (text: string, more: Partial<typeof range> = {}) =>
  busyTimesIn(text, { ical, ...range, ...more }).map(({ start, end }) => `${start.slice(0, 16)} ${end.slice(0, 16)}`)

test('Events in UTC, in a named zone, in one that the file describes, and without a zone are busy times', () => {
  expect(times(calendar(...event('DTSTART:20261123T100000Z', 'DTEND:20261123T110000Z')))).toEqual([
    '2026-11-23T10:00 2026-11-23T11:00',
  ])
  expect(times(calendar(...event('DTSTART;TZID=Asia/Kolkata:20261123T100000', 'DURATION:PT45M')))).toEqual([
    '2026-11-23T04:30 2026-11-23T05:15',
  ])
  const zone = ['BEGIN:VTIMEZONE', 'TZID:Yard time', 'BEGIN:STANDARD', 'DTSTART:19700101T000000']
  const described = [...zone, 'TZOFFSETFROM:+0300', 'TZOFFSETTO:+0300', 'END:STANDARD', 'END:VTIMEZONE']
  expect(
    times(
      calendar(
        ...described,
        ...event('DTSTART;TZID=Yard time:20261123T100000', 'DTEND;TZID=Yard time:20261123T110000'),
      ),
    ),
  ).toEqual(['2026-11-23T07:00 2026-11-23T08:00'])
  expect(times(calendar(...event('DTSTART:20261123T100000', 'DTEND:20261123T110000')))).toEqual([
    '2026-11-23T09:00 2026-11-23T10:00',
  ])
})

test('A whole day lasts from midnight to midnight of the person, over a change of clocks too', () => {
  expect(times(calendar(...event('DTSTART;VALUE=DATE:20270328', 'DTEND;VALUE=DATE:20270329')))).toEqual([
    '2027-03-27T23:00 2027-03-28T22:00',
  ])
})

test('A rule is followed with its exceptions and moved occurrences, within the range', () => {
  const weekly = event(
    'DTSTART:20261102T100000Z',
    'DTEND:20261102T110000Z',
    'RRULE:FREQ=WEEKLY;COUNT=6',
    'EXDATE:20261130T100000Z',
  )
  const moved = event('RECURRENCE-ID:20261123T100000Z', 'DTSTART:20261124T150000Z', 'DTEND:20261124T160000Z')
  expect(times(calendar(...weekly, ...moved))).toEqual([
    '2026-11-24T15:00 2026-11-24T16:00',
    '2026-12-07T10:00 2026-12-07T11:00',
  ])
})

test('What takes no time is left out, and what overlaps becomes one time', () => {
  const at = ['DTSTART:20261123T100000Z', 'DTEND:20261123T110000Z']
  const free = [
    event(...at, 'TRANSP:TRANSPARENT'),
    event(...at, 'STATUS:CANCELLED'),
    event(...at, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'),
    event('DTSTART:20251123T100000Z', 'DTEND:20251123T110000Z'),
    event('DTSTART:20261123T110000Z', 'DTEND:20261123T100000Z'),
  ]
  expect(times(calendar(...free.flat()))).toEqual([])
  const later = event('DTSTART:20261123T103000Z', 'DTEND:20261123T120000Z')
  expect(times(calendar(...event(...at), ...later))).toEqual(['2026-11-23T10:00 2026-11-23T12:00'])
})

test('Free and busy times that a program publishes are read, those that are free are not', () => {
  const lines = [
    'BEGIN:VFREEBUSY',
    'FREEBUSY;FBTYPE=BUSY:20261123T100000Z/PT1H',
    'FREEBUSY;FBTYPE=FREE:20261124T100000Z/PT1H',
  ]
  expect(times(calendar(...lines, 'END:VFREEBUSY'))).toEqual(['2026-11-23T10:00 2026-11-23T11:00'])
})

test('A rule without an end stops at the end of the range, and at 5,000 times', () => {
  const hourly = event('DTSTART:20261120T000000Z', 'DTEND:20261120T001000Z', 'RRULE:FREQ=HOURLY')
  expect(times(calendar(...hourly))).toHaveLength(5_000)
  const secondly = event('DTSTART:19700101T000000Z', 'DTEND:19700101T000001Z', 'RRULE:FREQ=SECONDLY')
  expect(times(calendar(...secondly))).toEqual([])
})

test('A file that is no calendar says so', () => {
  for (const text of ['', 'Hello', '{}', 'BEGIN:VCARD\r\nEND:VCARD\r\n'])
    expect(() => times(text), text).toThrow(NotACalendar)
})
