import { z } from 'zod'
import { access } from '../limits'
import { Id, Instant, Nothing, Person } from './common'
import { endpoint, member } from './endpoint'

/** What access can be given to: `id` is a `doc_id`, a `camera_id`, or the `user_id` of whoever shares the screen. */
export const Subject = z.object({ kind: z.enum(['document', 'camera', 'screen']), id: Id })
export type Subject = z.infer<typeof Subject>

/** What is seen is looked at or not: an `editor` of a camera or a screen there is none. */
export const Level = z.enum(['viewer', 'editor'])
export type Level = z.infer<typeof Level>

export const GranteeKind = z.enum(['user', 'role', 'branch'])
export type GranteeKind = z.infer<typeof GranteeKind>

/** One kind of grant for everything that access is given to [D41]. `expires_at` is the instant at which it is over. */
export const Grant = z.object({
  grantee_kind: GranteeKind,
  grantee_id: Id,
  grantee_name: z.string(),
  level: Level,
  expires_at: Instant.nullable(),
})
export type Grant = z.infer<typeof Grant>

export const Grantee = Grant.pick({ grantee_kind: true, grantee_id: true })
export type Grantee = z.infer<typeof Grantee>

/** Whom to give what; giving again changes level and expiry. */
export const Gift = Grantee.extend({ level: Level.default('viewer'), expires_at: Instant.optional() })
export type Gift = z.infer<typeof Gift>

export const listGrants = endpoint({
  method: 'POST',
  reads: true,
  path: '/access/list',
  summary: 'Who was given access to a document, camera or screen, beyond those who have it anyway.',
  access: member(),
  body: Subject,
  answer: z.array(Grant),
})

export const giveAccess = endpoint({
  method: 'POST',
  path: '/access/grant',
  summary: 'Gives a person, role or branch access; granting again changes level and expiry.',
  access: member(),
  body: Subject.extend(Gift.shape),
  answer: z.array(Grant),
})

export const takeAccess = endpoint({
  method: 'POST',
  path: '/access/revoke',
  summary: 'Takes that access away again, within a second on every open connection.',
  access: member(),
  body: Subject.extend(Grantee.shape),
  answer: z.array(Grant),
})

export const requestAccess = endpoint({
  method: 'POST',
  path: '/access/request',
  summary:
    'Asks those who can give access. The answer is the same whether or not there is such a thing; asking again renews the request.',
  access: member(),
  body: Subject.extend({ note: z.string().trim().max(access.noteLength).default('') }),
  answer: Nothing,
})

/** Somebody who waits for access to something that the caller may give; `name` is what the thing is called. */
export const AccessRequest = Subject.extend({
  name: z.string(),
  user: Person,
  note: z.string(),
  asked_at: Instant,
})
export type AccessRequest = z.infer<typeof AccessRequest>

export const listAccessRequests = endpoint({
  method: 'POST',
  reads: true,
  path: '/access/requests',
  summary: 'Requests for access that the caller can answer, oldest first. Giving access answers one as well.',
  access: member(),
  body: z.object({}),
  answer: z.array(AccessRequest),
})

export const declineAccess = endpoint({
  method: 'POST',
  path: '/access/decline',
  summary: 'Answers a request for access with no.',
  access: member(),
  body: Subject.extend({ requested_by: Id }),
  answer: Nothing,
})

/** What the event log says: to those who can answer a request, and to them and whoever asked when it was answered. */
export const AccessEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('access.requested'), subject: Subject, user_id: Id }),
  z.object({ kind: z.literal('access.request_answered'), subject: Subject, user_id: Id, is_given: z.boolean() }),
])
export type AccessEvent = z.infer<typeof AccessEvent>
