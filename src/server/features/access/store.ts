import { type RawBuilder, sql } from 'kysely'
import type { Grant, Grantee, GranteeKind, Subject } from '#shared/contract/access/endpoints'
import type { Tx } from '../../platform/database/connection'
import type { MemberContext } from '../../platform/request-context'

/** Unexpired grants on a subject, by kind and name. */
export async function listGrants(ctx: MemberContext, { kind, id }: Subject): Promise<Grant[]> {
  const { rows } = await sql<Grant>`
    select g.grantee_kind, g.grantee_id, coalesce(u.displayname, r.name, b.name) as grantee_name, g.level, g.expires_at
    from grants g
    left join users u on g.grantee_kind = 'user' and u.id = g.grantee_id
    left join roles r on g.grantee_kind = 'role' and r.organization_id = g.organization_id and r.id = g.grantee_id
    left join branches b on g.grantee_kind = 'branch' and b.organization_id = g.organization_id and b.id = g.grantee_id
    where g.organization_id = ${ctx.organization_id} and g.kind = ${kind} and g.subject_id = ${id}
      and (g.expires_at is null or g.expires_at > ${ctx.now}::timestamptz)
      and (b.id is null or b.deleted_at is null)
      and coalesce(u.id, r.id, b.id) is not null
    order by array_position(array['branch', 'role', 'user'], g.grantee_kind), lower(coalesce(u.displayname, r.name, b.name)), g.grantee_id
  `.execute(ctx.tx)
  return rows
}

/** Ids of unexpired grantees of a subject that still exist. */
export async function listGrantees(ctx: MemberContext, { kind, id }: Subject): Promise<Grantee[]> {
  const { rows } = await sql<Grantee>`
    select g.grantee_kind, g.grantee_id
    from grants g
    left join branches b on g.grantee_kind = 'branch' and b.organization_id = g.organization_id and b.id = g.grantee_id
    where g.organization_id = ${ctx.organization_id} and g.kind = ${kind} and g.subject_id = ${id}
      and (g.expires_at is null or g.expires_at > ${ctx.now}::timestamptz)
      and (g.grantee_kind <> 'branch' or b.deleted_at is null)
    order by g.grantee_id`.execute(ctx.tx)
  return rows
}

/**
 * The existing ones among the named grantees. They are locked until the call ends, so that a grant cannot outlive them.
 */
export async function lockGrantees(ctx: MemberContext, kind: GranteeKind, ids: readonly number[]): Promise<number[]> {
  const { organization_id } = ctx
  const { rows } = await {
    user: sql<{ id: number }>`select m.user_id as id from memberships m
      where m.organization_id = ${organization_id} and m.user_id = any(${ids}::bigint[]) for key share`,
    role: sql<{ id: number }>`select r.id from roles r
      where r.organization_id = ${organization_id} and r.id = any(${ids}::bigint[]) for key share`,
    branch: sql<{ id: number }>`select b.id from branches b
      where b.organization_id = ${organization_id} and b.id = any(${ids}::bigint[]) for key share`,
  }[kind].execute(ctx.tx)
  return rows.map(row => row.id)
}

export async function upsertGrant(
  ctx: MemberContext,
  { kind, id }: Subject,
  { grantee_kind, grantee_id, level, expires_at }: Omit<Grant, 'grantee_name'>,
): Promise<void> {
  const granted = { level, expires_at, granted_by: ctx.caller.user_id, granted_at: ctx.now }
  await ctx.tx
    .insertInto('grants')
    .values({
      organization_id: ctx.organization_id,
      kind,
      subject_id: id,
      grantee_kind,
      grantee_id,
      ...granted,
    })
    .onConflict(conflict =>
      conflict.columns(['organization_id', 'kind', 'subject_id', 'grantee_kind', 'grantee_id']).doUpdateSet(granted),
    )
    .execute()
}

export async function deleteGrant(
  ctx: MemberContext,
  { kind, id }: Subject,
  { grantee_kind, grantee_id }: Grantee,
): Promise<void> {
  await ctx.tx
    .deleteFrom('grants')
    .where('organization_id', '=', ctx.organization_id)
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .where('grantee_kind', '=', grantee_kind)
    .where('grantee_id', '=', grantee_id)
    .execute()
}

/**
 * Makes the grants of one kind exactly these, as viewers. Existing grants keep their level and expiry, unless they had
 * expired.
 */
export async function replaceGrants(
  ctx: MemberContext,
  { kind, id }: Subject,
  grantee: GranteeKind,
  ids: readonly number[],
): Promise<void> {
  const { organization_id, caller, now } = ctx
  await sql`
    delete from grants where organization_id = ${organization_id} and kind = ${kind} and subject_id = ${id}
      and grantee_kind = ${grantee} and not grantee_id = any(${ids}::bigint[])`.execute(ctx.tx)
  await sql`
    insert into grants (organization_id, kind, subject_id, grantee_kind, grantee_id, level, granted_by, granted_at)
    select ${organization_id}::bigint, ${kind}, ${id}::bigint, ${grantee}, one, 'viewer', ${caller.user_id}::bigint,
      ${now}::timestamptz
    from (select distinct unnest(${ids}::bigint[]) as one) listed
    on conflict (organization_id, kind, subject_id, grantee_kind, grantee_id) do update
      set expires_at = null, granted_by = excluded.granted_by, granted_at = excluded.granted_at
      where grants.expires_at <= excluded.granted_at`.execute(ctx.tx)
}

/** Deletes every grant on a subject. */
export async function deleteGrants(ctx: MemberContext, { kind, id }: Subject): Promise<void> {
  await ctx.tx
    .deleteFrom('grants')
    .where('organization_id', '=', ctx.organization_id)
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .execute()
}

/** Whether at least one of the conditions holds. */
export async function anyHolds(tx: Tx, conditions: readonly RawBuilder<unknown>[]): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`select ${sql.join(conditions, sql` or `)} as holds`.execute(tx)
  return rows[0]?.holds === true
}
