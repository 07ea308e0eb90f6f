import { sql } from 'kysely'
import type { SourcePermission } from '#shared/contract/sources'
import type { MemberScene } from '../../platform/scene'

export type Kind = 'screen' | 'camera'
export type GranteeKind = 'user' | 'role' | 'branch'

export type Lists = Omit<SourcePermission, 'organisation'>

/** Whom a source was opened to by name, as long as that holds and they are there. */
export async function granteesOf(at: MemberScene, kind: Kind, subject_id: number): Promise<Lists> {
  const ids = (grantee: GranteeKind) => sql`coalesce(
    json_agg(g.grantee_id order by g.grantee_id) filter (where g.grantee_kind = ${sql.lit(grantee)}), '[]')`
  const { rows } = await sql<Lists>`
    select ${ids('user')} as user_ids, ${ids('role')} as role_ids, ${ids('branch')} as branch_ids
    from grants g
    left join branches b on g.grantee_kind = 'branch' and b.organization_id = g.organization_id and b.id = g.grantee_id
    where g.organization_id = ${at.organization_id} and g.kind = ${kind} and g.subject_id = ${subject_id}
      and (g.expires_at is null or g.expires_at > ${at.now}::timestamptz)
      and (g.grantee_kind <> 'branch' or b.deleted_at is null)`.execute(at.tx)
  const [found] = rows
  if (!found) throw new Error('An aggregate answered no row.')
  return found
}

/** Those among the named that are here. They stay at least until the call ends, so that a grant to them ends with them. */
export async function hold(at: MemberScene, grantee: 'user' | 'role', ids: readonly number[]): Promise<number[]> {
  const { organization_id } = at
  const { rows } = await {
    user: sql<{ id: number }>`select m.user_id as id from memberships m
      where m.organization_id = ${organization_id} and m.user_id = any(${ids}::bigint[]) for key share`,
    role: sql<{ id: number }>`select r.id from roles r
      where r.organization_id = ${organization_id} and r.id = any(${ids}::bigint[]) for key share`,
  }[grantee].execute(at.tx)
  return rows.map(row => row.id)
}

/** Makes a list exactly this. Grants that stay keep what else is said of them, unless they had run out. */
export async function replaceList(
  at: MemberScene,
  { kind, subject_id, grantee }: { kind: Kind; subject_id: number; grantee: GranteeKind },
  ids: readonly number[],
): Promise<void> {
  const { organization_id, caller, now } = at
  await sql`
    delete from grants where organization_id = ${organization_id} and kind = ${kind} and subject_id = ${subject_id}
      and grantee_kind = ${grantee} and not grantee_id = any(${ids}::bigint[])`.execute(at.tx)
  await sql`
    insert into grants (organization_id, kind, subject_id, grantee_kind, grantee_id, level, granted_by, granted_at)
    select ${organization_id}::bigint, ${kind}, ${subject_id}::bigint, ${grantee}, one, 'viewer', ${caller.user_id}::bigint,
      ${now}::timestamptz
    from (select distinct unnest(${ids}::bigint[]) as one) listed
    on conflict (organization_id, kind, subject_id, grantee_kind, grantee_id) do update
      set expires_at = null, granted_by = excluded.granted_by, granted_at = excluded.granted_at
      where grants.expires_at <= excluded.granted_at`.execute(at.tx)
}

/** Takes back every grant on a source. */
export async function forgetGrants(at: MemberScene, kind: Kind, subject_id: number): Promise<void> {
  await at.tx
    .deleteFrom('grants')
    .where('organization_id', '=', at.organization_id)
    .where('kind', '=', kind)
    .where('subject_id', '=', subject_id)
    .execute()
}
