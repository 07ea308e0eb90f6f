import { sql } from 'kysely'
import type { OrgRole } from '#shared/rules/capabilities'
import type { PlanName } from '#shared/rules/plans'
import type { MemberContext, OrganizationContext, UserContext } from '../../platform/request-context'

export interface OrganisationRow {
  id: number
  name: string
  description: string | null
  plan_id: PlanName
  org_role: OrgRole
  opened_at: string | null
  branch_count: number
  member_count: number
  image_key: string | null
}

/** The caller's organisations, last opened first; or only the named one. */
export async function ownOrganisations(ctx: UserContext, only: number | null = null): Promise<OrganisationRow[]> {
  const { rows } = await sql<OrganisationRow>`
    select o.id, o.name, o.description, o.plan_id, o.image_key, m.org_role, m.opened_at, own.branch_count, own.member_count
    from own_organizations(${only}::bigint) own
    join organizations o on o.id = own.organization_id
    join memberships m on m.organization_id = own.organization_id and m.user_id = ${ctx.caller.user_id}
    order by m.opened_at desc nulls last, lower(o.name), o.id`.execute(ctx.tx)
  return rows
}

/** The new row is visible to its creator before it becomes the tenant. */
export async function insertOrganisation(ctx: UserContext, name: string, description: string | null): Promise<number> {
  const { id } = await ctx.tx
    .insertInto('organizations')
    .values({ name, description, created_by: ctx.caller.user_id, created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Creates the initial contents of an organisation: its event counter, the owner, the primary branch with the owner in
 * it, the roles.
 */
export async function insertInitialContents(
  ctx: OrganizationContext,
  branchName: string,
  roles: readonly { role_name: string; capabilities: readonly string[] }[],
): Promise<void> {
  const { organization_id, caller, now } = ctx
  await sql`
    with counter as (insert into event_counters (organization_id, seq) values (${organization_id}, 0)),
    membership as (
      insert into memberships (organization_id, user_id, org_role, joined_at, opened_at)
      values (${organization_id}, ${caller.user_id}, 'owner', ${now}, ${now})
    ),
    branch as (
      insert into branches (organization_id, name, is_primary, created_by, created_at, updated_by, updated_at)
      values (${organization_id}, ${branchName}, true, ${caller.user_id}, ${now}, ${caller.user_id}, ${now}) returning id
    ),
    starting_roles as (
      insert into roles (organization_id, name, capabilities, created_at)
      select ${organization_id}::bigint, one.role_name, array(select jsonb_array_elements_text(one.capabilities)),
        ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(roles)}::jsonb) as one (role_name text, capabilities jsonb)
    )
    insert into branch_members (organization_id, branch_id, user_id, added_by, added_at)
    select ${organization_id}::bigint, branch.id, ${caller.user_id}::bigint, ${caller.user_id}::bigint, ${now}::timestamptz
    from branch`.execute(ctx.tx)
}

export async function updateOrganisation(
  ctx: MemberContext,
  changes: { name?: string; description?: string | null; image_key?: string | null },
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await ctx.tx.updateTable('organizations').set(changes).where('id', '=', ctx.organization_id).execute()
}

export async function organisationName(ctx: Pick<OrganizationContext, 'tx' | 'organization_id'>): Promise<string> {
  const { name } = await ctx.tx
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', ctx.organization_id)
    .executeTakeFirstOrThrow()
  return name
}

export async function isDeleted(ctx: OrganizationContext): Promise<boolean> {
  const { deleted_at } = await ctx.tx
    .selectFrom('organizations')
    .select('deleted_at')
    .where('id', '=', ctx.organization_id)
    .executeTakeFirstOrThrow()
  return deleted_at !== null
}

/** The key of the picture of the organisation. */
export async function imageKey(ctx: OrganizationContext): Promise<string | null> {
  const { image_key } = await ctx.tx
    .selectFrom('organizations')
    .select('image_key')
    .where('id', '=', ctx.organization_id)
    .executeTakeFirstOrThrow()
  return image_key
}

/** Whether the server has one workspace only; those of guests are not counted. */
export async function isOnlyWorkspace({ tx }: Pick<UserContext, 'tx'>): Promise<boolean> {
  const row = await tx.selectFrom('workspace_count').select('workspaces').executeTakeFirst()
  return row?.workspaces === 1
}
