import { z } from 'zod'
import { Id, Instant, Nothing } from '../common'
import { endpoint, member, pagedList, signedIn } from '../endpoint'
import { Organisation } from './endpoints'
import { invites } from './limits'

export const InviteStatus = z.enum(['pending', 'accepted', 'revoked', 'declined', 'expired'])
/** An invite as the organisation sees it [3.5]. Exactly one of e-mail and phone is set. */
export const Invite = z.object({
  invite_id: Id,
  email_id: z.string().nullable(),
  phone_number: z.string().nullable(),
  role_id: Id,
  role_name: z.string(),
  /** The branch that the person joins as well; null without one, and if the caller may not see it. */
  branch_id: Id.nullable().default(null),
  branch_name: z.string().nullable().default(null),
  status: InviteStatus,
  invited_by: z.string(),
  created_at: Instant,
  expires_at: Instant,
})
export type Invite = z.infer<typeof Invite>

export const listInvites = pagedList({
  method: 'POST',
  reads: true,
  path: '/invites/list',
  summary: 'Lists the invites of the organisation, newest first.',
  access: member({ can: 'people.invite' }),
  body: z.object({}),
  item: Invite,
})
export const deleteInvite = endpoint({
  method: 'POST',
  path: '/invites/delete_invite',
  summary: 'Revokes an invite.',
  access: member({ can: 'people.invite' }),
  body: z.object({ invite_id: Id }),
  answer: Nothing,
})
export const acceptInvite = endpoint({
  method: 'POST',
  path: '/invites/accept',
  summary: 'Accepts an invite that was sent to a verified address of the caller, who joins the organisation.',
  access: signedIn(),
  body: z.object({ invite_id: Id }),
  answer: Organisation,
})
export const declineInvite = endpoint({
  method: 'POST',
  path: '/invites/decline',
  summary: 'Declines an invite that was sent to a verified address of the caller.',
  access: signedIn(),
  body: z.object({ invite_id: Id }),
  answer: Nothing,
})

/** The server checks these fields for each invite separately, so that one bad address does not refuse the others. */
const InviteParams = z.object({
  email_id: z.string().max(254).optional(),
  phone_number: z.string().max(40).optional(),
  role_id: Id,
  branch_id: Id.optional(),
})
export const InviteResult = z.object({
  status: z.int(),
  code: z.string().optional(),
  message: z.string(),
  invite: Invite.optional(),
})
export type InviteResult = z.infer<typeof InviteResult>

export const invitePeople = endpoint({
  method: 'POST',
  path: '/user/add_to_role',
  summary:
    'Invites people by e-mail or phone. The answer has one result for each, in order. Inviting somebody again renews their invite. With a `branch_id`, which needs `branches.manage`, the person also joins that branch.',
  access: member({ can: 'people.invite' }),
  body: z.object({ invites: z.array(InviteParams).min(1).max(invites.perCall) }),
  answer: z.array(InviteResult),
  perMinute: 60,
})
