import { z } from 'zod'
import type { Person } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import type { Member } from '#shared/contract/organisations/endpoints'
import type { listPeople, peopleByRole, peopleOfRole, removeUser } from '#shared/contract/organisations/people'
import { apiError } from '#shared/errors'
import { createCursor } from '../../platform/cursor'
import { personFrom, seesAddresses } from '../../platform/people/person'
import { registryOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import * as memberships from './membership-store'
import * as store from './people-store'
import { lockRights, mayRemove, requireMembers } from './rights'

const cursor = createCursor(z.object({ name: z.string(), user_id: z.int() }))

async function memberFrom(ctx: MemberContext, row: store.MemberRow): Promise<Member> {
  const { org_role, role_ids, branch_ids, joined_at } = row
  const addresses = seesAddresses(ctx) || row.user_id === ctx.caller.user_id ? row : undefined
  return { ...(await personFrom(ctx, row, addresses)), org_role, role_ids, branch_ids, joined_at }
}

export const peopleFrom = (ctx: MemberContext, rows: Parameters<typeof personFrom>[1][]): Promise<Person[]> =>
  Promise.all(rows.map(row => personFrom(ctx, row)))

/** All members, by name. */
export async function allMembers(ctx: MemberContext): Promise<Member[]> {
  const rows = await store.members(ctx)
  return Promise.all(rows.map(row => memberFrom(ctx, row)))
}

export async function page(ctx: MemberContext, body: Body<typeof listPeople>): Promise<Page<Member>> {
  const after = cursor.read(body.cursor)
  const rows = await store.members(ctx, { branch_ids: body.branch_ids ?? [], after, limit: body.limit + 1 })
  const { shown, next_cursor } = cursor.cut(rows, body.limit, row => ({ name: row.sort_name, user_id: row.user_id }))
  return { items: await Promise.all(shown.map(row => memberFrom(ctx, row))), next_cursor }
}

export async function byRole(ctx: MemberContext, { branch_ids }: Body<typeof peopleByRole>) {
  const rows = await store.roleHolders(ctx, { branch_ids })
  return Promise.all(
    rows.map(async ({ role_id, role_name, people }) => ({ role_id, role_name, users: await peopleFrom(ctx, people) })),
  )
}

export async function ofRole(ctx: MemberContext, { role_id }: Body<typeof peopleOfRole>): Promise<Person[]> {
  const [role] = await store.roleHolders(ctx, { role_id })
  if (!role) throw apiError('role.not_found')
  return peopleFrom(ctx, role.people)
}

/**
 * Ends a membership, or the caller's own [6.5]. The last owner cannot be removed [D1]. What the person had goes to
 * `handed_to` in the same transaction.
 */
export async function remove(ctx: MemberContext, body: Body<typeof removeUser>): Promise<null> {
  const { user_to_be_removed, handed_to } = body
  const leaves = user_to_be_removed === ctx.caller.user_id
  const member = await lockRights(ctx, leaves ? {} : { can: 'people.manage' })
  const org_role = (await requireMembers(ctx, [user_to_be_removed])).get(user_to_be_removed) ?? 'member'
  if (!leaves && !mayRemove(member, org_role)) throw apiError('permission.missing')
  if (org_role === 'owner' && (await memberships.countOwners(ctx)) === 1) throw apiError('owner.last')
  const handed_over = await handOver({ ...ctx, member }, user_to_be_removed, handed_to ?? null)
  await memberships.removeMember(ctx, user_to_be_removed)
  ctx.record({ kind: 'member.removed', user_id: user_to_be_removed }, { to: 'organisation' })
  await ctx.audit({
    kind: leaves ? 'member.left' : 'member.removed',
    subject: `user:${user_to_be_removed}`,
    details: { org_role, ...(handed_to !== undefined && { handed_to, handed_over }) },
  })
  return null
}

/**
 * Gives what somebody has to another member. Nobody reaches more by removing others [D41]: who does not see everything
 * can hand things of others only to owners and admins, who do.
 */
async function handOver(ctx: MemberContext, user_id: number, heir: number | null): Promise<Record<string, number>> {
  if (heir !== null) {
    const org_role = heir === user_id ? undefined : (await memberships.orgRolesOf(ctx, [heir])).get(heir)
    if (!org_role) throw apiError('person.not_found')
    if (ctx.member.org_role === 'member' && user_id !== ctx.caller.user_id && org_role === 'member')
      throw apiError('handover.owner_needed')
  }
  const counts: Record<string, number> = {}
  for (const { name, handOver } of registryOf(ctx.app).departures) {
    counts[name] = await handOver(ctx, { user_id, heir })
  }
  return counts
}
