import { sql } from 'kysely'
import type { OrgRole } from '#shared/rules/capabilities'
import { type Addresses, addressColumns, type PersonRow, personColumns } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'
import type { MemberContext } from '../../platform/request-context'
import { mayBeSeen } from './branches-sql'

export interface MemberRow extends PersonRow, Addresses {
  org_role: OrgRole
  joined_at: string
  role_ids: number[]
  branch_ids: number[]
}

/** The position at which a list by name continues: after this name and id. */
export interface AfterPerson {
  name: string
  user_id: number
}

export interface PeopleParams {
  /** Only people of these branches, as far as the caller may see them; empty means everybody. */
  branch_ids?: readonly number[]
  after?: AfterPerson | undefined
  limit?: number
}

/** The sort order of people; the keyset of the list is this and the id. */
const sortName = sql<string>`lower(users.displayname)`

function inBranches(ctx: MemberContext, branch_ids: readonly number[]) {
  return sql<boolean>`exists (
    select from branch_members bm join branches b on b.organization_id = bm.organization_id and b.id = bm.branch_id
    where bm.organization_id = ${ctx.organization_id} and bm.user_id = users.id
      and bm.branch_id = any(${branch_ids}::bigint[]) and ${mayBeSeen(ctx)}
  )`
}

/** Members by name, each with their roles and the branches of theirs that the caller may see. */
export function members(ctx: MemberContext, { branch_ids = [], after, limit }: PeopleParams = {}) {
  const { organization_id } = ctx
  return ctx.tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select([...personColumns, ...addressColumns, 'org_role', 'joined_at', sortName.as('sort_name')])
    .select([
      sql<number[]>`(
        select coalesce(json_agg(rm.role_id order by rm.role_id), '[]') from role_members rm
        where rm.organization_id = ${organization_id} and rm.user_id = users.id
      )`.as('role_ids'),
      sql<number[]>`(
        select coalesce(json_agg(bm.branch_id order by bm.branch_id), '[]') from branch_members bm
        join branches b on b.organization_id = bm.organization_id and b.id = bm.branch_id
        where bm.organization_id = ${organization_id} and bm.user_id = users.id and ${mayBeSeen(ctx)}
      )`.as('branch_ids'),
    ])
    .where('memberships.organization_id', '=', organization_id)
    .$if(branch_ids.length > 0, query => query.where(inBranches(ctx, branch_ids)))
    .$if(after !== undefined, query =>
      query.where(sql<boolean>`(${sortName}, users.id) > (${after?.name}::text, ${after?.user_id}::bigint)`),
    )
    .orderBy(sortName)
    .orderBy('users.id')
    .$if(limit !== undefined, query => query.limit(limit ?? 0))
    .execute()
}

export function withOrgRole(ctx: MemberContext, org_role: OrgRole): Promise<PersonRow[]> {
  return ctx.tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(personColumns)
    .where('memberships.organization_id', '=', ctx.organization_id)
    .where('org_role', '=', org_role)
    .orderBy(sortName)
    .orderBy('users.id')
    .execute()
}

export interface RolePeopleRow {
  role_id: number
  role_name: string
  people: PersonRow[]
}

/** Roles in order of creation, with the people who hold them by name; only one role if given. */
export async function roleHolders(
  ctx: MemberContext,
  { role_id = null, branch_ids = [] }: { role_id?: number | null; branch_ids?: readonly number[] | undefined },
): Promise<RolePeopleRow[]> {
  const ofBranches = branch_ids.length > 0 ? inBranches(ctx, branch_ids) : sql`true`
  const { rows } = await sql<RolePeopleRow>`
    select r.id as role_id, r.name as role_name, coalesce(holders.people, '[]') as people
    from roles r left join lateral (
      select json_agg(${personJson('users')} order by ${sortName}, users.id) as people
      from role_members rm join users on users.id = rm.user_id
      where rm.organization_id = ${ctx.organization_id} and rm.role_id = r.id and ${ofBranches}
    ) holders on true
    where r.organization_id = ${ctx.organization_id} and (${role_id}::bigint is null or r.id = ${role_id}::bigint)
    order by r.id`.execute(ctx.tx)
  return rows
}
