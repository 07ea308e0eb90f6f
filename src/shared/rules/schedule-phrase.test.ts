import { describe, expect, test } from 'vitest'
import { type PhraseSchedule, parseSchedulePhrase } from './schedule-phrase'

const none: PhraseSchedule = {
  minute_interval: null,
  instruction_schedule: null,
  allowed_time_ranges: [],
  allowed_weekdays: null,
}
const scheduleIn = (sentence: string) => parseSchedulePhrase(sentence)?.schedule
const every = (minute_interval: number, more: Partial<PhraseSchedule> = {}) => ({ ...none, minute_interval, ...more })
const cron = (instruction_schedule: string) => ({ ...none, instruction_schedule })
const between = (from_time: string, to_time: string) => ({ allowed_time_ranges: [{ from_time, to_time }] })

describe('A schedule in an English sentence [D28] [1.7]', () => {
  test.each([
    ['every minute look at the gate', 1],
    ['Every 10 minutes, look at the gate', 10],
    ['look at the gate every 5 min', 5],
    ['every fifteen minutes', 15],
    ['every half hour', 30],
    ['every half an hour', 30],
    ['every quarter of an hour', 15],
    ['every hour', 60],
    ['hourly', 60],
    ['once an hour', 60],
    ['every other hour', 120],
    ['every 3 hours', 180],
  ])('“%s” is an interval', (sentence, minutes) => {
    expect(scheduleIn(sentence)).toEqual(every(minutes))
  })

  test.each([
    ['every day at 9', '0 9 * * *'],
    ['daily at 9:30', '30 9 * * *'],
    ['each day at 7 pm', '0 19 * * *'],
    ['every day at 12am', '0 0 * * *'],
    ['every day at noon', '0 12 * * *'],
    ['every day at midnight', '0 0 * * *'],
    ['every day at 9, 12 and 17', '0 9,12,17 * * *'],
    ['every day', '0 9 * * *'],
    ['every morning', '0 9 * * *'],
    ['every morning at 8', '0 8 * * *'],
    ['every evening at 8', '0 20 * * *'],
    ['every day at 8 in the evening', '0 20 * * *'],
    ['every night', '0 22 * * *'],
    ['every night at 2', '0 2 * * *'],
    ['every weekday at 9', '0 9 * * 1-5'],
    ['on weekdays at 9.15', '15 9 * * 1-5'],
    ['weekdays at 9 am', '0 9 * * 1-5'],
    ['every working day at 8:00', '0 8 * * 1-5'],
    ['at 10 on weekends', '0 10 * * 6,0'],
    ['Mondays at 9', '0 9 * * 1'],
    ['every Monday at 9', '0 9 * * 1'],
    ['on Mondays and Thursdays at 16:00', '0 16 * * 1,4'],
    ['every Monday, Wednesday and Friday at 7', '0 7 * * 1,3,5'],
    ['every Sunday at 10', '0 10 * * 0'],
    ['Monday to Friday at 9', '0 9 * * 1-5'],
    ['from Mon-Thu at 9', '0 9 * * 1,2,3,4'],
    ['every Friday to Monday at 6', '0 6 * * 1,5,6,0'],
  ])('“%s” is at times of a day', (sentence, expression) => {
    expect(scheduleIn(sentence)).toEqual(cron(expression))
  })

  test.each([
    ['every 10 minutes from 9 to 17', every(10, between('09:00', '17:00'))],
    ['every 10 minutes from 9 to 5', every(10, between('09:00', '17:00'))],
    ['every 10 minutes between 9am and 5pm', every(10, between('09:00', '17:00'))],
    ['hourly from 22:00 to 6:00', every(60, between('22:00', '06:00'))],
    ['hourly from 10 pm until 6', every(60, between('22:00', '06:00'))],
    ['hourly from 8 to 10 pm', every(60, between('20:00', '22:00'))],
    ['hourly from 8 to midnight', every(60, between('08:00', '00:00'))],
    [
      'every 5 minutes on weekdays from 8 to 18',
      every(5, { ...between('08:00', '18:00'), allowed_weekdays: [1, 2, 3, 4, 5] }),
    ],
    ['every hour on Saturdays and Sundays', every(60, { allowed_weekdays: [6, 7] })],
    ['every day from 9 to 17', every(1_440, between('09:00', '17:00'))],
  ])('“%s” is within hours or days', (sentence, schedule) => {
    expect(scheduleIn(sentence)).toEqual(schedule)
  })

  test('times with different minutes are one run in each of their minutes', () => {
    expect(scheduleIn('weekdays at 9:00 and 17:30')).toEqual(
      every(1_440, {
        allowed_time_ranges: [
          { from_time: '09:00', to_time: '09:01' },
          { from_time: '17:30', to_time: '17:31' },
        ],
        allowed_weekdays: [1, 2, 3, 4, 5],
      }),
    )
  })

  test.each([
    [
      'every weekday at 9 look at the Yard camera and write to the Yard log whether the gate is open',
      'look at the Yard camera and write to the Yard log whether the gate is open',
      true,
    ],
    ['Look at the Yard camera every 10 minutes from 8 to 18, please.', 'Look at the Yard camera', false],
    ['look at 2 cameras every day at 9 and count the bikes', 'look at 2 cameras and count the bikes', false],
    ['Count the bikes, every hour', 'Count the bikes', false],
    ['Every hour, then count the bikes at 3 gates', 'count the bikes at 3 gates', true],
  ])('the rest of “%s” is what is to be done', (sentence, rest, isFirst) => {
    expect(parseSchedulePhrase(sentence)).toMatchObject({ rest, isFirst })
  })

  test.each([
    'Is the gate open?',
    'What was logged on Monday?',
    'look at the gate at 9',
    'every so often look at the gate',
    'every zillion minutes',
    'every 0 minutes',
    'every day at 25',
    'every day at 9:75',
    'every hour from 9 to 30',
    '',
    `every hour ${'and '.repeat(1_000)}`,
  ])('“%s” says none', sentence => {
    expect(parseSchedulePhrase(sentence)).toBeNull()
  })

  test('a long text full of times is read quickly', () => {
    const began = performance.now()
    parseSchedulePhrase('every monday, '.repeat(140))
    parseSchedulePhrase('at 9, 9, '.repeat(200))
    expect(performance.now() - began).toBeLessThan(500)
  })
})

