import { describe, expect, test } from 'vitest'
import { createFormatter } from './format'
import { isIndia } from './preferences'

const now = () => Date.parse('2026-11-20T20:00:00Z')

describe('Dates and times', () => {
  const chicago = createFormatter('en', 'America/Chicago', now)

  test('are Today, Yesterday, otherwise a long US date with its weekday [9.10b]', () => {
    expect(chicago.day('2026-11-20T06:00:00Z')).toBe('Today')
    expect(chicago.day('2026-11-20T05:59:59Z')).toBe('Yesterday')
    expect(chicago.day('2026-11-19T05:59:59Z')).toBe('Wednesday, November 18, 2026')
    expect(chicago.day('2026-11-22T12:00:00Z')).toBe('Sunday, November 22, 2026')
  })

  test('are written h:mm A in English [9.10c]', () => {
    expect(chicago.time('2026-11-20T20:04:00Z')).toBe('2:04 PM')
    expect(chicago.time('2026-11-20T06:05:00Z')).toBe('12:05 AM')
    expect(chicago.dayAndTime('2026-11-19T21:30:00Z')).toBe('Yesterday, 3:30 PM')
  })

  test('in rows and sentences are short, and name the year where it is not this one', () => {
    expect(chicago.shortDay('2026-11-10T05:59:59Z')).toBe('Mon, Nov 9')
    expect(chicago.shortDay('2026-01-01T05:59:59Z')).toBe('Wed, Dec 31, 2025')
    expect(chicago.dayInSentence('2026-11-19')).toBe('Thursday, November 19')
    expect(chicago.dayInSentence('2025-11-19')).toBe('Wednesday, November 19, 2025')
    const german = createFormatter('de', 'Europe/Berlin', now)
    expect([german.shortDay('2026-11-09T12:00:00Z'), german.dayInSentence('2026-11-19')]).toEqual([
      'Mo., 9. Nov.',
      'Donnerstag, 19. November',
    ])
  })

  test('are those of the person’s zone', () => {
    const kolkata = createFormatter('en', 'Asia/Kolkata', now)
    expect(kolkata.day('2026-11-20T20:00:00Z')).toBe('Today')
    expect(kolkata.dayKey('2026-11-20T20:00:00Z')).toBe('2026-11-21')
    expect(kolkata.time('2026-11-20T20:00:00Z')).toBe('1:30 AM')
  })

  test('use the zone of this device when theirs is unknown to it', () => {
    const own = createFormatter('en', Intl.DateTimeFormat().resolvedOptions().timeZone, now)
    const unknown = createFormatter('en', 'Mars/Olympus_Mons', now)
    expect(unknown.dayAndTime('2026-11-20T20:00:00Z')).toBe(own.dayAndTime('2026-11-20T20:00:00Z'))
  })

  test('count calendar days across a change of the clocks', () => {
    const berlin = createFormatter('en', 'Europe/Berlin', () => Date.parse('2026-10-25T23:30:00Z'))
    expect(berlin.day('2026-10-24T22:30:00Z')).toBe('Yesterday')
  })

  test('follow the language', () => {
    const german = createFormatter('de', 'Europe/Berlin', now)
    expect(german.day('2026-11-20T10:00:00Z')).toBe('Heute')
    expect(german.day('2026-11-03T10:00:00Z')).toBe('Dienstag, 3. November 2026')
    expect(german.time('2026-11-20T20:04:00Z')).toBe('21:04')
    const spanish = createFormatter('es', 'Europe/Madrid', now)
    expect(spanish.day('2026-11-19T10:00:00Z')).toBe('Ayer')
    expect(spanish.day('2026-11-03T10:00:00Z')).toBe('martes, 3 de noviembre de 2026')
    expect(spanish.calendarDay('2026-11-03')).toBe('martes, 3 de noviembre de 2026')
    expect(createFormatter('hi', 'Asia/Kolkata', now).day('2026-11-03T10:00:00Z')).toBe('मंगलवार, 3 नवंबर 2026')
    expect(createFormatter('hi', 'Asia/Kolkata', now).day('2026-11-20T20:00:00Z')).toBe('आज')
  })

  test('know India’s zone by both names [9.10a]', () => {
    expect(isIndia('Asia/Kolkata') && isIndia('Asia/Calcutta')).toBe(true)
    expect(isIndia('Asia/Dhaka')).toBe(false)
  })
})
