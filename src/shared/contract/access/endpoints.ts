import { z } from 'zod'
import { Id, Instant, Nothing, Person } from '../common'
import { endpoint, member } from '../endpoint'
import { access } from './limits'

/**
 * Something that access can be granted to. `id` is a `doc_id`, a `camera_id`, an `instruction_id`, or the `user_id` of
 * the person who shares the screen.
 */
export const Subject = z.object({ kind: z.enum(['document', 'camera', 'screen', 'job']), id: Id })
export type Subject = z.infer<typeof Subject>

/** Cameras and screens can only be viewed, so they have no `editor`. */
export const Level = z.enum(['viewer', 'editor'])
export type Level = z.infer<typeof Level>

export const GranteeKind = z.enum(['user', 'role', 'branch'])
export type GranteeKind = z.infer<typeof GranteeKind>

/** The one kind of grant for every subject [D41]. The grant ends at `expires_at`. */
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

/** Who gets which level of access. Granting again replaces level and expiry. */
export const GrantInput = Grantee.extend({ level: Level.default('viewer'), expires_at: Instant.optional() })
export type GrantInput = z.infer<typeof GrantInput>

export const listGrants = endpoint({
  method: 'POST',
  reads: true,
  path: '/access/list',
  summary: 'Lists who was granted access to a document, camera, screen or job, beyond those who have access anyway.',
  access: member(),
  body: Subject,
  answer: z.array(Grant),
})

export const grantSubjectAccess = endpoint({
  method: 'POST',
  path: '/access/grant',
  summary: 'Gives a person, role or branch access. Granting again replaces level and expiry.',
  access: member(),
  body: Subject.extend(GrantInput.shape),
  answer: z.array(Grant),
})

export const revokeSubjectAccess = endpoint({
  method: 'POST',
  path: '/access/revoke',
  summary: 'Revokes a grant. Open connections lose the access within a second.',
  access: member(),
  body: Subject.extend(Grantee.shape),
  answer: z.array(Grant),
})

export const requestAccess = endpoint({
  method: 'POST',
  path: '/access/request',
  summary:
    'Asks the people who can grant access. The answer is the same whether or not the subject exists. Asking again renews the request.',
  access: member(),
  body: Subject.extend({ note: z.string().trim().max(access.noteLength).default('') }),
  answer: Nothing,
})

/** A pending request for access to something that the caller may grant. `name` is the name of that subject. */
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
  summary:
    'Lists requests for access that the caller can answer, oldest first. Granting access answers the request as well.',
  access: member(),
  body: z.object({}),
  answer: z.array(AccessRequest),
})

export const declineAccess = endpoint({
  method: 'POST',
  path: '/access/decline',
  summary: 'Declines a request for access.',
  access: member(),
  body: Subject.extend({ requested_by: Id }),
  answer: Nothing,
})
