import type { Language } from '../contract/common'
import type { TaskPriority } from '../contract/tasks/task'

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
    today: 'today|tonight',
    tomorrow: 'tomorrow|tmrw',
    dayAfterTomorrow: 'day after tomorrow',
    yesterday: 'yesterday',
    dayBeforeYesterday: '(?:the )?day before yesterday',
    weekdays: [
      ...['mon(?:day)?', 'tue(?:s|sday)?', 'wed(?:nesday)?', 'thu(?:rs|rsday)?'],
      ...['fri(?:day)?', 'sat(?:urday)?', 'sun(?:day)?'],
    ],
    next: 'next',
    on: 'on|by|at|due|until',
    inDays: 'in (\\d{1,3}) days?',
    inWeeks: 'in (\\d{1,2}) weeks?',
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
    on: 'am|bis|um|bis zum|ab',
    inDays: 'in (\\d{1,3}) tag(?:en)?',
    inWeeks: 'in (\\d{1,2}) wochen?',
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
    on: 'el|para el|a las|a la|hasta el',
    inDays: 'en (\\d{1,3}) días?',
    inWeeks: 'en (\\d{1,2}) semanas?',
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
    minutes: 'min|मिनट',
    hours: 'h|घंटे|घंटा',
    oClock: 'बजे',
    afternoon: '(?:दोपहर|शाम|रात)(?: को| के)? (\\d{1,2})(?::(\\d{2}))?(?: बजे)?',
    isMonthFirst: false,
    priorities: { urgent: 'ज़रूरी', high: 'ऊँची', normal: 'सामान्य', low: 'कम' },
  },
}
