import type { ScheduleRule } from './job-schedule'

/** When a schedule runs, before its limits. Times are `HH:MM` in the zone of the schedule, in order. */
export type ScheduleTiming =
  | { readonly kind: 'once'; readonly at: string }
  | { readonly kind: 'interval'; readonly minutes: number }
  | { readonly kind: 'hourly'; readonly minute: number }
  | { readonly kind: 'daily'; readonly times: readonly string[] }
  | { readonly kind: 'weekly'; readonly weekdays: WeekdaySet; readonly times: readonly string[] }
  | { readonly kind: 'monthly'; readonly day: number; readonly times: readonly string[] }
  /** An expression that has no simpler description. */
  | { readonly kind: 'cron'; readonly expression: string }

/** A known set, or weekdays from 1 (Monday) to 7 in order. */
export type WeekdaySet = 'every-day' | 'weekdays' | 'weekend' | readonly number[]

/** What a person reads about a schedule, without words of any language. */
export interface ScheduleDescription {
  readonly timing: ScheduleTiming
  /** `HH:MM`; without ranges, the whole day. */
  readonly ranges: readonly { readonly from: string; readonly to: string }[]
  readonly weekdays: WeekdaySet
  /** An IANA zone by its present name. */
  readonly zone: string
  /** The last possible instant. */
  readonly until: string | null
  readonly maxExecutions: number | null
  readonly isInWorkingHours: boolean
}

/** Describes a schedule [D28]. A one-time run ignores ranges, weekdays and working hours, so it has none of them. */
export function describeSchedule(rule: ScheduleRule): ScheduleDescription {
  const isOnce = rule.instruction_one_time !== null
  return {
    timing: describeTiming(rule),
    ranges: isOnce ? [] : rule.allowed_time_ranges.map(({ from_time, to_time }) => ({ from: from_time, to: to_time })),
    weekdays: isOnce ? 'every-day' : weekdaySet(rule.allowed_weekdays ?? everyDay),
    zone: presentZoneName(rule.timezone),
    until: rule.instruction_valid_till,
    maxExecutions: rule.instruction_max_executions,
    isInWorkingHours: !isOnce && rule.working_hours !== null,
  }
}

/** Names that some browsers and systems still report, and the present ones. */
const renamedZones: Readonly<Record<string, string>> = {
  'africa/asmera': 'Africa/Asmara',
  'america/buenos_aires': 'America/Argentina/Buenos_Aires',
  'america/godthab': 'America/Nuuk',
  'america/indianapolis': 'America/Indiana/Indianapolis',
  'asia/calcutta': 'Asia/Kolkata',
  'asia/katmandu': 'Asia/Kathmandu',
  'asia/rangoon': 'Asia/Yangon',
  'asia/saigon': 'Asia/Ho_Chi_Minh',
  'atlantic/faeroe': 'Atlantic/Faroe',
  'europe/kiev': 'Europe/Kyiv',
  'pacific/truk': 'Pacific/Chuuk',
}

/** The present name of a zone, so that Asia/Calcutta and Asia/Kolkata read the same [9.10a]. */
export const presentZoneName = (zone: string): string => renamedZones[zone.toLowerCase()] ?? zone

const everyDay: readonly number[] = [1, 2, 3, 4, 5, 6, 7]

function weekdaySet(weekdays: readonly number[]): WeekdaySet {
  const sorted = [...new Set(weekdays)].sort((one, other) => one - other)
  const text = sorted.join('')
  if (text === '1234567') return 'every-day'
  if (text === '12345') return 'weekdays'
  if (text === '67') return 'weekend'
  return sorted
}

function describeTiming(rule: ScheduleRule): ScheduleTiming {
  if (rule.instruction_one_time !== null) return { kind: 'once', at: rule.instruction_one_time }
  if (rule.minute_interval !== null) return { kind: 'interval', minutes: rule.minute_interval }
  const expression = rule.instruction_schedule ?? ''
  return describeCron(expression) ?? { kind: 'cron', expression }
}

function describeCron(expression: string): ScheduleTiming | null {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...rest] = expression.trim().split(/\s+/)
  if (rest.length > 0 || month !== '*') return null
  if (hour === '*') return day === '*' && weekday === '*' ? describeHour(minute) : null

  const times = timesOf(minute, hour)
  if (times === null) return null
  if (day === '*' && weekday === '*') return { kind: 'daily', times }
  if (day === '*') {
    const weekdays = parseList(weekday, { min: 0, max: 7, names: weekdayNames })
    if (weekdays === null) return null
    const set = weekdaySet(weekdays.map(number => (number === 0 ? 7 : number)))
    return set === 'every-day' ? { kind: 'daily', times } : { kind: 'weekly', weekdays: set, times }
  }
  const days = parseList(day, { min: 1, max: 31 })
  const [first] = days ?? []
  return weekday === '*' && days?.length === 1 && first !== undefined ? { kind: 'monthly', day: first, times } : null
}

/** Minutes of every hour. Steps that divide the hour are the same all day long. */
function describeHour(minute: string): ScheduleTiming | null {
  if (minute === '*') return { kind: 'interval', minutes: 1 }
  const step = Number(/^\*\/(\d{1,2})$/.exec(minute)?.[1])
  if (step > 0 && 60 % step === 0) return { kind: 'interval', minutes: step }
  const minutes = parseList(minute, { min: 0, max: 59 })
  const [first] = minutes ?? []
  return minutes?.length === 1 && first !== undefined ? { kind: 'hourly', minute: first } : null
}

/** More times than this are not listed. */
const mostTimes = 12

function timesOf(minute: string, hour: string): string[] | null {
  const minutes = parseList(minute, { min: 0, max: 59 })
  const hours = parseList(hour, { min: 0, max: 23 })
  if (minutes === null || hours === null || minutes.length * hours.length > mostTimes) return null
  return hours.flatMap(hourNumber => minutes.map(minuteNumber => `${pad(hourNumber)}:${pad(minuteNumber)}`))
}

const pad = (number: number) => String(number).padStart(2, '0')

const weekdayNames: readonly string[] = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

interface FieldLimits {
  readonly min: number
  readonly max: number
  /** Words for the numbers from 0. */
  readonly names?: readonly string[]
}

/** The numbers of a list of numbers and ranges, in order; null for any other field. */
function parseList(field: string, limits: FieldLimits): number[] | null {
  const numbers = new Set<number>()
  for (const part of field.split(',')) {
    const [first, last = first, ...rest] = part.split('-').map(text => parseNumber(text, limits))
    if (first === undefined || last === undefined || first === null || last === null) return null
    if (rest.length > 0 || last < first) return null
    for (let number = first; number <= last; number += 1) numbers.add(number)
  }
  return [...numbers].sort((one, other) => one - other)
}

function parseNumber(text: string, { min, max, names = [] }: FieldLimits): number | null {
  const name = names.indexOf(text.toUpperCase())
  if (name !== -1) return name
  if (!/^\d{1,2}$/.test(text)) return null
  const number = Number(text)
  return number >= min && number <= max ? number : null
}
