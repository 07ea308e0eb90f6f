import { z } from 'zod'
import { Day, Id } from '#shared/contract/common'
import type { ScheduleItem } from '#shared/contract/planning/endpoints'
import { linkText } from '#shared/page/references'
import { plainWords, taskAddress } from '../../platform/markdown'
import type { MemberContext } from '../../platform/request-context'
import { nothingRead, type ParsedQuestion, type Tool } from '../../platform/tool'
import { membersByIds } from '../organisations/service'
import { askedTime, clockText, dayText } from './asked-time'
import { planningSayings } from './mate-sayings.data'
import { planningWords } from './mate-words.data'
import { schedule } from './service'

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

const ScheduleInput = z.object({
  user_ids: z.array(Id).min(1).max(10),
  from: Day,
  to: Day,
  from_time: Clock.optional(),
  to_time: Clock.optional(),
})
type ScheduleInput = z.output<typeof ScheduleInput>

interface ItemFact {
  type: ScheduleItem['type']
  /** Local wall times of the person. */
  start: string
  end: string
  task: { id: number; title: string; address: string } | null
  /** Minutes after the deadline of the task. */
  late_minutes: number
}

interface ScheduleFacts {
  people: { id: number; name: string; is_caller: boolean; timezone: string; items: ItemFact[] }[]
  times: { from: string; to: string } | null
  caller_timezone: string
}

/** Mate’s tool for who does what when. */
export const scheduleTool: Tool<ScheduleInput, ScheduleFacts> = {
  name: 'read_schedule',
  description:
    'The schedules of people (`user_ids` from find_people, or the member who asks) on days (`from` and `to`, both included, 14 at most): working hours, breaks, and tasks as they are planned, in local wall times of each person; `from_time` and `to_time` (HH:MM) leave out what lies outside. Planned are today and the 13 days after it.',
  input: ScheduleInput,
  async run(ctx, { user_ids, from, to, from_time, to_time }) {
    const [items, members] = await Promise.all([
      schedule(ctx, { for_user_ids: user_ids, from, to }),
      membersByIds(ctx, user_ids),
    ])
    const isWithin = ({ start, end }: ScheduleItem) =>
      (to_time === undefined || start.slice(11, 16) < to_time) &&
      (from_time === undefined || end.slice(11, 16) > from_time)
    const shown = items.filter(isWithin).sort((one, other) => one.start.localeCompare(other.start))
    const people = members.map(({ id, name }) => {
      const own = shown.filter(item => item.user_id === id)
      return {
        ...{ id, name, is_caller: id === ctx.caller.user_id, items: own.map(itemFact) },
        timezone: items.find(item => item.user_id === id)?.timezone ?? ctx.caller.timezone,
      }
    })
    const tasks = people.flatMap(person => person.items.flatMap(({ task }) => task ?? []))
    const times = from_time && to_time ? { from: from_time, to: to_time } : null
    return {
      facts: { people, times, caller_timezone: ctx.caller.timezone },
      references: tasks.map(({ id, title }) => ({ kind: 'task', id, title })),
      addresses: [scheduleAddress],
      read: { ...nothingRead, people: people.length },
    }
  },
  question: {
    inputFor(ctx, asked) {
      return planningWords[asked.language].schedule.test(asked.text) ? inputOf(ctx, asked) : undefined
    },
    planned: inputOf,
    write({ people, times, caller_timezone }, { language, time }, { locale }) {
      const say = planningSayings[language]
      const when = `${time?.said ?? ''}${times ? `, ${wallClock(times.from, locale)}–${wallClock(times.to, locale)}` : ''}`
      const texts = people.map(person => {
        const tasks = person.items.filter(({ type }) => type === 'task')
        const zone = person.timezone === caller_timezone ? '' : say.inZone(person.timezone)
        const lines = person.items
          .filter(({ type }) => type !== 'working_hours' || tasks.length === 0)
          .map(item => `- ${lineOf(item, time !== undefined && isSeveralDays(time), language, locale)}\n`)
        const isOff = person.items.length === 0
        const state = tasks.length > 0 ? '' : ` ${isOff ? say.dayOff : say.nothing}`
        return `${say.scheduleOf(plainWords(person.name), when)}${state}${zone}\n\n${lines.join('')}`
      })
      const references = people.flatMap(({ items }) => items.flatMap(({ task }) => task ?? []))
      return {
        text: `${texts.join('\n')}\n[${say.openSchedule}](${scheduleAddress})`,
        cited: references.map(({ id, title }) => ({ kind: 'task' as const, id, title })),
      }
    },
  },
}

export const scheduleAddress = '#/home/schedule'

function inputOf(ctx: MemberContext, asked: ParsedQuestion): ScheduleInput {
  const { first, last, time } = askedTime(ctx, asked)
  const people = asked.people.map(({ id }) => id)
  return {
    user_ids: people.length > 0 ? people.slice(0, 10) : [ctx.caller.user_id],
    from: dayText(first),
    to: dayText(Math.min(last, first + 13)),
    ...(time && { from_time: clockText(time.from), to_time: clockText(Math.min(time.to, 1439)) }),
  }
}

const itemFact = ({ type, start, end, task_id, title, task_deadline_crossedby }: ScheduleItem): ItemFact => ({
  ...{ type, start, end, late_minutes: task_deadline_crossedby },
  task: task_id === null ? null : { id: task_id, title, address: taskAddress(task_id) },
})

const isSeveralDays = ({ from, to }: { from: string; to: string }) => Date.parse(to) - Date.parse(from) > 25 * 3_600_000

/** A wall time in words. */
function wallClock(clock: string, locale: string): string {
  return new Date(`2026-01-01T${clock}:00Z`).toLocaleTimeString(locale, { timeStyle: 'short', timeZone: 'UTC' })
}

function lineOf(
  { type, start, end, task, late_minutes }: ItemFact,
  hasDay: boolean,
  language: ParsedQuestion['language'],
  locale: string,
): string {
  const say = planningSayings[language]
  const day = hasDay
    ? `${new Date(start).toLocaleDateString(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })}, `
    : ''
  const times = `${wallClock(start.slice(11, 16), locale)}–${wallClock(end.slice(11, 16), locale)}`
  if (type === 'working_hours') return `${day}${say.works(times)}`
  if (type === 'break') return `${day}${times}: ${say.rest}`
  const late = late_minutes > 0 ? ` – ${say.late(say.duration(late_minutes))}` : ''
  return `${day}${times}: ${task ? `[${linkText(task.title)}](${task.address})` : say.hidden}${late}`
}
