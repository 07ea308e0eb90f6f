import { z } from 'zod'
import { Capability, OrgRole } from '../../rules/capabilities'
import { PlanName } from '../../rules/plans'
import { Id, Instant, Nothing, Person, PictureUpload, text } from '../common'
import { endpoint, member, pagedList, signedIn } from '../endpoint'
import { picture } from '../profile/limits'

/** A workspace as its members list it [3.2a]. */
export const Organisation = z.object({
  organization_id: Id,
  organization_name: z.string(),
  organization_description: z.string().nullable(),
  /** A signed address, which changes. */
  organization_image: z.string().nullable(),
  is_premium: z.boolean(),
  /** The plan in force; without billing the largest [D31]. */
  plan_id: PlanName,
  org_role: OrgRole,
  branch_count: z.int(),
  member_count: z.int(),
  opened_at: Instant.nullable(),
})
export type Organisation = z.infer<typeof Organisation>

/** A branch [3.3]. Seen from Home it is a space [D4]. */
export const Branch = z.object({
  id: Id,
  branch_name: z.string(),
  branch_description: z.string().nullable(),
  branch_organization: Id,
  branch_address: z.string().nullable(),
  branch_city: z.string().nullable(),
  branch_country: z.string().nullable(),
  branch_created: Instant,
  branch_softdelete: z.boolean(),
  branch_deleted: Instant.nullable(),
  createdby: Id.nullable(),
  created_timestamp: Instant,
  updatedby: Id.nullable(),
  updated_timestamp: Instant,
  is_open_branch: z.boolean(),
  is_primary_branch: z.boolean(),
  users: z.array(z.object({ user_id: Id })),
})
export type Branch = z.infer<typeof Branch>

/** A custom role and the people who hold it [3.4]. */
export const Role = z.object({
  role_id: Id,
  role_name: z.string(),
  capabilities: z.array(Capability),
  users: z.array(z.object({ user_id: Id })),
})
export type Role = z.infer<typeof Role>

/** A person as member of an organisation. */
export const Member = Person.extend({
  org_role: OrgRole,
  role_ids: z.array(Id),
  branch_ids: z.array(Id),
  joined_at: Instant,
})
export type Member = z.infer<typeof Member>

/** An organisation in detail [3.2b]. */
export const OrganisationDetail = Organisation.extend({
  owners: z.array(z.object({ user_id: Id })),
  all_users: z.array(Member),
  branches: z.array(Branch),
  roles: z.array(Role),
})
export type OrganisationDetail = z.infer<typeof OrganisationDetail>

const name = text(80)
const description = z.string().trim().max(500)
const user_ids = z.array(Id).min(1).max(200)

export const listOrganisations = endpoint({
  method: 'POST',
  reads: true,
  path: '/organization/get',
  summary: 'Lists the organisations of the caller.',
  access: signedIn(),
  body: z.object({}),
  answer: z.array(Organisation),
})

export const createOrganisation = endpoint({
  method: 'POST',
  path: '/organization/create',
  summary: 'Creates an organisation with a primary branch and the starting roles; the caller becomes its owner.',
  access: signedIn(),
  body: z.object({ organization_name: name, organization_description: description.optional() }),
  answer: Organisation,
  perMinute: 20,
})

export const organisationInfo = endpoint({
  method: 'POST',
  reads: true,
  path: '/organization/info',
  summary: 'Returns the organisation in detail: owners, people, roles, and the branches that the caller may see.',
  access: member(),
  body: z.object({}),
  answer: OrganisationDetail,
})

export const updateOrganisation = endpoint({
  method: 'POST',
  path: '/organization/update',
  summary: 'Changes the organisation’s name, description or picture.',
  access: member({ orgRole: 'admin' }),
  body: z.object({
    updated_organization_name: name.optional(),
    updated_organization_description: description.nullable().optional(),
    /** A picture as a data URL; null removes it. */
    updated_organization_image: PictureUpload.nullable().optional(),
  }),
  answer: Organisation,
  bodyBytes: picture.bytes * 2,
})

