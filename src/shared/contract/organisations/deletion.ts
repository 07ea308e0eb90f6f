import { z } from 'zod'
import { Id, Instant, Nothing } from '../common'
import { endpoint, member, signedIn } from '../endpoint'
import { Organisation } from './endpoints'

export const deleteOrganisation = endpoint({
  method: 'POST',
  path: '/organization/delete',
  summary:
    'Deletes the organisation, whose name confirms it. Everybody loses access within a second. An owner can restore it for 30 days; then all of it is erased.',
  access: member({ orgRole: 'owner' }),
  body: z.object({ confirmed_name: z.string().max(200) }),
  answer: Nothing,
})

/** A deleted organisation of which the caller is an owner. */
export const DeletedOrganisation = z.object({
  organization_id: Id,
  organization_name: z.string(),
  deleted_at: Instant,
  erased_at: Instant,
})
export type DeletedOrganisation = z.infer<typeof DeletedOrganisation>

export const listDeletedOrganisations = endpoint({
  method: 'POST',
  reads: true,
  path: '/organization/deleted',
  summary: 'Lists the deleted organisations that the caller can restore as an owner.',
  access: signedIn(),
  body: z.object({}),
  answer: z.array(DeletedOrganisation),
})

export const restoreOrganisation = endpoint({
  method: 'POST',
  path: '/organization/restore',
  summary: 'Restores a deleted organisation within 30 days. Jobs stay paused.',
  access: signedIn(),
  body: z.object({ restored_id: Id }),
  answer: Organisation,
})