describe('A schedule in a sentence of another language [D28] [1.7]', () => {
  test.each([
    ['de', 'Alle 10 Minuten in die Kamera Hof schauen', every(10), 'in die Kamera Hof schauen'],
    ['de', 'jede halbe Stunde', every(30), ''],
    ['de', 'stündlich von 9 bis 18 Uhr das Tor prüfen', every(60, between('09:00', '18:00')), 'das Tor prüfen'],
    ['de', 'jeden Tag um 9 Uhr', cron('0 9 * * *'), ''],
    ['de', 'täglich um 9, 12 und 17 Uhr', cron('0 9,12,17 * * *'), ''],
    ['de', 'werktags um 8:30 Uhr das Logbuch zusammenfassen', cron('30 8 * * 1-5'), 'das Logbuch zusammenfassen'],
    ['de', 'jeden Montag und Donnerstag um 16 Uhr', cron('0 16 * * 1,4'), ''],
    ['de', 'montags um 7', cron('0 7 * * 1'), ''],
    ['de', 'von Montag bis Freitag um 9 Uhr', cron('0 9 * * 1-5'), ''],
    ['de', 'jeden Abend um 8', cron('0 20 * * *'), ''],
    ['es', 'cada 15 minutos mira la cámara Patio', every(15), 'mira la cámara Patio'],
    ['es', 'cada hora de 9 a 18', every(60, between('09:00', '18:00')), ''],
    ['es', 'todos los días a las 9', cron('0 9 * * *'), ''],
    ['es', 'todos los días a las 5 de la tarde', cron('0 17 * * *'), ''],
    ['es', 'de lunes a viernes a las 9:15', cron('15 9 * * 1-5'), ''],
    ['es', 'los lunes y jueves a las 16', cron('0 16 * * 1,4'), ''],
    ['es', 'entre semana a las 8 resume el registro', cron('0 8 * * 1-5'), 'resume el registro'],
    ['hi', 'हर 10 मिनट गेट देखो', every(10), 'गेट देखो'],
    ['hi', 'हर घंटे 9 से 18 बजे तक', every(60, between('09:00', '18:00')), ''],
    ['hi', 'हर दिन सुबह 9 बजे', cron('0 9 * * *'), ''],
    ['hi', 'हर सोमवार को शाम 6 बजे', cron('0 18 * * 1'), ''],
    ['hi', 'सोमवार से शुक्रवार तक 9 बजे', cron('0 9 * * 1-5'), ''],
  ] as const)('%s: “%s”', (language, sentence, schedule, rest) => {
    expect(parseSchedulePhrase(sentence, language)).toMatchObject({ schedule, rest })
  })

  test.each([
    ['de', 'Wann war das Tor zuletzt offen?'],
    ['de', 'Was steht am Montag um 9 Uhr an?'],
    ['es', '¿Qué pasó a las 9?'],
    ['hi', 'गेट कब खुला था?'],
  ] as const)('%s: “%s” has none', (language, sentence) => {
    expect(parseSchedulePhrase(sentence, language)).toBeNull()
  })
})
