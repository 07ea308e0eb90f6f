import { sql } from 'kysely'
import type { Capability } from '#shared/rules/capabilities'
import type { MemberContext, OrganizationContext } from '../../platform/request-context'

export interface RoleRow {
  id: number
  name: string
  capabilities: Capability[]
  users: { user_id: number }[]
}

/** Roles in order of creation; only the named ones, if any. */
export async function roles(ctx: MemberContext, only: readonly number[] | null = null): Promise<RoleRow[]> {
  const { rows } = await sql<RoleRow>`
    select r.id, r.name, r.capabilities, (
      select coalesce(json_agg(json_build_object('user_id', rm.user_id) order by rm.user_id), '[]') from role_members rm
      where rm.organization_id = ${ctx.organization_id} and rm.role_id = r.id
    ) as users
    from roles r
    where r.organization_id = ${ctx.organization_id}
      and (${only}::bigint[] is null or r.id = any(${only}::bigint[]))
    order by r.id`.execute(ctx.tx)
  return rows
}

export async function insertRole(
  ctx: MemberContext,
  role: { name: string; capabilities: Capability[] },
): Promise<number> {
  const { id } = await ctx.tx
    .insertInto('roles')
    .values({ ...role, organization_id: ctx.organization_id, created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateRole(
  ctx: MemberContext,
  role_id: number,
  changes: { name?: string; capabilities?: Capability[] },
): Promise<void> {
  await ctx.tx
    .updateTable('roles')
    .set(changes)
    .where('organization_id', '=', ctx.organization_id)
    .where('id', '=', role_id)
    .execute()
}

/** Deletes a role, with its memberships and its invites. */
export async function deleteRole(ctx: MemberContext, role_id: number): Promise<void> {
  await ctx.tx
    .deleteFrom('roles')
    .where('organization_id', '=', ctx.organization_id)
    .where('id', '=', role_id)
    .execute()
}

export async function addRoleMembers(
  ctx: OrganizationContext,
  role_id: number,
  user_ids: readonly number[],
  by: number,
): Promise<void> {
  await sql`
    insert into role_members (organization_id, role_id, user_id, added_by, added_at)
    select ${ctx.organization_id}::bigint, ${role_id}::bigint, unnest(${user_ids}::bigint[]), ${by}::bigint,
      ${ctx.now}::timestamptz
    on conflict do nothing`.execute(ctx.tx)
}

export async function removeRoleMembers(
  ctx: MemberContext,
  role_id: number,
  user_ids: readonly number[],
): Promise<void> {
  await ctx.tx
    .deleteFrom('role_members')
    .where('organization_id', '=', ctx.organization_id)
    .where('role_id', '=', role_id)
    .where('user_id', '=', sql<number>`any(${user_ids}::bigint[])`)
    .execute()
}

/** What a role allows; nothing if it does not exist. */
export async function capabilitiesOfRole(ctx: OrganizationContext, role_id: number): Promise<Capability[]> {
  const role = await ctx.tx
    .selectFrom('roles')
    .select('capabilities')
    .where('organization_id', '=', ctx.organization_id)
    .where('id', '=', role_id)
    .executeTakeFirst()
  return (role?.capabilities ?? []) as Capability[]
}
