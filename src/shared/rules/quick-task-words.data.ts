import type { Language } from '../contract/common'
import type { TaskPriority } from '../contract/tasks/task'

interface DayPart {
  /** Behind the name of a day. */
  behind: string
  /** As words that mean today, or null. */
  today: string | null
  minutes: number
}

const part = (behind: string, today: string | null, hour: number): DayPart => ({ behind, today, minutes: hour * 60 })

/** What people write for times, durations and urgency, as alternatives of regular expressions in lower case. */
export interface QuickWords {
  today: string
  tomorrow: string
  dayAfterTomorrow: string
  yesterday: string
  dayBeforeYesterday: string
  /** Monday first. */
  weekdays: readonly string[]
  /** Before a weekday: the one of the following week. */
  next: string
  /** Before a date, a weekday or a time. */
  on: string
  inDays: string
  inWeeks: string
  /** A time from now on: in so many minutes or hours, in one hour, and in half an hour. */
  inMinutes: string
  inHours: string
  inAnHour: string
  inHalfAnHour: string
  /** Parts of a day, and when each begins, in minutes after midnight. */
  parts: readonly DayPart[]
  /** An hour without minutes and without what is after it. */
  bareHour: string
  minutes: string
  hours: string
  /** After an hour without minutes. */
  oClock: string
  /** An hour of the afternoon or evening, with the hour and its minutes as the groups. */
  afternoon: string
  /** Dates with a stroke or a dot name the month first. */
  isMonthFirst: boolean
  priorities: Readonly<Record<TaskPriority, string>>
}

