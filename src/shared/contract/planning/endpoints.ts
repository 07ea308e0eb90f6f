import { z } from 'zod'
import { Day, Id, TimeZone } from '../common'
import { endpoint, member } from '../endpoint'
import { planning } from './limits'

/** A local wall time in the zone of the person, written like an instant; clients leave out the `Z` [5.4a]. */
const WallInstant = z.iso.datetime()

/** An item of a schedule [3.10a]: when a person works, pauses, or does a part of a task. */
export const ScheduleItem = z.object({
  /** Unique within a schedule. */
  id: z.string(),
  user_id: Id,
  type: z.enum(['working_hours', 'task', 'break']),
  /** Empty for working hours, for breaks, and for tasks that the caller may not see. */
  title: z.string(),
  /** Minutes; of a task in several parts all of them together. */
  total_duration: z.int(),
  start: WallInstant,
  end: WallInstant,
  fixed_start_time: WallInstant.nullable(),
  start_after_time: WallInstant.nullable(),
  /** Null unless the item is a task that the caller may see. */
  task_id: Id.nullable(),
  /** The zone of the person, in which the times are. */
  timezone: TimeZone,
  /** 1 to `task_chunk_count`; null for what is no task. */
  task_chunk_part: z.int().nullable(),
  task_chunk_count: z.int().nullable(),
  /** The minutes by which the last part of the task ends after its deadline; 0 if it does not. */
  task_deadline_crossedby: z.int(),
  /** The fill and the edge on a light ground, and their number 0 to 4 for other grounds [9.8c]. */
  color: z.string(),
  borderColor: z.string(),
  color_index: z.int().min(0).max(4),
  /** Whether a break is a time of an imported calendar, in which the person does something else. */
  is_busy: z.boolean(),
})
export type ScheduleItem = z.infer<typeof ScheduleItem>

const people = z.array(Id).min(1).max(planning.people)

export const getSchedule = endpoint({
  method: 'POST',
  reads: true,
  path: '/get_schedule',
  summary: `Returns the schedule of the caller, of \`for_user_id\`, or of up to ${planning.people} \`for_user_ids\`: working hours, breaks, and open tasks with an estimate as they are planned from now on. \`from\` and \`to\` are days in the zone of each person, both included; today and the 13 days after it unless given. Times are local wall times.`,
  access: member(),
  body: z.object({
    for_user_id: Id.optional(),
    for_user_ids: people.optional(),
    from: Day.optional(),
    to: Day.optional(),
  }),
  answer: z.array(ScheduleItem),
})

/** A task in words: without a title and an id if the caller may not see it. */
const PlannedTask = z.object({ task_id: Id.nullable(), title: z.string(), user_id: Id })

/** A task that ends after its deadline, and what takes the time before. */
const Late = PlannedTask.extend({
  minutes: z.int(),
  because: z.array(z.object({ task_id: Id.nullable(), title: z.string(), minutes: z.int() })).max(planning.reasons),
})

/** Somebody else who could take a late task, and what that changes. Nothing changes before a person confirms it. */
const Move = PlannedTask.extend({
  task_id: Id,
  to_user_id: Id,
  /** Everybody who does the task after the change. */
  assignees: z.array(Id),
  /** The minutes after deadlines of all tasks of these people, as planned and after the change. */
  late_before: z.int(),
  late_after: z.int(),
})
export type ProposedMove = z.infer<typeof Move>

/** What does not work out in the plan of some people. */
export const PlanReport = z.object({
  late: z.array(Late),
  /** Tasks that do not fit into the planned days; the minutes without a place. */
  unplaced: z.array(PlannedTask.extend({ minutes: z.int() })),
  /** Fixed tasks at the same time as another one, or before what they need. */
  clashes: z.array(PlannedTask.extend({ with_task_id: Id.nullable(), with_title: z.string() })),
  moves: z.array(Move),
})
export type PlanReport = z.infer<typeof PlanReport>

export const explainPlan = endpoint({
  method: 'POST',
  reads: true,
  path: '/schedule/explain',
  summary:
    'Says which tasks of the caller, or of `for_user_ids`, end after their deadline and why, which find no time, and which overlap. Those who may assign tasks also learn who else among these people could take a late task.',
  access: member(),
  body: z.object({ for_user_ids: people.optional() }),
  answer: PlanReport,
})
