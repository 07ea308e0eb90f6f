import type { Person } from '#shared/contract/common'
import { apiError } from '#shared/errors'
import type { OrgRole } from '#shared/rules/capabilities'
import type { MemberContext } from '../../platform/request-context'
import * as memberships from './membership-store'
import { peopleFrom } from './people-service'
import * as store from './people-store'
import { lockRights, requireMembers } from './rights'

interface Named {
  user_ids: number[]
}

interface Change {
  /** People with any other organisation role stay as they are. */
  from: readonly OrgRole[]
  to: OrgRole
}

export const owners = async (ctx: MemberContext): Promise<Person[]> =>
  peopleFrom(ctx, await store.withOrgRole(ctx, 'owner'))
export const admins = async (ctx: MemberContext): Promise<Person[]> =>
  peopleFrom(ctx, await store.withOrgRole(ctx, 'admin'))

export async function addOwners(ctx: MemberContext, { user_ids }: Named): Promise<Person[]> {
  await change(ctx, user_ids, { from: ['admin', 'member'], to: 'owner' })
  return owners(ctx)
}

export async function removeOwners(ctx: MemberContext, { user_ids }: Named): Promise<Person[]> {
  await change(ctx, user_ids, { from: ['owner'], to: 'member' })
  return owners(ctx)
}

/** An owner who is named stays an owner: adding never reduces a role. */
export async function addAdmins(ctx: MemberContext, { user_ids }: Named): Promise<Person[]> {
  await change(ctx, user_ids, { from: ['member'], to: 'admin' })
  return admins(ctx)
}

export async function removeAdmins(ctx: MemberContext, { user_ids }: Named): Promise<Person[]> {
  await change(ctx, user_ids, { from: ['admin'], to: 'member' })
  return admins(ctx)
}

/** Only owners change organisation roles, and one owner always remains [D1], however many calls run at once. */
async function change(ctx: MemberContext, user_ids: readonly number[], { from, to }: Change): Promise<void> {
  await lockRights(ctx, { orgRole: 'owner' })
  const orgRoles = await requireMembers(ctx, user_ids)
  const changing = [...orgRoles].filter(([, org_role]) => from.includes(org_role))
  if (changing.length === 0) return
  const leaving = changing.filter(([, org_role]) => org_role === 'owner').length
  if (leaving > 0 && leaving === (await memberships.countOwners(ctx))) throw apiError('owner.last')
  await memberships.setOrgRole(
    ctx,
    changing.map(([user_id]) => user_id),
    to,
  )
  for (const [user_id] of changing) ctx.record({ kind: 'member.changed', user_id }, { to: 'organisation' })
  await Promise.all(
    changing.map(([user_id, org_role]) =>
      ctx.audit({ kind: 'member.org_role_changed', subject: `user:${user_id}`, details: { from: org_role, to } }),
    ),
  )
}
