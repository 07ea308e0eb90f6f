import { describe, expect, test } from 'vitest'
import type { Language } from '../contract/common'
import { daysInSearch } from './search-days'

/** A Friday. */
const today = '2026-11-20'
const read = (text: string, language: Language = 'en') => {
  const found = daysInSearch(text, { language, today })
  return found && [found.rest, found.range.from, found.range.to]
}

describe('Days in a search', () => {
  test.each([
    ['door today', 'door', '2026-11-20', '2026-11-20'],
    ['yesterday door', 'door', '2026-11-19', '2026-11-19'],
    ['door Last Week alarm', 'door alarm', '2026-11-09', '2026-11-15'],
    ['door this month', 'door', '2026-11-01', '2026-11-20'],
    ['door since Monday', 'door', '2026-11-16', '2026-11-20'],
    ['door on Friday', 'door', '2026-11-20', '2026-11-20'],
    ['door saturday', 'door', '2026-11-14', '2026-11-14'],
    ['door in the last 7 days', 'door', '2026-11-14', '2026-11-20'],
    ['door 12 to 14 November', 'door', '2026-11-12', '2026-11-14'],
    ['door 12-14 November', 'door', '2026-11-12', '2026-11-14'],
    ['door from Monday to Wednesday', 'door', '2026-11-16', '2026-11-18'],
    ['door Saturday to Monday', 'door', '2026-11-14', '2026-11-16'],
    ['door Thursday to Monday', 'door', '2026-11-12', '2026-11-16'],
    ['door 3rd of December', 'door', '2025-12-03', '2025-12-03'],
    ['door Nov 3, 2024', 'door', '2024-11-03', '2024-11-03'],
    ['door 2026-11-01 to 2026-11-05', 'door', '2026-11-01', '2026-11-05'],
    ['door 11/3/2026', 'door', '2026-11-03', '2026-11-03'],
  ])('English: %s', (text, rest, from, to) => expect(read(text)).toEqual([rest, from, to]))

  test.each<[Language, string, string, string, string]>([
    ['de', 'Tür letzte Woche', 'Tür', '2026-11-09', '2026-11-15'],
    ['de', 'Tür seit Montag', 'Tür', '2026-11-16', '2026-11-20'],
    ['de', 'Tür vom 12. bis 14. November', 'Tür', '2026-11-12', '2026-11-14'],
    ['de', 'Tür am 3.11.2026', 'Tür', '2026-11-03', '2026-11-03'],
    ['de', 'Tür 12.11. bis 14.11.', 'Tür', '2026-11-12', '2026-11-14'],
    ['de', 'Tür vorgestern', 'Tür', '2026-11-18', '2026-11-18'],
    ['de', 'door yesterday', 'door', '2026-11-19', '2026-11-19'],
    ['es', 'puerta la semana pasada', 'puerta', '2026-11-09', '2026-11-15'],
    ['es', 'puerta desde el lunes', 'puerta', '2026-11-16', '2026-11-20'],
    ['es', 'puerta del 12 al 14 de noviembre', 'puerta', '2026-11-12', '2026-11-14'],
    ['es', 'puerta el 3 de diciembre de 2024', 'puerta', '2024-12-03', '2024-12-03'],
    ['es', 'puerta ayer', 'puerta', '2026-11-19', '2026-11-19'],
    ['hi', 'दरवाज़ा आज', 'दरवाज़ा', '2026-11-20', '2026-11-20'],
    ['hi', 'दरवाज़ा पिछले सप्ताह', 'दरवाज़ा', '2026-11-09', '2026-11-15'],
    ['hi', 'दरवाज़ा सोमवार से', 'दरवाज़ा', '2026-11-16', '2026-11-20'],
    ['hi', 'दरवाज़ा 12 से 14 नवंबर', 'दरवाज़ा', '2026-11-12', '2026-11-14'],
  ])('%s: %s', (language, text, rest, from, to) => expect(read(text, language)).toEqual([rest, from, to]))

  test.each(['today', 'since Monday', '"last week" report', 'door -today', 'monday.com', 'door 14 to 12 November', ''])(
    'are not read from %j',
    text => expect(read(text)).toBeNull(),
  )

  test('are read from the words as they were typed, in long texts not at all', () => {
    expect(daysInSearch('door  Since  Monday', { language: 'en', today })?.said).toBe('Since Monday')
    expect(read(`today ${'door '.repeat(100)}`)).toBeNull()
  })
})
