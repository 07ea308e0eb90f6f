import { sql } from 'kysely'
import type { MemberContext, OrganizationContext } from '../../platform/request-context'

export interface JoinLinkRow {
  id: number
  role_id: number
  role_name: string
  created_by: number
  creator_name: string
  created_at: string
  expires_at: string
  max_uses: number
  uses: number
  revoked_at: string | null
}

type In = Pick<OrganizationContext, 'tx' | 'organization_id'>

const links = ({ tx, organization_id }: In) =>
  tx
    .selectFrom('join_links as l')
    .innerJoin('roles as r', join =>
      join.onRef('r.organization_id', '=', 'l.organization_id').onRef('r.id', '=', 'l.role_id'),
    )
    .innerJoin('users as u', 'u.id', 'l.created_by')
    .select([
      'l.id',
      'l.role_id',
      'r.name as role_name',
      'l.created_by',
      'u.displayname as creator_name',
      'l.created_at',
      'l.expires_at',
      'l.max_uses',
      'l.uses',
      'l.revoked_at',
    ])
    .where('l.organization_id', '=', organization_id)

/** Newest first. */
export function newestLinks(ctx: MemberContext, limit: number): Promise<JoinLinkRow[]> {
  return links(ctx).orderBy('l.id', 'desc').limit(limit).execute()
}

export function findLink(ctx: In, id: number): Promise<JoinLinkRow | undefined> {
  return links(ctx).where('l.id', '=', id).executeTakeFirst()
}

/** The link with this token, if it can still be used. */
export function findOpenLink(
  ctx: Pick<OrganizationContext, 'tx' | 'organization_id' | 'now'>,
  token_hash: string,
): Promise<JoinLinkRow | undefined> {
  return links(ctx)
    .innerJoin('organizations as o', 'o.id', 'l.organization_id')
    .where('o.deleted_at', 'is', null)
    .where('l.token_hash', '=', token_hash)
    .where('l.revoked_at', 'is', null)
    .where('l.expires_at', '>', ctx.now)
    .whereRef('l.uses', '<', 'l.max_uses')
    .executeTakeFirst()
}

export async function countOpenLinks({ tx, organization_id, now }: MemberContext): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from join_links
    where organization_id = ${organization_id} and revoked_at is null and expires_at > ${now} and uses < max_uses`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

export async function insertLink(
  { tx, organization_id, caller, now }: MemberContext,
  link: { token_hash: string; role_id: number; expires_at: string; max_uses: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('join_links')
    .values({ ...link, organization_id, created_by: caller.user_id, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function revokeLink({ tx, organization_id, now }: MemberContext, id: number): Promise<void> {
  await tx
    .updateTable('join_links')
    .set({ revoked_at: now })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}

export async function countUse({ tx, organization_id }: In, id: number): Promise<void> {
  await tx
    .updateTable('join_links')
    .set({ uses: sql`uses + 1` })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}
