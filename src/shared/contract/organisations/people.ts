import { z } from 'zod'
import { Id, Nothing, Person } from '../common'
import { endpoint, member, pagedList } from '../endpoint'
import { Member } from './endpoints'

export const removeUser = endpoint({
  method: 'POST',
  path: '/organization/remove_user',
  summary:
    'Removes somebody from the organisation; with the caller’s own id, the caller leaves. Everything they wrote stays. `handed_to` receives their documents, jobs, open tasks and cameras; without it, their jobs stop.',
  access: member({ overLimit: 'too' }),
  body: z.object({ user_to_be_removed: Id, handed_to: Id.optional() }),
  answer: Nothing,
})

const branchFilter = z.object({ branch_ids: z.array(Id).max(200).optional() })

export const listPeople = pagedList({
  method: 'POST',
  reads: true,
  path: '/visualisation/get_org_users',
  summary: 'Lists people of the organisation by name, or only those of the given branches.',
  access: member(),
  body: branchFilter,
  item: Member,
})

export const peopleByRole = endpoint({
  method: 'POST',
  reads: true,
  path: '/visualisation/get_org_users/group-by-role',
  summary: 'Lists roles with the people who hold them.',
  access: member(),
  body: branchFilter,
  answer: z.array(z.object({ role_id: Id, role_name: z.string(), users: z.array(Person) })),
})

export const peopleOfRole = endpoint({
  method: 'POST',
  reads: true,
  path: '/visualisation/roles/users',
  summary: 'Lists the people who hold a role.',
  access: member(),
  body: z.object({ role_id: Id }),
  answer: z.array(Person),
})

const people = z.array(Person)
const user_ids = z.array(Id).min(1).max(200)

export const listOwners = endpoint({
  method: 'POST',
  reads: true,
  path: '/owners/list',
  summary: 'The owners.',
  access: member(),
  body: z.object({}),
  answer: people,
})
export const addOwners = endpoint({
  method: 'POST',
  path: '/owners/add_owners',
  summary: 'Makes members owners.',
  access: member({ orgRole: 'owner' }),
  body: z.object({ user_ids }),
  answer: people,
})
export const removeOwners = endpoint({
  method: 'POST',
  path: '/owners/remove_owners',
  summary: 'Makes owners ordinary members. The last owner cannot be removed.',
  access: member({ orgRole: 'owner' }),
  body: z.object({ user_ids }),
  answer: people,
})
export const listAdmins = endpoint({
  method: 'POST',
  reads: true,
  path: '/admins/list',
  summary: 'The admins.',
  access: member(),
  body: z.object({}),
  answer: people,
})
export const addAdmins = endpoint({
  method: 'POST',
  path: '/admins/add_admins',
  summary: 'Makes members admins.',
  access: member({ orgRole: 'owner' }),
  body: z.object({ user_ids }),
  answer: people,
})
export const removeAdmins = endpoint({
  method: 'POST',
  path: '/admins/remove_admins',
  summary: 'Makes admins ordinary members.',
  access: member({ orgRole: 'owner' }),
  body: z.object({ user_ids }),
  answer: people,
})
