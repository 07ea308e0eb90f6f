import { z } from 'zod'
import { Capability, OrgRole } from '../../rules/capabilities'
import { PlanName } from '../../rules/plans'
import { Id, Instant, Person, PictureUpload } from '../common'
import { endpoint, member, signedIn } from '../endpoint'
import { picture } from '../profile/limits'
import { descriptionField, nameField } from './fields'

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
  body: z.object({ organization_name: nameField, organization_description: descriptionField.optional() }),
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
    updated_organization_name: nameField.optional(),
    updated_organization_description: descriptionField.nullable().optional(),
    /** A picture as a data URL; null removes it. */
    updated_organization_image: PictureUpload.nullable().optional(),
  }),
  answer: Organisation,
  bodyBytes: picture.bytes * 2,
})
