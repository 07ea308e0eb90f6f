import { z } from 'zod'
import { Id, Instant, Nothing } from '../common'
import { endpoint, member, signedIn } from '../endpoint'
import { Organisation } from './endpoints'
import { joinLinks } from './limits'

/** A link with which anybody who has it joins with a role, until it expires or is used up. */
export const JoinLink = z.object({
  link_id: Id,
  role_id: Id,
  role_name: z.string(),
  created_by: z.string(),
  created_at: Instant,
  expires_at: Instant,
  max_uses: z.int(),
  uses: z.int(),
  status: z.enum(['open', 'used_up', 'expired', 'revoked']),
})
export type JoinLink = z.infer<typeof JoinLink>

export const listJoinLinks = endpoint({
  method: 'POST',
  reads: true,
  path: '/invites/links/list',
  summary: 'Lists the join links of the organisation, newest first, at most 50.',
  access: member({ can: 'people.invite' }),
  body: z.object({}),
  answer: z.array(JoinLink),
})

export const createJoinLink = endpoint({
  method: 'POST',
  path: '/invites/links/create',
  summary:
    'Creates a link that gives a role, which the caller must be allowed to give. `token` is in this answer only; the server keeps its hash.',
  access: member({ can: 'people.invite' }),
  body: z.object({
    role_id: Id,
    expires_in_days: z.int().min(1).max(joinLinks.days).default(7),
    max_uses: z.int().min(1).max(joinLinks.uses).default(10),
  }),
  answer: z.object({ link: JoinLink, token: z.string() }),
  perMinute: 20,
})

export const revokeJoinLink = endpoint({
  method: 'POST',
  path: '/invites/links/revoke',
  summary: 'Ends a join link.',
  access: member({ can: 'people.invite' }),
  body: z.object({ link_id: Id }),
  answer: Nothing,
})

const join_token = z.string().max(200)

export const readJoinLink = endpoint({
  method: 'POST',
  reads: true,
  path: '/invites/links/read',
  summary: 'What a join link leads to. Unknown, expired, used up and revoked links are answered alike.',
  access: signedIn(),
  body: z.object({ join_token }),
  answer: z.object({
    organization_id: Id,
    organization_name: z.string(),
    role_name: z.string(),
    invited_by: z.string(),
    is_member: z.boolean(),
  }),
  perMinute: 20,
})

export const joinByLink = endpoint({
  method: 'POST',
  path: '/invites/links/join',
  summary: 'Makes the caller a member with the role of the link. Members stay as they are and use nothing up.',
  access: signedIn(),
  body: z.object({ join_token }),
  answer: Organisation,
  perMinute: 20,
})
