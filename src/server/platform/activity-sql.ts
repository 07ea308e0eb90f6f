import { sql } from 'kysely'
import type { ActivityParams } from './activity'
import type { Fragment } from './grantable'

/**
 * The end of a query for places: the time and the position, then the order and the limit. With an index on organisation,
 * time and id it reads only its own page, however deep that is.
 */
export function newest({ from, to, behind, limit }: ActivityParams, at: Fragment, id: Fragment): Fragment {
  return sql`
    ${from ? sql`and ${at} >= ${from}::timestamptz` : sql``} ${to ? sql`and ${at} < ${to}::timestamptz` : sql``}
    ${behind ? sql`and (${at}, ${id}) < (${behind.at}::timestamptz, ${behind.id}::bigint)` : sql``}
    order by ${at} desc, ${id} desc limit ${sql.lit(limit)}`
}

/** The condition that somebody did it, if only that is asked for. */
export const doneBy = ({ by_user_id }: ActivityParams, column: Fragment): Fragment =>
  by_user_id === undefined ? sql`` : sql`and ${column} = ${by_user_id}::bigint`

/** The condition that it belongs to the branch, if only that is asked for. */
export const ofBranch = ({ branch_id }: ActivityParams, column: Fragment): Fragment =>
  branch_id === undefined ? sql`` : sql`and ${column} = ${branch_id}::bigint`

/** The condition that a person is in the branch, if only that is asked for. */
export const ofPersonIn = (
  { branch_id }: ActivityParams,
  { organization_id }: { organization_id: number },
  user: Fragment,
): Fragment =>
  branch_id === undefined
    ? sql``
    : sql`and exists (
        select from branch_members bm
        where bm.organization_id = ${organization_id} and bm.branch_id = ${branch_id}::bigint and bm.user_id = ${user}
      )`

/** The columns of places that tell who did it and which branches it belongs to; null and none if that is nobody's. */
export const whose = (by: Fragment, branch_ids: Fragment): Fragment =>
  sql`${by} as by_user_id, ${branch_ids} as branch_ids`

/** The branches of a person. */
export const branchesOf = ({ organization_id }: { organization_id: number }, user: Fragment): Fragment => sql`array(
  select bm.branch_id from branch_members bm where bm.organization_id = ${organization_id} and bm.user_id = ${user}
)`

/** The id in the subject of an entry `a` of the audit log; null for entries of other kinds, whose subject may have none. */
export const auditedId = (kinds: readonly string[]): Fragment =>
  sql`case when ${ofKinds(kinds)} then split_part(a.subject, ':', 2)::bigint end`

/** Entries `a` of the audit log of these kinds. Written as text, so that PostgreSQL uses the index of activity. */
export const ofKinds = (kinds: readonly string[]): Fragment =>
  sql`a.kind in (${sql.join(kinds.map(kind => sql.lit(kind)))})`
