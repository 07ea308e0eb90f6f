import { apiError } from '#shared/errors'
import { type Capability, can, heldBy, isAtLeast, type OrgRole, type Powers } from '#shared/rules/capabilities'
import type { Group } from '../../platform/groups'
import type { Membership } from '../../platform/identity'
import { portsOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import * as memberships from './membership-store'

interface Needs {
  orgRole?: OrgRole
  can?: Capability
}

/**
 * Waits until no other call changes who may do what in the organisation, and answers what the caller is by then: it may have
 * become less since the call came in.
 */
export async function lockRights(ctx: MemberContext, needs: Needs): Promise<Membership> {
  await memberships.lockOrganisation(ctx)
  const member = await memberships.membershipOf(ctx.tx, ctx.organization_id, ctx.caller.user_id)
  if (!member) throw apiError('organization.not_member')
  if (needs.orgRole && !isAtLeast(member.org_role, needs.orgRole)) throw apiError('permission.missing')
  if (needs.can && !can(member, needs.can)) throw apiError('permission.missing')
  return member
}

/** Nobody gives more than they hold [D41]. */
export function holdsAll(who: Powers, capabilities: readonly Capability[]): boolean {
  const held = heldBy(who)
  return capabilities.every(capability => held.includes(capability))
}

/**
 * Whether a role or branch opens to those in it what the caller may not see, or not do as much with [D41]. Owners and admins hold
 * everything.
 */
export async function opensMoreThanHeld(ctx: MemberContext, group: Group): Promise<boolean> {
  const { app, tx, organization_id, caller, now } = ctx
  return portsOf(app).opensMore(app, tx, { organization_id, group, user_id: caller.user_id, now })
}

/** Refuses to put others, or themselves, where more is open than the caller holds. */
export async function requireOpenedHeld(ctx: MemberContext, group: Group): Promise<void> {
  if (await opensMoreThanHeld(ctx, group)) throw apiError('grant.owner_needed')
}

/** Owners remove anybody; everybody else only plain members, and that needs `people.manage` [D1]. Leaving is another matter. */
export function mayRemove(who: Powers, target: OrgRole): boolean {
  return who.org_role === 'owner' || (target === 'member' && can(who, 'people.manage'))
}

/** Refuses when one of the named is no member here. */
export async function requireMembers(ctx: MemberContext, user_ids: readonly number[]): Promise<Map<number, OrgRole>> {
  const orgRoles = await memberships.orgRolesOf(ctx, user_ids)
  if (user_ids.some(user_id => !orgRoles.has(user_id))) throw apiError('person.not_found')
  return orgRoles
}

/** Refuses when somebody is to be added and removed in the same call. */
export function requireApart(added: readonly number[], removed: readonly number[]): void {
  if (added.some(user_id => removed.includes(user_id))) {
    throw apiError('request.invalid', {
      issues: [{ path: 'users_to_be_removed', message: 'Somebody is named in both lists.' }],
    })
  }
}
