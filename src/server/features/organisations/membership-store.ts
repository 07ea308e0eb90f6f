import { sql } from 'kysely'
import type { OrgRole } from '#shared/rules/capabilities'
import { planLimits } from '#shared/rules/plans'
import { runStatement, type Tx } from '../../platform/database/connection'
import { setTenant } from '../../platform/database/transaction'
import type { StoredMembership } from '../../platform/identity'
import type { MemberContext, OrganizationContext, RequestContext, UserContext } from '../../platform/request-context'

/** No plan that limits people allows more, so that more need not be counted. */
const mostOfAnyPlan = Math.max(...Object.values(planLimits).map(({ members }) => members ?? 0))

const membership = `
  select m.org_role, o.plan_id, o.is_guest,
    case when o.plan_id = 'business' or m.org_role = 'owner' then 0 else (
      select count(*) from (
        select from memberships e where e.organization_id = $1
          and (e.org_role = 'owner' or (e.joined_at, e.user_id) < (m.joined_at, m.user_id))
        limit ${mostOfAnyPlan}
      ) before
    )::int end as members_before,
    array(
      select distinct unnest(r.capabilities) from role_members rm
      join roles r on r.organization_id = rm.organization_id and r.id = rm.role_id
      where rm.organization_id = $1 and rm.user_id = $2
    ) as capabilities,
    array(
      select rm.role_id from role_members rm where rm.organization_id = $1 and rm.user_id = $2 order by rm.role_id
    ) as role_ids,
    array(
      select bm.branch_id from branch_members bm
      join branches b on b.organization_id = bm.organization_id and b.id = bm.branch_id
      where bm.organization_id = $1 and bm.user_id = $2 and b.deleted_at is null order by bm.branch_id
    ) as branch_ids
  from memberships m join organizations o on o.id = m.organization_id
  where m.organization_id = $1 and m.user_id = $2 and o.deleted_at is null`

/**
 * The role and rights of a person in an organisation, or null if they are no member or it was deleted. A single query, because every call
 * and every socket needs it. `plan_id` is the paid plan, without regard to the BILLING setting. `branch_ids` leaves
 * out deleted branches.
 */
export async function membershipOf(tx: Tx, organization_id: number, user_id: number): Promise<StoredMembership | null> {
  const [found] = await runStatement<StoredMembership>(tx, membership, [organization_id, user_id])
  return found ?? null
}

/** A person's organisation role with the names of their branches and roles. */
export interface MembershipSummary {
  org_role: OrgRole
  branches: { id: number; branch_name: string }[]
  roles: { role_id: number; role_name: string; capabilities: string[] }[]
}

/** Reads a membership in a transaction that may have no tenant yet; afterwards this organisation is the tenant. */
export async function membershipSummary(
  { tx }: RequestContext,
  organization_id: number,
  user_id: number,
): Promise<MembershipSummary | null> {
  await setTenant(tx, { organization_id, user_id })
  const { rows } = await sql<MembershipSummary>`
    select m.org_role,
      (
        select coalesce(json_agg(json_build_object('id', b.id, 'branch_name', b.name) order by lower(b.name)), '[]')
        from branch_members bm join branches b on b.organization_id = bm.organization_id and b.id = bm.branch_id
        where bm.organization_id = ${organization_id} and bm.user_id = ${user_id} and b.deleted_at is null
      ) as branches,
      (
        select coalesce(json_agg(
          json_build_object('role_id', r.id, 'role_name', r.name, 'capabilities', r.capabilities) order by r.id), '[]')
        from role_members rm join roles r on r.organization_id = rm.organization_id and r.id = rm.role_id
        where rm.organization_id = ${organization_id} and rm.user_id = ${user_id}
      ) as roles
    from memberships m join organizations o on o.id = m.organization_id and o.deleted_at is null
    where m.organization_id = ${organization_id} and m.user_id = ${user_id}`.execute(tx)
  return rows[0] ?? null
}

/** Works without a tenant: people see their own memberships. */
export async function isMember({ tx }: RequestContext, organization_id: number, user_id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('memberships as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .select('m.user_id')
    .where('m.organization_id', '=', organization_id)
    .where('m.user_id', '=', user_id)
    .where('o.deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** The caller's organisations in the order of their numbers. Works without a tenant. */
export async function organisationsOf({ tx, caller }: UserContext): Promise<number[]> {
  const rows = await tx
    .selectFrom('memberships as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .select('o.id')
    .where('m.user_id', '=', caller.user_id)
    .where('o.deleted_at', 'is', null)
    .orderBy('o.id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function markOpened(ctx: OrganizationContext): Promise<void> {
  await ctx.tx
    .updateTable('memberships')
    .set({ opened_at: ctx.now })
    .where('organization_id', '=', ctx.organization_id)
    .where('user_id', '=', ctx.caller.user_id)
    .execute()
}

/**
 * Serialises changes of organisation roles, roles and memberships of one organisation: each holds this lock until it
 * commits. The lock does not block rows that only refer to the organisation.
 */
export async function lockOrganisation(ctx: OrganizationContext): Promise<void> {
  await sql`select 1 from organizations where id = ${ctx.organization_id} for no key update`.execute(ctx.tx)
}

/** Organisation roles of those among the named who are members. */
export async function orgRolesOf(ctx: MemberContext, user_ids: readonly number[]): Promise<Map<number, OrgRole>> {
  const rows = await ctx.tx
    .selectFrom('memberships')
    .select(['user_id', 'org_role'])
    .where('organization_id', '=', ctx.organization_id)
    .where('user_id', '=', sql<number>`any(${user_ids}::bigint[])`)
    .execute()
  return new Map(rows.map(row => [row.user_id, row.org_role]))
}

export async function countOwners(ctx: MemberContext): Promise<number> {
  const { owners } = await ctx.tx
    .selectFrom('memberships')
    .select(({ fn }) => fn.countAll<number>().as('owners'))
    .where('organization_id', '=', ctx.organization_id)
    .where('org_role', '=', 'owner')
    .executeTakeFirstOrThrow()
  return owners
}

export async function setOrgRole(ctx: MemberContext, user_ids: readonly number[], org_role: OrgRole): Promise<void> {
  await ctx.tx
    .updateTable('memberships')
    .set({ org_role })
    .where('organization_id', '=', ctx.organization_id)
    .where('user_id', '=', sql<number>`any(${user_ids}::bigint[])`)
    .execute()
}

/** Makes the caller a member. Returns false if they already were. */
export async function join(ctx: OrganizationContext): Promise<boolean> {
  const joined = await ctx.tx
    .insertInto('memberships')
    .values({
      organization_id: ctx.organization_id,
      user_id: ctx.caller.user_id,
      org_role: 'member',
      joined_at: ctx.now,
      opened_at: null,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return joined !== undefined
}

/** Ends a membership, together with the person's roles and branches. */
export async function removeMember(ctx: MemberContext, user_id: number): Promise<void> {
  await ctx.tx
    .deleteFrom('memberships')
    .where('organization_id', '=', ctx.organization_id)
    .where('user_id', '=', user_id)
    .execute()
}

/**
 * Selects the organisation that the person works in; -1 selects none. The caller of this function checks the
 * membership.
 */
export async function selectOrganisation(ctx: UserContext, organization_id: number): Promise<void> {
  await ctx.tx
    .updateTable('users')
    .set({ selected_organization_id: organization_id > 0 ? organization_id : null })
    .where('id', '=', ctx.caller.user_id)
    .execute()
}
