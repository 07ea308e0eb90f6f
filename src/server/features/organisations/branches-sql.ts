import { sql } from 'kysely'
import type { MemberContext } from '../../platform/request-context'

/**
 * Which rows of `branches b` the caller may see [D3]: open ones and their own; owners and admins see all. Nobody sees
 * deleted ones.
 */
export function mayBeSeen({ member }: MemberContext) {
  const seesAll = member.org_role !== 'member'
  return sql<boolean>`b.deleted_at is null and (b.is_open or ${seesAll} or b.id = any(${member.branch_ids}::bigint[]))`
}
