import type { Body } from '#shared/contract/endpoint'
import type {
  createOrganisation,
  Organisation,
  OrganisationDetail,
  updateOrganisation,
} from '#shared/contract/organisations'
import { refuse } from '#shared/errors'
import { startingRoles } from '#shared/rules/capabilities'
import type { CallerScene, MemberScene } from '../../platform/scene'
import { selectOrganisation } from '../profile/person-service'
import { branchesFor } from './branch-service'
import * as store from './organisation-store'
import { everybody } from './people-service'
import { rolesFor } from './role-service'

const primaryBranch = 'Main'

function organisationFrom(at: CallerScene, row: store.OrganisationRow): Organisation {
  const { id, name, description, is_premium, ...rest } = row
  return {
    organization_id: id,
    organization_name: name,
    organization_description: description,
    is_premium: at.house.settings.BILLING === 'off' || is_premium,
    ...rest,
  }
}

export async function list(at: CallerScene): Promise<Organisation[]> {
  const rows = await store.ownOrganisations(at)
  return rows.map(row => organisationFrom(at, row))
}

/** An organisation as one of its members lists it. */
export async function organisationOf(at: CallerScene, organization_id: number): Promise<Organisation> {
  const [row] = await store.ownOrganisations(at, organization_id)
  if (!row) throw refuse('organization.not_member')
  return organisationFrom(at, row)
}

/** A new organisation, furnished [D2, D3], and selected for its creator. Its event log begins empty: nobody else was there. */
export async function create(at: CallerScene, body: Body<typeof createOrganisation>): Promise<Organisation> {
  const organization_id = await store.insertOrganisation(
    at,
    body.organization_name,
    body.organization_description || null,
  )
  const inside = await at.enter(organization_id)
  await store.furnish(inside, primaryBranch, startingRoles)
  await selectOrganisation(inside, organization_id)
  await inside.audit({
    kind: 'organisation.created',
    subject: `organisation:${organization_id}`,
    details: { name: body.organization_name },
  })
  return organisationOf(inside, organization_id)
}

export async function info(at: MemberScene): Promise<OrganisationDetail> {
  const [organisation, all_users, branches, roles] = await Promise.all([
    organisationOf(at, at.organization_id),
    everybody(at),
    branchesFor(at),
    rolesFor(at),
  ])
  const owners = all_users.filter(one => one.standing === 'owner').map(({ user_id }) => ({ user_id }))
  return { ...organisation, owners, all_users, branches, roles }
}

export async function update(at: MemberScene, body: Body<typeof updateOrganisation>): Promise<Organisation> {
  const { updated_organization_name: name, updated_organization_description: description } = body
  const changes = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: description || null }),
  }
  await store.updateOrganisation(at, changes)
  const organisation = await organisationOf(at, at.organization_id)
  if (Object.keys(changes).length === 0) return organisation
  const { organization_name } = organisation
  at.record({ kind: 'organisation.updated', organization_name }, { to: 'organisation' })
  await at.audit({
    kind: 'organisation.updated',
    subject: `organisation:${at.organization_id}`,
    details: changes,
  })
  return organisation
}
