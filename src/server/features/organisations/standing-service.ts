import type { Person } from '#shared/contract/common'
import { apiError } from '#shared/errors'
import type { Standing } from '#shared/rules/capabilities'
import type { MemberContext } from '../../platform/request-context'
import * as memberships from './membership-store'
import { peopleFrom } from './people-service'
import * as store from './people-store'
import { lockRights, requireMembers } from './rights'

interface Named {
  user_ids: number[]
}

interface Change {
  /** Whoever has another standing is left as they are. */
  from: readonly Standing[]
  to: Standing
}

export const owners = async (ctx: MemberContext): Promise<Person[]> =>
  peopleFrom(ctx, await store.withStanding(ctx, 'owner'))
export const admins = async (ctx: MemberContext): Promise<Person[]> =>
  peopleFrom(ctx, await store.withStanding(ctx, 'admin'))

export async function addOwners(ctx: MemberContext, { user_ids }: Named): Promise<Person[]> {
  await change(ctx, user_ids, { from: ['admin', 'member'], to: 'owner' })
  return owners(ctx)
}

export async function removeOwners(ctx: MemberContext, { user_ids }: Named): Promise<Person[]> {
  await change(ctx, user_ids, { from: ['owner'], to: 'member' })
  return owners(ctx)
}

/** An owner who is named stays an owner: adding takes nothing away. */
export async function addAdmins(ctx: MemberContext, { user_ids }: Named): Promise<Person[]> {
  await change(ctx, user_ids, { from: ['member'], to: 'admin' })
  return admins(ctx)
}

export async function removeAdmins(ctx: MemberContext, { user_ids }: Named): Promise<Person[]> {
  await change(ctx, user_ids, { from: ['admin'], to: 'member' })
  return admins(ctx)
}

/** Owners alone change standings, and one owner always remains [D1], however many calls come at once. */
async function change(ctx: MemberContext, user_ids: readonly number[], { from, to }: Change): Promise<void> {
  await lockRights(ctx, { standing: 'owner' })
  const standings = await requireMembers(ctx, user_ids)
  const changing = [...standings].filter(([, standing]) => from.includes(standing))
  if (changing.length === 0) return
  const leaving = changing.filter(([, standing]) => standing === 'owner').length
  if (leaving > 0 && leaving === (await memberships.countOwners(ctx))) throw apiError('owner.last')
  await memberships.setStanding(
    ctx,
    changing.map(([user_id]) => user_id),
    to,
  )
  for (const [user_id] of changing) ctx.record({ kind: 'member.changed', user_id }, { to: 'organisation' })
  await Promise.all(
    changing.map(([user_id, standing]) =>
      ctx.audit({ kind: 'member.standing_changed', subject: `user:${user_id}`, details: { from: standing, to } }),
    ),
  )
}
