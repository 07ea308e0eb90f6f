import type { Body } from '#shared/contract/endpoint'
import type { explainPlan, getSchedule, PlanReport, ScheduleItem } from '#shared/contract/planning/endpoints'
import { planning as limits } from '#shared/contract/planning/limits'
import { apiError } from '#shared/errors'
import { can } from '#shared/rules/capabilities'
import { type Plan, type PlanInput, planDays, plannedDays } from '#shared/rules/day-planner'
import { proposeMoves } from '#shared/rules/plan-moves'
import { type Span, type WorkingHours, workingSpans } from '#shared/rules/schedule-windows'
import { zoneTime } from '#shared/rules/zone-time'
import type { MemberContext } from '../../platform/request-context'
import { workingHoursOf } from '../schedule/service'
import { membersSeeing, plannableTasks } from '../tasks/service'
import type { PlannedEvent } from './calendars/ical'
import { busyOf } from './calendars/store'
import { busyItems, type DayRange, hoursItems, partItem, type ShownTask } from './items'

const dayLength = 86_400_000

type PlannableTaskRow = Awaited<ReturnType<typeof plannableTasks>>[number]

/** The plan of some people, with what is needed to show it. */
interface ReadPlan {
  input: PlanInput
  plan: Plan
  hours: ReadonlyMap<number, WorkingHours>
  tasks: ReadonlyMap<number, PlannableTaskRow>
}

/** Plans the time of these people, and of those on whose tasks theirs depend. Refuses people who are no members. */
async function readPlan(ctx: MemberContext, user_ids: readonly number[]): Promise<ReadPlan> {
  const rows = await plannableTasks(ctx, user_ids)
  const everybody = new Set([...user_ids, ...rows.flatMap(row => row.task.assignees)])
  const hours = await workingHoursOf(ctx, [...everybody])
  if (user_ids.some(user_id => !hours.has(user_id))) throw apiError('person.not_found')
  const now = Date.parse(ctx.now)
  // A day more, because it is another day in other zones.
  const busy = await busyOf(ctx, [...hours.keys()], { from: now, to: now + (plannedDays + 1) * dayLength })
  const input = {
    now,
    people: [...hours].map(([user_id, worked]) => ({ user_id, hours: worked, busy: busy.get(user_id) ?? [] })),
    tasks: rows.map(row => row.task),
  }
  return { input, plan: planDays(input), hours, tasks: new Map(rows.map(row => [row.task.id, row])) }
}

/** Free working time of a person. */
export interface FreeTime {
  user_id: number
  /** In milliseconds; `to` is exclusive. */
  free: Span[]
  /** Whether they have working time then, free or not. */
  works: boolean
}

/** When people work and have nothing planned, within some time. */
export async function freeTimes(ctx: MemberContext, user_ids: readonly number[], within: Span): Promise<FreeTime[]> {
  const { plan, hours } = await readPlan(ctx, user_ids)
  return user_ids.map(user_id => {
    const worked = hours.get(user_id)
    if (!worked) return { user_id, free: [], works: false }
    const { zone, on } = workingSpans(worked)
    const free: Span[] = []
    // A shift of the day before may last into it.
    for (let day = zone.dayOf(within.from) - 1; day <= zone.dayOf(within.to - 1); day += 1) free.push(...on(day))
    const taken = plan.parts.filter(part => part.user_id === user_id)
    const left = taken.reduce<Span[]>((spans, part) => spans.flatMap(span => without(span, part)), free)
    const works = free.some(span => clipped(span, within).length > 0)
    return { user_id, free: left.flatMap(span => clipped(span, within)), works }
  })
}

const without = ({ from, to }: Span, taken: Span): Span[] =>
  [
    { from, to: Math.min(to, taken.from) },
    { from: Math.max(from, taken.to), to },
  ].filter(span => span.from < span.to)

function clipped({ from, to }: Span, within: Span): Span[] {
  const span = { from: Math.max(from, within.from), to: Math.min(to, within.to) }
  return span.from < span.to ? [span] : []
}

/** The schedule of people [3.10b, D15]. */
export async function schedule(ctx: MemberContext, body: Body<typeof getSchedule>): Promise<ScheduleItem[]> {
  const user_ids = [...new Set(body.for_user_ids ?? [body.for_user_id ?? ctx.caller.user_id])]
  const { plan, hours, tasks, input } = await readPlan(ctx, user_ids)
  const crossed = new Map(plan.crossings.map(({ task_id, user_id, minutes }) => [`${user_id}.${task_id}`, minutes]))
  const ranges = new Map(
    user_ids.map(user_id => [user_id, rangeOf(body, hours.get(user_id)?.timezone ?? 'UTC', input.now)]),
  )
  const items = user_ids.flatMap(user_id => {
    const [worked, range] = [hours.get(user_id), ranges.get(user_id)]
    return worked && range ? hoursItems(user_id, worked, range) : []
  })
  for (const { user_id, busy } of input.people) {
    const [worked, range] = [hours.get(user_id), ranges.get(user_id)]
    if (worked && range) items.push(...busyItems(user_id, worked.timezone, busy, range))
  }
  for (const part of plan.parts) {
    const [worked, range, row] = [hours.get(part.user_id), ranges.get(part.user_id), tasks.get(part.task_id)]
    if (!(worked && range && row)) continue
    const zone = zoneTime(worked.timezone)
    if (zone.dayOf(part.from) > range.last || zone.dayOf(part.to - 1) < range.first) continue
    items.push(partItem(worked.timezone, part, shown(row, crossed.get(`${part.user_id}.${part.task_id}`) ?? 0)))
  }
  return items
}

