import type { OpenInvite } from '#shared/contract/profile/endpoints'
import { apiError } from '#shared/errors'
import type { OrgRole } from '#shared/rules/capabilities'
import type { MemberContext, RequestContext, UserContext } from '../../platform/request-context'
import * as branches from './branch-service'
import * as store from './branch-store'
import * as deletions from './deletion-service'
import * as deletionRows from './deletion-store'
import * as directory from './directory-store'
import * as invites from './invite-store'
import * as memberships from './membership-store'
import * as organisations from './organisation-store'
import * as plans from './plan-store'
import * as rights from './rights'

const foundAtMost = 50

/** What other features ask about organisations. The feature's own endpoints are answered by the services beside this file. */

export const eraseOrganisation = deletions.eraseAtOnce

export const organisationMadeAt = deletionRows.madeAt

/** See the store; used for every call and every socket. */
export const membershipOf = memberships.membershipOf

/**
 * A person's organisation role, branches and roles, or null if they are no member. Makes the organisation the tenant of
 * the transaction.
 */
export const placeOf = memberships.membershipSummary

/** The branches that the caller may see [D3], with the ids of their people. */
export const branchesFor = branches.branchesFor

/**
 * Opens an organisation for the caller: refuses with `organization.not_member` unless they are a member, and records
 * the time.
 */
export async function openOrganisation(ctx: UserContext, organization_id: number): Promise<void> {
  const isTheirs = await memberships.isMember(ctx, organization_id, ctx.caller.user_id)
  if (!isTheirs) throw apiError('organization.not_member')
  await memberships.markOpened(await ctx.enter(organization_id))
}

/**
 * Tells everybody who works with the caller that what they see of them is different now. The tenant is then the last of
 * the caller's organisations.
 */
export async function announceCaller(ctx: UserContext): Promise<void> {
  const { user_id } = ctx.caller
  for (const organization_id of await memberships.organisationsOf(ctx)) {
    const inside = await ctx.enter(organization_id)
    inside.record({ kind: 'member.changed', user_id }, { to: 'organisation' })
  }
}

/** Whether the server has no other workspace, deleted ones that can be restored included. See the store. */
export const { isOnlyWorkspace } = organisations

/** Open invites of a person, by their verified addresses, newest first. */
export async function openInvitesFor(
  ctx: RequestContext,
  user_id: number,
  addresses: readonly string[],
): Promise<OpenInvite[]> {
  return addresses.length === 0 ? [] : invites.openInvites(ctx, user_id, addresses)
}

/**
 * At most 50 people of the organisation by name, and the total number: those with an organisation role, or those whose
 * name, role or branch (one that the caller may see) contains `query`.
 */
export async function findPeople(
  ctx: MemberContext,
  {
    query = '',
    org_role,
    limit = foundAtMost,
  }: { query?: string | undefined; org_role?: OrgRole | undefined; limit?: number },
): Promise<{ people: directory.FoundPerson[]; total: number }> {
  const branch_ids = (await branchesFor(ctx)).map(branch => branch.id)
  return directory.findPeople(ctx, { words: query.trim(), org_role: org_role ?? null, branch_ids, limit })
}

/** See the store. */
export const peopleNamedIn = directory.peopleNamedIn

/** See the store. */
export const membersByIds = directory.membersByIds

/** The name of the organisation. */
export const nameOf = organisations.organisationName

/** The plan of the organisation and its owners: see the store. */
export const { lockPlan, setPlan, countMembers, countOpenInvites, ownersOf } = plans

/** See the store. */
export const selectOrganisation = memberships.selectOrganisation

/** See the store. */
export const whoSeesBranch = store.whoSees

/** Refuses people who are no members, and people who are both added and removed: see there. */
export const { requireMembers, requireDisjoint } = rights
