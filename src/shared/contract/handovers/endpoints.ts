import { z } from 'zod'
import { Id, Instant, TimeZone } from '../common'
import { endpoint, member } from '../endpoint'
import { handover } from './limits'

const shape = {
  /** Whether it is written on its own at the end of the day. */
  is_on: z.boolean(),
  /** The closing time in the zone, `18:00`. */
  closes_at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  /** The days on which the branch closes, 1 for Monday. */
  weekdays: z.array(z.int().min(1).max(7)).min(1).max(7),
  timezone: TimeZone,
  /** People of the branch to whom it is mailed, with the PDF. */
  recipients: z.array(Id).max(handover.recipients),
}

/** When the handover of a branch is written, and what was written last. */
export const Handover = z.object({
  branch_id: Id,
  ...shape,
  /** When the next one is written; null if it is off. */
  next_at: Instant.nullable(),
  /** The last one: a page of the branch. */
  last: z.object({ doc_id: Id, written_at: Instant }).nullable(),
})
export type Handover = z.infer<typeof Handover>

export const readHandover = endpoint({
  method: 'POST',
  reads: true,
  path: '/handovers/fetch',
  summary: 'When the handover of a branch is written: off, at 18:00 on weekdays, until somebody changes it.',
  access: member({ can: 'branches.manage' }),
  body: z.object({ branch_id: Id }),
  answer: Handover,
})

export const changeHandover = endpoint({
  method: 'PUT',
  path: '/handovers',
  summary:
    'Sets when the handover of a branch is written and to whom it is mailed. It is written in the name of the caller, and holds only what everybody in the branch may read.',
  access: member({ can: 'branches.manage' }),
  body: z.object({ branch_id: Id, ...shape }),
  answer: Handover,
})

export const writeHandover = endpoint({
  method: 'POST',
  path: '/handovers/write',
  summary: 'Writes the handover of a branch now, from the last one on, as a page; it is mailed to nobody.',
  access: member({ can: 'branches.manage' }),
  body: z.object({ branch_id: Id }),
  answer: Handover,
})
