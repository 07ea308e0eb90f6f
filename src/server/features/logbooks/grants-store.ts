import { sql } from 'kysely'
import type { Grant } from '#shared/contract/logbooks'
import type { MemberScene } from '../../platform/scene'

export type Grantee = Pick<Grant, 'grantee_kind' | 'grantee_id'>

/** Grants of a document that have not run out, by kind and name. */
export async function listGrants(at: MemberScene, doc_id: number): Promise<Grant[]> {
  const { rows } = await sql<Grant>`
    select g.grantee_kind, g.grantee_id, coalesce(u.displayname, r.name, b.name) as grantee_name, g.level, g.expires_at
    from grants g
    left join users u on g.grantee_kind = 'user' and u.id = g.grantee_id
    left join roles r on g.grantee_kind = 'role' and r.organization_id = g.organization_id and r.id = g.grantee_id
    left join branches b on g.grantee_kind = 'branch' and b.organization_id = g.organization_id and b.id = g.grantee_id
    where g.organization_id = ${at.organization_id} and g.kind = 'document' and g.subject_id = ${doc_id}
      and (g.expires_at is null or g.expires_at > ${at.now}::timestamptz)
      and (b.id is null or b.deleted_at is null)
      and coalesce(u.id, r.id, b.id) is not null
    order by array_position(array['branch', 'role', 'user'], g.grantee_kind), lower(coalesce(u.displayname, r.name, b.name)), g.grantee_id
  `.execute(at.tx)
  return rows
}

/** Whether there is such a member or role here. It then stays at least until the call ends, so that the grant ends with it. */
export async function holdGrantee(at: MemberScene, { grantee_kind, grantee_id }: Grantee): Promise<boolean> {
  const { rows } = await {
    user: sql`select from memberships m where m.organization_id = ${at.organization_id} and m.user_id = ${grantee_id} for key share`,
    role: sql`select from roles r where r.organization_id = ${at.organization_id} and r.id = ${grantee_id} for key share`,
    branch: sql`select from branches b where b.organization_id = ${at.organization_id} and b.id = ${grantee_id} for key share`,
  }[grantee_kind].execute(at.tx)
  return rows.length > 0
}

export async function putGrant(
  at: MemberScene,
  doc_id: number,
  { grantee_kind, grantee_id, level, expires_at }: Omit<Grant, 'grantee_name'>,
): Promise<void> {
  const granted = { level, expires_at, granted_by: at.caller.user_id, granted_at: at.now }
  await at.tx
    .insertInto('grants')
    .values({
      organization_id: at.organization_id,
      kind: 'document',
      subject_id: doc_id,
      grantee_kind,
      grantee_id,
      ...granted,
    })
    .onConflict(conflict =>
      conflict.columns(['organization_id', 'kind', 'subject_id', 'grantee_kind', 'grantee_id']).doUpdateSet(granted),
    )
    .execute()
}

export async function takeGrant(at: MemberScene, doc_id: number, { grantee_kind, grantee_id }: Grantee): Promise<void> {
  await at.tx
    .deleteFrom('grants')
    .where('organization_id', '=', at.organization_id)
    .where('kind', '=', 'document')
    .where('subject_id', '=', doc_id)
    .where('grantee_kind', '=', grantee_kind)
    .where('grantee_id', '=', grantee_id)
    .execute()
}
