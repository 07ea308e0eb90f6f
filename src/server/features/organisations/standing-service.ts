import type { Person } from '#shared/contract/common'
import { refuse } from '#shared/errors'
import type { Standing } from '#shared/rules/capabilities'
import type { MemberScene } from '../../platform/scene'
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

export const owners = async (at: MemberScene): Promise<Person[]> =>
  peopleFrom(at, await store.withStanding(at, 'owner'))
export const admins = async (at: MemberScene): Promise<Person[]> =>
  peopleFrom(at, await store.withStanding(at, 'admin'))

export async function addOwners(at: MemberScene, { user_ids }: Named): Promise<Person[]> {
  await change(at, user_ids, { from: ['admin', 'member'], to: 'owner' })
  return owners(at)
}

export async function removeOwners(at: MemberScene, { user_ids }: Named): Promise<Person[]> {
  await change(at, user_ids, { from: ['owner'], to: 'member' })
  return owners(at)
}

/** An owner who is named stays an owner: adding takes nothing away. */
export async function addAdmins(at: MemberScene, { user_ids }: Named): Promise<Person[]> {
  await change(at, user_ids, { from: ['member'], to: 'admin' })
  return admins(at)
}

export async function removeAdmins(at: MemberScene, { user_ids }: Named): Promise<Person[]> {
  await change(at, user_ids, { from: ['admin'], to: 'member' })
  return admins(at)
}

/** Owners alone change standings, and one owner always remains [D1], however many calls come at once. */
async function change(at: MemberScene, user_ids: readonly number[], { from, to }: Change): Promise<void> {
  await lockRights(at, { standing: 'owner' })
  const standings = await requireMembers(at, user_ids)
  const changing = [...standings].filter(([, standing]) => from.includes(standing))
  if (changing.length === 0) return
  const leaving = changing.filter(([, standing]) => standing === 'owner').length
  if (leaving > 0 && leaving === (await memberships.countOwners(at))) throw refuse('owner.last')
  await memberships.setStanding(
    at,
    changing.map(([user_id]) => user_id),
    to,
  )
  for (const [user_id] of changing) at.record({ kind: 'member.changed', user_id }, { to: 'organisation' })
  await Promise.all(
    changing.map(([user_id, standing]) =>
      at.audit({ kind: 'member.standing_changed', subject: `user:${user_id}`, details: { from: standing, to } }),
    ),
  )
}
