import type { Language } from '../contract/common'
import type { NamedRange } from './day-ranges'

/** What people write for spans of days in a search, as alternatives of regular expressions in lower case. */
export interface SearchDayWords {
  ranges: Readonly<Record<Exclude<NamedRange, 'today' | 'yesterday'>, string>>
  /** With the number of days as its group. */
  lastDays: string
  /** Before one day. */
  on: string
  /** Before the first of two days. */
  from: string
  /** Between two days. */
  through: string
  /** Before or after a day: until now. */
  since: { before: string } | { after: string }
  /** Between a day, a month and a year. */
  of: string
  /** Behind the number of a day. */
  ordinal: string
}

export const searchDayWords: Readonly<Record<Language, SearchDayWords>> = {
  en: {
    ranges: { thisWeek: 'this week', lastWeek: 'last week', thisMonth: 'this month', lastMonth: 'last month' },
    lastDays: '(?:in )?(?:the )?(?:last|past) (\\d{1,3}) days?',
    on: 'on',
    from: 'from|between',
    through: ' (?:to|until|till|through|and) | ?[-–] ?',
    since: { before: 'since' },
    of: ' of',
    ordinal: 'st|nd|rd|th',
  },
  de: {
    ranges: {
      thisWeek: '(?:in )?diese[r]? woche',
      lastWeek: '(?:in der )?(?:letzte|vorige|vergangene)[nr]? woche',
      thisMonth: '(?:in )?diese[nm]? monat',
      lastMonth: '(?:im )?(?:letzte|vorige|vergangene)[nm]? monat',
    },
    lastDays: '(?:in )?(?:den |die )?letzten? (\\d{1,3}) tagen?',
    on: 'am|vom',
    from: 'vom|von|ab',
    through: ' (?:bis|bis zum|und) | ?[-–] ?',
    since: { before: 'seit|seit dem' },
    of: '',
    ordinal: '\\.',
  },
  es: {
    ranges: {
      thisWeek: 'esta semana',
      lastWeek: '(?:la )?semana pasada|(?:la )?última semana',
      thisMonth: 'este mes',
      lastMonth: '(?:el )?mes pasado|(?:el )?último mes',
    },
    lastDays: '(?:en )?(?:los )?últimos (\\d{1,3}) días?',
    on: 'el',
    from: 'del|desde el|entre el|de',
    through: ' (?:a|al|hasta|hasta el|y el) | ?[-–] ?',
    since: { before: 'desde|desde el' },
    of: ' de',
    ordinal: 'º',
  },
  hi: {
    ranges: {
      thisWeek: 'इस (?:हफ़्ते|हफ्ते|सप्ताह)',
      lastWeek: 'पिछले (?:हफ़्ते|हफ्ते|सप्ताह)',
      thisMonth: 'इस महीने',
      lastMonth: 'पिछले महीने',
    },
    lastDays: 'पिछले (\\d{1,3}) दिन(?:ों)?(?: में)?',
    on: '',
    from: '',
    through: ' से | ?[-–] ?',
    since: { after: 'से' },
    of: '',
    ordinal: '',
  },
}
