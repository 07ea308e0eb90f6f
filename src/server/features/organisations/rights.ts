import { type ApiError, apiError } from '#shared/errors'
import { type Capability, can, capabilitiesOf, isAtLeast, type OrgRole, type Powers } from '#shared/rules/capabilities'
import { planLimits } from '#shared/rules/plans'
import type { Group } from '../../platform/groups'
import { type Membership, underPlan } from '../../platform/identity'
import { limitReached, planInForce, requireWithin } from '../../platform/plans'
import { portsOf } from '../../platform/registry'
import type { MemberContext, OrganizationContext } from '../../platform/request-context'
import * as memberships from './membership-store'
import * as plans from './plan-store'

interface Needs {
  orgRole?: OrgRole
  can?: Capability
}

/**
 * Waits until no other call changes rights in the organisation, and returns the caller's current rights, which may have
 * been reduced since the call began.
 */
export async function lockRights(ctx: MemberContext, needs: Needs): Promise<Membership> {
  await memberships.lockOrganisation(ctx)
  const stored = await memberships.membershipOf(ctx.tx, ctx.organization_id, ctx.caller.user_id)
  if (!stored) throw apiError('organization.not_member')
  const member = underPlan(ctx.app.settings, stored)
  if (needs.orgRole && !isAtLeast(member.org_role, needs.orgRole)) throw apiError('permission.missing')
  if (needs.can && !can(member, needs.can)) throw apiError('permission.missing')
  return member
}

/** Nobody gives more than they hold [D41]. */
export function hasAllCapabilities(who: Powers, capabilities: readonly Capability[]): boolean {
  const held = capabilitiesOf(who)
  return capabilities.every(capability => held.includes(capability))
}

/**
 * Whether a role or branch gives its people access that the caller does not have, or not at the same level [D41].
 * Owners and admins have all access.
 */
export async function opensMoreThanOwn(ctx: MemberContext, group: Group): Promise<boolean> {
  const { app, tx, organization_id, caller, now } = ctx
  return portsOf(app).opensMore(app, tx, { organization_id, group, user_id: caller.user_id, now })
}

/** Refuses to add people to a group that gives more access than the caller has. */
export async function requireOwnAccess(ctx: MemberContext, group: Group): Promise<void> {
  if (await opensMoreThanOwn(ctx, group)) throw apiError('grant.owner_needed')
}

/** Owners remove anybody; everybody else only plain members, with `people.manage` [D1]. Leaving is always allowed. */
export function mayRemove(who: Powers, target: OrgRole): boolean {
  return who.org_role === 'owner' || (target === 'member' && can(who, 'people.manage'))
}

/** Refuses if one of the named people is no member. */
export async function requireMembers(ctx: MemberContext, user_ids: readonly number[]): Promise<Map<number, OrgRole>> {
  const orgRoles = await memberships.orgRolesOf(ctx, user_ids)
  if (user_ids.some(user_id => !orgRoles.has(user_id))) throw apiError('person.not_found')
  return orgRoles
}

/** Refuses if somebody is to be added and removed in the same call. */
export function requireDisjoint(added: readonly number[], removed: readonly number[]): void {
  if (added.some(user_id => removed.includes(user_id))) {
    throw apiError('request.invalid', {
      issues: [{ path: 'users_to_be_removed', message: 'Somebody is named in both lists.' }],
    })
  }
}

/**
 * Refuses somebody new if the plan has no room for them [D31]. The organisation stays locked until the transaction ends,
 * so that two people do not take the last place.
 */
export async function requireRoomForMember(ctx: OrganizationContext): Promise<void> {
  await requirePlaces(ctx, 1)
}

/** The same for somebody with these addresses who comes without an invite: the places of open invites to others are taken. */
export async function requireRoomForUninvited(ctx: OrganizationContext, addresses: readonly string[]): Promise<void> {
  await requirePlaces(ctx, 1 + (await plans.countOpenInvites(ctx, addresses)))
}

async function requirePlaces(ctx: OrganizationContext, places: number): Promise<void> {
  const plan_id = planInForce(ctx.app.settings, (await plans.lockPlan(ctx)) ?? 'free')
  requireWithin(plan_id, 'members', (await plans.countMembers(ctx)) + places)
}

/**
 * How many people can still be invited, besides members and open invites to others; and the refusal for the rest of these
 * addresses, which names the plan that has room for all of them [D31]. It is null if there is room.
 */
export async function placesFor(
  ctx: MemberContext,
  addresses: readonly string[],
): Promise<{ places: number; refusal: ApiError | null }> {
  const { plan_id } = ctx.member
  const { members: most } = planLimits[plan_id]
  if (most === null) return { places: addresses.length, refusal: null }
  const [members, invited] = await Promise.all([plans.countMembers(ctx), plans.countOpenInvites(ctx, addresses)])
  const wanted = members + invited + addresses.length
  return { places: most - members - invited, refusal: wanted > most ? limitReached(plan_id, 'members', wanted) : null }
}
