import type { Grantee } from '#shared/contract/access/endpoints'
import type { SourcePermission } from '#shared/contract/sources/endpoints'

export type Lists = Omit<SourcePermission, 'organisation'>

/** The lists of a permission, and the kind of grantee in each. */
export const grantedLists = [
  ['user_ids', 'user'],
  ['role_ids', 'role'],
  ['branch_ids', 'branch'],
] as const

export function listsFrom(grantees: readonly Grantee[]): Lists {
  const ids = (kind: Grantee['grantee_kind']) =>
    grantees.filter(grantee => grantee.grantee_kind === kind).map(grantee => grantee.grantee_id)
  return { user_ids: ids('user'), role_ids: ids('role'), branch_ids: ids('branch') }
}
