import type { Body } from '#shared/contract/endpoint'
import type {
  createOrganisation,
  Organisation,
  OrganisationDetail,
  updateOrganisation,
} from '#shared/contract/organisations/endpoints'
import { apiError } from '#shared/errors'
import { startingRoles } from '#shared/rules/capabilities'
import { pictureAddress } from '../../platform/people/person'
import { deletePicture, storePicture } from '../../platform/people/stored-picture'
import { planInForce } from '../../platform/plans'
import type { MemberContext, UserContext } from '../../platform/request-context'
import { branchesFor } from './branch-service'
import { selectOrganisation } from './membership-store'
import * as store from './organisation-store'
import { allMembers } from './people-service'
import { rolesFor } from './role-service'

const primaryBranch = 'Main'

async function organisationFrom(ctx: UserContext, row: store.OrganisationRow): Promise<Organisation> {
  const { id, name, description, plan_id: stored, image_key, ...rest } = row
  const plan_id = planInForce(ctx.app.settings, stored)
  return {
    organization_id: id,
    organization_name: name,
    organization_description: description,
    organization_image: await pictureAddress(ctx.app, image_key),
    plan_id,
    is_premium: plan_id !== 'free',
    ...rest,
  }
}

export async function list(ctx: UserContext): Promise<Organisation[]> {
  const rows = await store.ownOrganisations(ctx)
  return Promise.all(rows.map(row => organisationFrom(ctx, row)))
}

/** An organisation as its members list it. */
export async function organisationOf(ctx: UserContext, organization_id: number): Promise<Organisation> {
  const [row] = await store.ownOrganisations(ctx, organization_id)
  if (!row) throw apiError('organization.not_member')
  return organisationFrom(ctx, row)
}

/**
 * Creates an organisation with its initial contents [D2, D3], and selects it for its creator. Its event log begins
 * empty, because nobody else was there.
 */
export async function create(ctx: UserContext, body: Body<typeof createOrganisation>): Promise<Organisation> {
  const organization_id = await store.insertOrganisation(
    ctx,
    body.organization_name,
    body.organization_description || null,
  )
  const inside = await ctx.enter(organization_id)
  await store.insertInitialContents(inside, primaryBranch, startingRoles)
  await selectOrganisation(inside, organization_id)
  await inside.audit({
    kind: 'organisation.created',
    subject: `organisation:${organization_id}`,
    details: { name: body.organization_name },
  })
  return organisationOf(inside, organization_id)
}

export async function info(ctx: MemberContext): Promise<OrganisationDetail> {
  const [organisation, all_users, branches, roles] = await Promise.all([
    organisationOf(ctx, ctx.organization_id),
    allMembers(ctx),
    branchesFor(ctx),
    rolesFor(ctx),
  ])
  const owners = all_users.filter(all_user => all_user.org_role === 'owner').map(({ user_id }) => ({ user_id }))
  return { ...organisation, owners, all_users, branches, roles }
}

export async function update(ctx: MemberContext, body: Body<typeof updateOrganisation>): Promise<Organisation> {
  const { updated_organization_name: name, updated_organization_description: description } = body
  const image_key = await changedPicture(ctx, body.updated_organization_image)
  const changes = {
    ...(image_key !== undefined && { image_key }),
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: description || null }),
  }
  await store.updateOrganisation(ctx, changes)
  const organisation = await organisationOf(ctx, ctx.organization_id)
  if (Object.keys(changes).length === 0) return organisation
  const { organization_name } = organisation
  ctx.record({ kind: 'organisation.updated', organization_name }, { to: 'organisation' })
  await ctx.audit({
    kind: 'organisation.updated',
    subject: `organisation:${ctx.organization_id}`,
    details: changes,
  })
  return organisation
}

/** Stores a new picture, or forgets the old one with null; undefined changes nothing. */
async function changedPicture(ctx: MemberContext, picture: string | null | undefined) {
  if (picture === undefined) return undefined
  const old = await store.imageKey(ctx)
  if (picture !== null) return storePicture(ctx, `organisations/${ctx.organization_id}`, picture, old)
  if (old) deletePicture(ctx, old)
  return null
}
