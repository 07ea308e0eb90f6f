import { expect, test } from 'vitest'
import type { ScheduleItem } from '#shared/contract/planning/endpoints'
import { peopleAtWork } from './at-work'

const item = (
  user_id: number,
  type: ScheduleItem['type'],
  from: string,
  to: string,
  more: Partial<ScheduleItem> = {},
) => ({
  ...{ id: `${user_id}.${type}.${from}`, user_id, type, title: '', total_duration: 60, timezone: 'UTC' },
  ...{ start: `2026-11-20T${from}:00Z`, end: `2026-11-20T${to}:00Z`, fixed_start_time: null, start_after_time: null },
  ...{ task_id: null, task_chunk_part: null, task_chunk_count: null, task_deadline_crossedby: 0, color: '' },
  ...{ borderColor: '', color_index: 0, is_busy: false, ...more },
})
const at = (time: string) => Date.parse(`2026-11-20T${time}:00Z`)
const isToday = (time: number) => new Date(time).toISOString().startsWith('2026-11-20')

test('Who works now is in, with what is planned now and next; then come those of later today', () => {
  const found = peopleAtWork(
    [
      item(1, 'working_hours', '13:00', '18:00'),
      item(2, 'working_hours', '08:00', '12:00'),
      item(2, 'task', '09:00', '10:00', { title: 'Brakes' }),
      item(2, 'task', '10:30', '11:00'),
      // Over for today.
      item(3, 'working_hours', '06:00', '09:00'),
      // The clocks of this person are 5:30 ahead: 8:00 to 12:00.
      item(4, 'working_hours', '13:30', '17:30', { timezone: 'Asia/Kolkata' }),
      item(4, 'break', '14:45', '15:15', { timezone: 'Asia/Kolkata' }),
      item(5, 'working_hours', '08:30', '16:00'),
      // Not today.
      item(6, 'working_hours', '08:00', '16:00', { start: '2026-11-21T08:00:00Z', end: '2026-11-21T16:00:00Z' }),
      // Since yesterday.
      item(7, 'working_hours', '22:00', '10:00', { start: '2026-11-19T22:00:00Z' }),
    ],
    at('09:30'),
    isToday,
  )
  expect(found).toEqual([
    { user_id: 7, from: at('22:00') - 86_400_000, to: at('10:00'), isIn: true, now: null, next: null },
    {
      ...{ user_id: 2, from: at('08:00'), to: at('12:00'), isIn: true, next: at('10:30') },
      now: { kind: 'task', title: 'Brakes', to: at('10:00') },
    },
    {
      ...{ user_id: 4, from: at('08:00'), to: at('12:00'), isIn: true, next: null },
      now: { kind: 'break', title: '', to: at('09:45') },
    },
    { user_id: 5, from: at('08:30'), to: at('16:00'), isIn: true, now: null, next: null },
    { user_id: 1, from: at('13:00'), to: at('18:00'), isIn: false, now: null, next: null },
  ])
})