/** The asked days, today and the planned ones after it unless given. */
function rangeOf({ from, to }: Body<typeof getSchedule>, timezone: string, now: number): DayRange {
  const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / dayLength
  const first = from === undefined ? zoneTime(timezone).dayOf(now) : dayOf(from)
  const last = to === undefined ? first + plannedDays - 1 : dayOf(to)
  if (last < first || last - first >= limits.days)
    throw apiError('request.invalid', {
      issues: [{ path: 'to', message: `Not before the first day, and at most ${limits.days} days.` }],
    })
  return { first, last }
}

const shown = ({ task, title, is_seen, label }: PlannableTaskRow, crossed_by: number): ShownTask => ({
  ...{ task_id: is_seen ? task.id : null, title: is_seen ? title : '' },
  // The same label has the same colour everywhere.
  color_index: is_seen ? [...(label ?? '')].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 5 : 0,
  ...{ minutes: task.estimate_minutes, fixed_start: task.fixed_start, start_after: task.start_after, crossed_by },
})

/** Says what does not work out in the plan of people, and who could help [D15]. */
export async function explain(ctx: MemberContext, { for_user_ids }: Body<typeof explainPlan>): Promise<PlanReport> {
  const user_ids = [...new Set(for_user_ids ?? [ctx.caller.user_id])]
  const { input, plan, tasks } = await readPlan(ctx, user_ids)
  const named = (id: number) => {
    const row = tasks.get(id)
    return row?.is_seen ? { task_id: id, title: row.title } : { task_id: null, title: '' }
  }
  const isAsked = ({ user_id }: { user_id: number }) => user_ids.includes(user_id)
  return {
    late: plan.crossings.filter(isAsked).map(({ task_id, user_id, minutes, because }) => ({
      ...{ ...named(task_id), user_id, minutes },
      because: because.slice(0, limits.reasons).map(reason => ({ ...named(reason.task_id), minutes: reason.minutes })),
    })),
    unplaced: plan.unplaced.filter(isAsked).map(({ task_id, user_id, minutes }) => ({
      ...{ ...named(task_id), user_id, minutes },
    })),
    clashes: plan.clashes.filter(isAsked).map(({ task_id, user_id, with_task_id }) => {
      const other = named(with_task_id)
      return { ...named(task_id), user_id, with_task_id: other.task_id, with_title: other.title }
    }),
    moves: can(ctx.member, 'tasks.assign') ? await movesOf(ctx, { input, plan, tasks }, user_ids) : [],
  }
}

/** Moves of late tasks among the asked people, to those who may see the branch of the task. */
async function movesOf(
  ctx: MemberContext,
  { input, plan, tasks }: Omit<ReadPlan, 'hours'>,
  user_ids: readonly number[],
): Promise<PlanReport['moves']> {
  const late = plan.crossings.flatMap(({ task_id }) => tasks.get(task_id) ?? []).filter(row => row.is_seen)
  const seeing = new Map<number, ReadonlyMap<number, boolean>>()
  for (const branch_id of new Set(late.map(row => row.branch_id)))
    seeing.set(branch_id, await membersSeeing(ctx, branch_id, user_ids))
  const mayDo = (user_id: number, task_id: number) => {
    const row = tasks.get(task_id)
    return row?.is_seen === true && (seeing.get(row.branch_id)?.get(user_id) ?? false)
  }
  return proposeMoves(input, plan, limits.moves, mayDo).map(move => {
    const row = tasks.get(move.task_id)
    const after = row?.task.assignees.map(id => (id === move.user_id ? move.to_user_id : id)) ?? []
    return { ...move, title: row?.title ?? '', assignees: [...new Set(after)] }
  })
}

/** A task of the caller with a deadline; `late_minutes` is 0 if it is planned to end in time. */
export interface OwnDeadline {
  task_id: number
  title: string
  deadline: string
  late_minutes: number
}

/** The planned tasks of the caller that have a deadline. */
export async function ownDeadlines(ctx: MemberContext): Promise<OwnDeadline[]> {
  const { user_id } = ctx.caller
  const { plan, tasks } = await readPlan(ctx, [user_id])
  const late = new Map(plan.crossings.filter(entry => entry.user_id === user_id).map(entry => [entry.task_id, entry]))
  const own = new Set(plan.parts.filter(part => part.user_id === user_id).map(part => part.task_id))
  return [...own].flatMap(task_id => {
    const row = tasks.get(task_id)
    if (!row?.is_seen || row.task.deadline === null) return []
    const deadline = new Date(row.task.deadline).toISOString()
    return [{ task_id, title: row.title, deadline, late_minutes: late.get(task_id)?.minutes ?? 0 }]
  })
}

/** The parts of the caller’s own tasks, as they are planned now. */
export async function plannedEvents(ctx: MemberContext): Promise<PlannedEvent[]> {
  const { user_id } = ctx.caller
  const { plan, tasks } = await readPlan(ctx, [user_id])
  return plan.parts.flatMap(part => {
    const row = tasks.get(part.task_id)
    if (part.user_id !== user_id || !row) return []
    const { task_id, from, to, parts } = part
    return [{ task_id, from, to, part: part.part, parts, title: row.title }]
  })
}
