import { z } from 'zod'
import { Id, TimeZone, WallTime } from '../common'
import { endpoint, member } from '../endpoint'

/** A span of wall time; it goes over midnight if `to` is not after `from`. `to` is left out. */
const WallSpan = z.object({ from: WallTime, to: WallTime })

/** When a person works [D15]: shifts by the weekday on which they begin, 1 for Monday, in a time zone. */
const Hours = z.object({
  timezone: TimeZone,
  days: z
    .array(WallSpan.extend({ weekday: z.int().min(1).max(7), breaks: z.array(WallSpan).max(8).default([]) }))
    .max(21),
})

/** The working hours of a member. `is_default` is true until somebody sets them. */
export const WorkingHours = Hours.extend({ user_id: Id, is_default: z.boolean() })
export type WorkingHours = z.infer<typeof WorkingHours>

export const readWorkingHours = endpoint({
  method: 'POST',
  reads: true,
  path: '/schedule/working_hours/fetch',
  summary:
    'Returns when a member of the organisation works: the caller, or `for_user_id`. Monday to Friday from 9:00 to 17:00 in their time zone until somebody sets it.',
  access: member(),
  body: z.object({ for_user_id: Id.optional() }),
  answer: WorkingHours,
})

export const setWorkingHours = endpoint({
  method: 'POST',
  path: '/schedule/working_hours',
  summary:
    'Sets when the caller works, or with `people.manage` when another member does. No days mean that they do not work.',
  access: member(),
  body: Hours.extend({ for_user_id: Id.optional() }),
  answer: WorkingHours,
})
