import { z } from 'zod'
import type { Person } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import type { listPeople, Member, peopleByRole, peopleOfRole, removeUser } from '#shared/contract/organisations'
import { refuse } from '#shared/errors'
import { cursorOf } from '../../platform/cursor'
import type { MemberScene } from '../../platform/scene'
import { personFrom } from '../profile/person-service'
import * as memberships from './membership-store'
import * as store from './people-store'
import { lockRights, mayRemove, requireMembers } from './rights'

const cursor = cursorOf(z.object({ name: z.string(), user_id: z.int() }))

async function memberFrom(at: MemberScene, row: store.MemberRow): Promise<Member> {
  const { standing, role_ids, branch_ids, joined_at } = row
  return { ...(await personFrom(at, row)), standing, role_ids, branch_ids, joined_at }
}

export const peopleFrom = (at: MemberScene, rows: Parameters<typeof personFrom>[1][]): Promise<Person[]> =>
  Promise.all(rows.map(row => personFrom(at, row)))

/** All members, by name. */
export async function everybody(at: MemberScene): Promise<Member[]> {
  const rows = await store.members(at)
  return Promise.all(rows.map(row => memberFrom(at, row)))
}

export async function page(at: MemberScene, body: Body<typeof listPeople>): Promise<Page<Member>> {
  const after = cursor.read(body.cursor)
  const rows = await store.members(at, { branch_ids: body.branch_ids ?? [], after, limit: body.limit + 1 })
  const { shown, next_cursor } = cursor.cut(rows, body.limit, row => ({ name: row.sort_name, user_id: row.user_id }))
  return { items: await Promise.all(shown.map(row => memberFrom(at, row))), next_cursor }
}

export async function byRole(at: MemberScene, { branch_ids }: Body<typeof peopleByRole>) {
  const rows = await store.roleHolders(at, { branch_ids })
  return Promise.all(
    rows.map(async ({ role_id, role_name, people }) => ({ role_id, role_name, users: await peopleFrom(at, people) })),
  )
}

export async function ofRole(at: MemberScene, { role_id }: Body<typeof peopleOfRole>): Promise<Person[]> {
  const [role] = await store.roleHolders(at, { role_id })
  if (!role) throw refuse('role.not_found')
  return peopleFrom(at, role.people)
}

/** Ends somebody's membership, or one's own [6.5]. The last owner stays [D1]. */
export async function remove(at: MemberScene, { user_to_be_removed }: Body<typeof removeUser>): Promise<null> {
  const leaves = user_to_be_removed === at.caller.user_id
  const member = await lockRights(at, leaves ? {} : { can: 'people.manage' })
  const standing = (await requireMembers(at, [user_to_be_removed])).get(user_to_be_removed) ?? 'member'
  if (!leaves && !mayRemove(member, standing)) throw refuse('permission.missing')
  if (standing === 'owner' && (await memberships.countOwners(at)) === 1) throw refuse('owner.last')
  await memberships.removeMember(at, user_to_be_removed)
  at.record({ kind: 'member.removed', user_id: user_to_be_removed }, { to: 'organisation' })
  await at.audit({
    kind: leaves ? 'member.left' : 'member.removed',
    subject: `user:${user_to_be_removed}`,
    details: { standing },
  })
  return null
}
