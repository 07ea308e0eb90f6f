import { sql } from 'kysely'
import type { MemberContext, OrganizationContext } from '../../platform/request-context'
import { mayBeSeen } from './branches-sql'

export interface BranchRow {
  id: number
  name: string
  description: string | null
  address: string | null
  city: string | null
  country: string | null
  is_open: boolean
  is_primary: boolean
  created_by: number | null
  created_at: string
  updated_by: number | null
  updated_at: string
  deleted_at: string | null
  users: { user_id: number }[]
}

export type BranchFields = Pick<BranchRow, 'name' | 'description' | 'address' | 'city' | 'country' | 'is_open'>

const withUsers = (ctx: MemberContext) => sql<BranchRow['users']>`(
  select coalesce(json_agg(json_build_object('user_id', bm.user_id) order by bm.user_id), '[]') from branch_members bm
  where bm.organization_id = ${ctx.organization_id} and bm.branch_id = b.id
)`

function branches(ctx: MemberContext) {
  return ctx.tx
    .selectFrom('branches as b')
    .select([
      'b.id',
      'b.name',
      'b.description',
      'b.address',
      'b.city',
      'b.country',
      'b.is_open',
      'b.is_primary',
      'b.created_by',
      'b.created_at',
      'b.updated_by',
      'b.updated_at',
      'b.deleted_at',
      withUsers(ctx).as('users'),
    ])
    .where('b.organization_id', '=', ctx.organization_id)
}

/**
 * Visible branches, the primary one first; with `deletedSince`, also those deleted from then on, without a check of
 * access.
 */
export function visibleBranches(ctx: MemberContext, deletedSince?: string): Promise<BranchRow[]> {
  return branches(ctx)
    .where(({ or, eb }) =>
      or([mayBeSeen(ctx), ...(deletedSince === undefined ? [] : [eb('b.deleted_at', '>', deletedSince)])]),
    )
    .orderBy('b.is_primary', 'desc')
    .orderBy(sql`lower(b.name)`)
    .orderBy('b.id')
    .execute()
}

/** A branch without a check of access, deleted or not. */
export function findBranch(ctx: MemberContext, branch_id: number): Promise<BranchRow> {
  return branches(ctx).where('b.id', '=', branch_id).executeTakeFirstOrThrow()
}

/** A branch that the caller may see, by id or by name, locked until the call ends. */
export function lockVisible(ctx: MemberContext, by: { branch_id: number } | { branch_name: string }) {
  return ctx.tx
    .selectFrom('branches as b')
    .select(['b.id', 'b.name', 'b.is_primary'])
    .where('b.organization_id', '=', ctx.organization_id)
    .where(
      'branch_id' in by ? sql<boolean>`b.id = ${by.branch_id}` : sql<boolean>`lower(b.name) = lower(${by.branch_name})`,
    )
    .where(mayBeSeen(ctx))
    .forUpdate()
    .executeTakeFirst()
}

/** A branch that was deleted after `since` or not at all, locked until the call ends. */
export function lockRestorable(ctx: MemberContext, branch_id: number, since: string) {
  return ctx.tx
    .selectFrom('branches as b')
    .select(['b.id', 'b.name', 'b.deleted_at'])
    .where('b.organization_id', '=', ctx.organization_id)
    .where('b.id', '=', branch_id)
    .where(({ or, eb }) => or([eb('b.deleted_at', 'is', null), eb('b.deleted_at', '>', since)]))
    .forUpdate()
    .executeTakeFirst()
}

/** Adds a branch with its creator as a member, who could not see a closed one otherwise. */
export async function insertBranch(ctx: MemberContext, fields: BranchFields): Promise<number> {
  const { organization_id, caller, now } = ctx
  const { rows } = await sql<{ branch_id: number }>`
    with branch as (
      insert into branches (organization_id, name, description, address, city, country, is_open, created_by, created_at, updated_by, updated_at)
      values (${organization_id}, ${fields.name}, ${fields.description}, ${fields.address}, ${fields.city}, ${fields.country},
        ${fields.is_open}, ${caller.user_id}, ${now}, ${caller.user_id}, ${now})
      returning id
    )
    insert into branch_members (organization_id, branch_id, user_id, added_by, added_at)
    select ${organization_id}::bigint, branch.id, ${caller.user_id}::bigint, ${caller.user_id}::bigint, ${now}::timestamptz
    from branch
    returning branch_id`.execute(ctx.tx)
  const [row] = rows
  if (!row) throw new Error('The branch was not added.')
  return row.branch_id
}

export async function updateBranch(
  ctx: MemberContext,
  branch_id: number,
  changes: Partial<BranchFields> & { deleted_at?: string | null },
): Promise<void> {
  await ctx.tx
    .updateTable('branches')
    .set({ ...changes, updated_by: ctx.caller.user_id, updated_at: ctx.now })
    .where('organization_id', '=', ctx.organization_id)
    .where('id', '=', branch_id)
    .execute()
}

/** Who may see a branch, deleted or not [D3]: everybody if it is open; otherwise its people, owners and admins. */
export async function whoSees(
  ctx: Pick<MemberContext, 'tx' | 'organization_id'>,
  branch_id: number,
): Promise<{ everyone: boolean; user_ids: number[] }> {
  const { rows } = await sql<{ everyone: boolean; user_ids: number[] }>`
    select b.is_open as everyone, array(
      select m.user_id from memberships m
      where m.organization_id = b.organization_id and (m.org_role <> 'member' or exists (
        select from branch_members bm
        where bm.organization_id = b.organization_id and bm.branch_id = b.id and bm.user_id = m.user_id
      ))
      order by m.user_id
    ) as user_ids
    from branches b where b.organization_id = ${ctx.organization_id} and b.id = ${branch_id}`.execute(ctx.tx)
  return rows[0] ?? { everyone: false, user_ids: [] }
}

export async function addPeople(ctx: MemberContext, branch_id: number, user_ids: readonly number[]): Promise<void> {
  await sql`
    insert into branch_members (organization_id, branch_id, user_id, added_by, added_at)
    select ${ctx.organization_id}::bigint, ${branch_id}::bigint, unnest(${user_ids}::bigint[]), ${ctx.caller.user_id}::bigint,
      ${ctx.now}::timestamptz
    on conflict do nothing`.execute(ctx.tx)
}

/** Adds the caller to a branch that is not deleted. Returns whether they were not in it before. */
export async function addSelf(
  { tx, organization_id, caller, now }: OrganizationContext,
  branch_id: number,
  added_by: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into branch_members (organization_id, branch_id, user_id, added_by, added_at)
    select b.organization_id, b.id, ${caller.user_id}::bigint, ${added_by}::bigint, ${now}::timestamptz from branches b
    where b.organization_id = ${organization_id} and b.id = ${branch_id} and b.deleted_at is null
    on conflict do nothing returning branch_id`.execute(tx)
  return rows.length > 0
}

export async function removePeople(ctx: MemberContext, branch_id: number, user_ids: readonly number[]): Promise<void> {
  await ctx.tx
    .deleteFrom('branch_members')
    .where('organization_id', '=', ctx.organization_id)
    .where('branch_id', '=', branch_id)
    .where('user_id', '=', sql<number>`any(${user_ids}::bigint[])`)
    .execute()
}