export const removeUser = endpoint({
  method: 'POST',
  path: '/organization/remove_user',
  summary:
    'Removes somebody from the organisation; with the caller’s own id, the caller leaves. Everything they wrote stays. `handed_to` receives their documents, jobs, open tasks and cameras; without it, their jobs stop.',
  access: member({ overLimit: 'too' }),
  body: z.object({ user_to_be_removed: Id, handed_to: Id.optional() }),
  answer: Nothing,
})

export const listBranches = endpoint({
  method: 'POST',
  reads: true,
  path: '/visualisation/branches',
  summary:
    'Lists the branches that the caller may see [D3]. `include_deleted` adds, for owners, deleted ones that can be restored.',
  access: member(),
  body: z.object({ include_deleted: z.boolean().default(false) }),
  answer: z.array(Branch),
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

const place = {
  branch_address: z.string().trim().max(200).optional(),
  branch_city: z.string().trim().max(100).optional(),
  branch_country: z.string().trim().max(100).optional(),
}

export const addBranch = endpoint({
  method: 'POST',
  path: '/branch/add',
  summary: 'Adds a branch.',
  access: member({ can: 'branches.manage' }),
  body: z.object({
    branch_name: name,
    branch_description: description.optional(),
    ...place,
    is_open_branch: z.boolean().default(true),
  }),
  answer: Branch,
})
export const editBranch = endpoint({
  method: 'POST',
  path: '/branch/edit',
  summary: 'Changes a branch, identified by `branch_id` or, by older clients, by `branch_name`.',
  access: member({ can: 'branches.manage' }),
  body: z.object({
    branch_id: Id.optional(),
    branch_name: name.optional(),
    branch_description: description.optional(),
    new_branch_name: name.optional(),
    new_branch_description: description.optional(),
    ...place,
    is_open_branch: z.boolean().optional(),
  }),
  answer: Branch,
})
export const deleteBranch = endpoint({
  method: 'POST',
  path: '/branch/delete',
  summary:
    'Deletes a branch. Its data is kept, and an owner can restore it for 30 days. The primary branch cannot be deleted.',
  access: member({ can: 'branches.manage' }),
  body: z.object({ branch_id: Id }),
  answer: Branch,
})
export const restoreBranch = endpoint({
  method: 'POST',
  path: '/branch/restore',
  summary: 'Restores a branch within 30 days of its deletion.',
  access: member({ orgRole: 'owner' }),
  body: z.object({ branch_id: Id }),
  answer: Branch,
})
const usersChange = {
  users_to_be_added: z.array(Id).max(200).default([]),
  users_to_be_removed: z.array(Id).max(200).default([]),
}
export const manageBranchUsers = endpoint({
  method: 'POST',
  path: '/branch/manage_users',
  summary: 'Adds people to a branch and removes others.',
  access: member({ can: 'branches.manage' }),
  body: z.object({ branch_id: Id, ...usersChange }),
  answer: Branch,
})

const capabilities = z.array(Capability).max(Capability.options.length)
export const addRole = endpoint({
  method: 'POST',
  path: '/roles/add',
  summary: 'Adds a role. Its capabilities cannot exceed the caller’s own.',
  access: member({ can: 'people.manage' }),
  body: z.object({ role_name: name, capabilities: capabilities.default([]) }),
  answer: Role,
})
export const editRole = endpoint({
  method: 'POST',
  path: '/roles/edit',
  summary: 'Changes a role’s name or capabilities.',
  access: member({ can: 'people.manage' }),
  body: z.object({ role_id: Id, role_name: name.optional(), capabilities: capabilities.optional() }),
  answer: Role,
})
export const deleteRole = endpoint({
  method: 'POST',
  path: '/roles/delete',
  summary: 'Deletes a role. The people who held it stay members.',
  access: member({ can: 'people.manage' }),
  body: z.object({ role_id: Id }),
  answer: Nothing,
})
export const manageRoleUsers = endpoint({
  method: 'POST',
  path: '/roles/manage_users',
  summary: 'Gives a role to people and takes it from others.',
  access: member({ can: 'people.manage' }),
  body: z.object({ role_id: Id, ...usersChange }),
  answer: Role,
})