export const quickWords: Readonly<Record<Language, QuickWords>> = {
  en: {
    today: 'today',
    tomorrow: 'tomorrow|tmrw',
    dayAfterTomorrow: 'day after tomorrow',
    yesterday: 'yesterday',
    dayBeforeYesterday: '(?:the )?day before yesterday',
    weekdays: [
      ...['mon(?:day)?', 'tue(?:s|sday)?', 'wed(?:nesday)?', 'thu(?:rs|rsday)?'],
      ...['fri(?:day)?', 'sat(?:urday)?', 'sun(?:day)?'],
    ],
    next: 'next',
    on: 'on|by|at|due|until|for',
    inDays: 'in (\\d{1,3}) days?',
    inWeeks: 'in (\\d{1,2}) weeks?',
    inMinutes: 'in (\\d{1,3}) ?(?:mins?|minutes?)',
    inHours: 'in (\\d{1,2}(?:[.,]\\d)?) ?(?:h|hrs?|hours?)',
    inAnHour: 'in (?:an|one) hour',
    inHalfAnHour: 'in half an hour',
    parts: [
      part('(?:in the )?morning', 'this morning', 9),
      part('(?:at )?(?:noon|midday|lunchtime)', 'at (?:noon|midday|lunchtime)', 12),
      part('(?:in the )?afternoon', 'this afternoon', 15),
      part('(?:in the )?evening|(?:at )?night', 'this evening|tonight', 19),
    ],
    // Only where a sentence can go on, because places have numbers too.
    bareHour: 'at (\\d{1,2})(?=\\s*(?:$|[,;.!?])|\\s+(?:to|that|and|about|for|on|in|by|with)\\s)',
    minutes: 'min|mins|minutes?',
    hours: 'h|hrs?|hours?',
    oClock: "o['’]clock",
    afternoon: "(\\d{1,2})(?::(\\d{2}))?(?: o['’]clock)? in the (?:afternoon|evening)",
    isMonthFirst: true,
    priorities: { urgent: 'urgent', high: 'high', normal: 'normal', low: 'low' },
  },
  de: {
    today: 'heute',
    tomorrow: 'morgen',
    dayAfterTomorrow: 'übermorgen',
    yesterday: 'gestern',
    dayBeforeYesterday: 'vorgestern',
    weekdays: [
      ...['mo(?:ntag)?', 'di(?:enstag)?', 'mi(?:ttwoch)?', 'do(?:nnerstag)?'],
      ...['fr(?:eitag)?', 'sa(?:mstag)?|sonnabend', 'so(?:nntag)?'],
    ],
    next: 'nächsten?|kommenden?',
    on: 'am|bis|um|bis zum|ab|für',
    inDays: 'in (\\d{1,3}) tag(?:en)?',
    inWeeks: 'in (\\d{1,2}) wochen?',
    inMinutes: 'in (\\d{1,3}) ?(?:min|minuten?)',
    inHours: 'in (\\d{1,2}(?:[.,]\\d)?) ?(?:h|std|stunden?)',
    inAnHour: 'in (?:einer|1) stunde',
    inHalfAnHour: 'in einer halben stunde',
    parts: [
      part('früh|morgens|vormittags?', 'heute morgen', 9),
      part('mittags?', 'am mittag', 12),
      part('nachmittags?', 'am nachmittag', 15),
      part('abends?', 'am abend', 19),
    ],
    bareHour: 'um (\\d{1,2})',
    minutes: 'min|minuten?',
    hours: 'h|std|stunden?',
    oClock: 'uhr',
    afternoon: '(\\d{1,2})(?::(\\d{2}))?(?: uhr)? (?:nachmittags|abends|am nachmittag|am abend)',
    isMonthFirst: false,
    priorities: { urgent: 'dringend', high: 'hoch', normal: 'normal', low: 'niedrig' },
  },
  es: {
    today: 'hoy',
    tomorrow: 'mañana',
    dayAfterTomorrow: 'pasado mañana',
    yesterday: 'ayer',
    dayBeforeYesterday: 'anteayer|antier|antes de ayer',
    weekdays: ['lunes', 'martes', 'miércoles|miercoles', 'jueves', 'viernes', 'sábado|sabado', 'domingo'],
    next: 'próximo|proximo',
    on: 'el|para el|para|a las|a la|hasta el',
    inDays: 'en (\\d{1,3}) días?',
    inWeeks: 'en (\\d{1,2}) semanas?',
    inMinutes: '(?:en|dentro de) (\\d{1,3}) ?(?:min|minutos?)',
    inHours: '(?:en|dentro de) (\\d{1,2}(?:[.,]\\d)?) ?(?:h|horas?)',
    inAnHour: '(?:en|dentro de) una hora',
    inHalfAnHour: '(?:en|dentro de) media hora',
    parts: [
      part('(?:por|a|en) la mañana|temprano', 'esta mañana', 9),
      part('al? mediodía', 'al mediodía', 12),
      part('(?:por|a|en) la tarde', 'esta tarde', 16),
      part('(?:por|a|en) la noche', 'esta noche', 20),
    ],
    bareHour: 'a las? (\\d{1,2})',
    minutes: 'min|minutos?',
    hours: 'h|horas?',
    oClock: 'h',
    afternoon: '(\\d{1,2})(?::(\\d{2}))? ?h? de la (?:tarde|noche)',
    isMonthFirst: false,
    priorities: { urgent: 'urgente', high: 'alta', normal: 'normal', low: 'baja' },
  },
  hi: {
    today: 'आज',
    tomorrow: 'कल',
    dayAfterTomorrow: 'परसों',
    yesterday: 'कल',
    dayBeforeYesterday: 'परसों',
    weekdays: ['सोमवार', 'मंगलवार', 'बुधवार', 'गुरुवार|बृहस्पतिवार', 'शुक्रवार', 'शनिवार', 'रविवार'],
    next: 'अगले',
    on: 'को|तक',
    inDays: '(\\d{1,3}) दिन में',
    inWeeks: '(\\d{1,2}) हफ़्ते में',
    inMinutes: '(\\d{1,3}) ?मिनट (?:में|बाद)',
    inHours: '(\\d{1,2}(?:[.,]\\d)?) ?(?:घंटे|घंटा|घंटों) (?:में|बाद)',
    inAnHour: 'एक घंटे (?:में|बाद)',
    inHalfAnHour: 'आधे घंटे (?:में|बाद)',
    parts: [part('सुबह', null, 9), part('दोपहर', null, 13), part('शाम', null, 18), part('रात', null, 20)],
    bareHour: '(?!)',
    minutes: 'min|मिनट',
    hours: 'h|घंटे|घंटा',
    oClock: 'बजे',
    afternoon: '(?:दोपहर|शाम|रात)(?: को| के)? (\\d{1,2})(?::(\\d{2}))?(?: बजे)?',
    isMonthFirst: false,
    priorities: { urgent: 'ज़रूरी', high: 'ऊँची', normal: 'सामान्य', low: 'कम' },
  },
}
