import { type RawBuilder, sql } from 'kysely'
import type { Subject } from '#shared/contract/access/endpoints'
import type { Capability } from '#shared/rules/capabilities'
import type { MemberContext } from '../../platform/request-context'

/** The person that a rule of access is evaluated for, as SQL: values of the caller, or columns of a row for each member. */
export interface EvaluatedMember {
  organization_id: number
  user_id: RawBuilder<number>
  role_ids: RawBuilder<number[]>
  branch_ids: RawBuilder<number[]>
  now: RawBuilder<string>
}

/** The caller of a request. */
export const evaluatedCaller = ({ organization_id, caller, member, now }: MemberContext): EvaluatedMember => ({
  organization_id,
  user_id: sql`${caller.user_id}::bigint`,
  role_ids: sql`${member.role_ids}::bigint[]`,
  branch_ids: sql`${member.branch_ids}::bigint[]`,
  now: sql`${now}::timestamptz`,
})

/** The columns of each row of {@link membersWith}. */
export const evaluatedRow = (organization_id: number, now: string): EvaluatedMember => ({
  organization_id,
  user_id: sql`m.user_id`,
  role_ids: sql`m.role_ids`,
  branch_ids: sql`m.branch_ids`,
  now: sql`${now}::timestamptz`,
})

/** Whether somebody has an unexpired grant on a subject [D41], of one of these levels. */
export const granted = (
  kind: Subject['kind'],
  subject: RawBuilder<unknown>,
  asker: EvaluatedMember,
  levels: readonly ('viewer' | 'editor')[] = ['viewer', 'editor'],
) => sql<boolean>`exists (
  select from grants g
  where g.organization_id = ${asker.organization_id} and g.kind = ${sql.lit(kind)} and g.subject_id = ${subject}
    and g.level in (${sql.join(levels.map(level => sql.lit(level)))})
    and (g.expires_at is null or g.expires_at > ${asker.now})
    and ((g.grantee_kind = 'user' and g.grantee_id = ${asker.user_id})
      or (g.grantee_kind = 'role' and g.grantee_id = any(${asker.role_ids}))
      or (g.grantee_kind = 'branch' and g.grantee_id = any(${asker.branch_ids})))
)`

const holds = (capability: Capability) => sql<boolean>`(m.org_role <> 'member' or exists (
  select from role_members rm join roles r on r.organization_id = rm.organization_id and r.id = rm.role_id
  where rm.organization_id = m.organization_id and rm.user_id = m.user_id and ${sql.lit(capability)} = any(r.capabilities)))`

/** The members `m` of an organisation, with a column for each of these capabilities, their roles, and their branches. */
export const membersWith = (organization_id: number, capabilities: Readonly<Record<string, Capability>>) => sql`(
  select m.user_id, m.org_role,
    ${sql.join(Object.entries(capabilities).map(([name, capability]) => sql`${holds(capability)} as ${sql.ref(name)}`))},
    array(
      select rm.role_id from role_members rm
      where rm.organization_id = m.organization_id and rm.user_id = m.user_id
    ) as role_ids,
    array(
      select bm.branch_id from branch_members bm
      join branches b on b.organization_id = bm.organization_id and b.id = bm.branch_id
      where bm.organization_id = m.organization_id and bm.user_id = m.user_id and b.deleted_at is null
    ) as branch_ids
  from memberships m where m.organization_id = ${organization_id}
) m`
