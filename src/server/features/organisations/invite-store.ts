import { sql } from 'kysely'
import type { OpenInvite } from '#shared/contract/profile/endpoints'
import { setTenantAddresses } from '../../platform/database/transaction'
import type { MemberContext, OrganizationContext, RequestContext, UserContext } from '../../platform/request-context'
import { mayBeSeen } from './branches-sql'

/** A stored status; `expired` is never stored, because it follows from the time. */
export type StoredStatus = 'pending' | 'accepted' | 'revoked' | 'declined'

export interface InviteRow {
  id: number
  address: string
  role_id: number
  role_name: string
  /** Null also for callers who may not see the branch. */
  branch_id: number | null
  branch_name: string | null
  status: StoredStatus
  invited_by: string
  created_at: string
  expires_at: string
}

/** An invite that a person received. */
export interface ReceivedInvite {
  id: number
  organization_id: number
  role_id: number
  branch_id: number | null
  address: string
  status: StoredStatus
  invited_by: number
  expires_at: string
}

function invites(ctx: MemberContext) {
  return ctx.tx
    .selectFrom('invites as i')
    .innerJoin('roles as r', join =>
      join.onRef('r.organization_id', '=', 'i.organization_id').onRef('r.id', '=', 'i.role_id'),
    )
    .innerJoin('users as u', 'u.id', 'i.invited_by')
    .leftJoin('branches as b', join =>
      join.onRef('b.organization_id', '=', 'i.organization_id').onRef('b.id', '=', 'i.branch_id').on(mayBeSeen(ctx)),
    )
    .select([
      'i.id',
      'i.address',
      'i.role_id',
      'r.name as role_name',
      'b.id as branch_id',
      'b.name as branch_name',
      'i.status',
      'u.displayname as invited_by',
      'i.created_at',
      'i.expires_at',
    ])
    .where('i.organization_id', '=', ctx.organization_id)
}

/** Newest first; only those older than `before`, if given. */
export function page(ctx: MemberContext, before: number | undefined, limit: number): Promise<InviteRow[]> {
  return invites(ctx)
    .$if(before !== undefined, query => query.where('i.id', '<', before ?? 0))
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute()
}

export function byIds(ctx: MemberContext, ids: readonly number[]): Promise<InviteRow[]> {
  return invites(ctx).where('i.id', '=', sql<number>`any(${ids}::bigint[])`).execute()
}

/** Ids of the pending invites to a role. */
export async function pendingFor(ctx: MemberContext, role_id: number): Promise<number[]> {
  const rows = await ctx.tx
    .selectFrom('invites')
    .select('id')
    .where('organization_id', '=', ctx.organization_id)
    .where('role_id', '=', role_id)
    .where('status', '=', 'pending')
    .execute()
  return rows.map(row => row.id)
}

/** Which of the addresses are verified addresses of members. */
export async function addressesOfMembers(ctx: MemberContext, addresses: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ address: string }>`
    select named.address from unnest(${addresses}::text[]) as named (address)
    where exists (
      select from users u join memberships m on m.user_id = u.id
      where m.organization_id = ${ctx.organization_id} and (u.email = named.address or u.phone = named.address)
    )`.execute(ctx.tx)
  return new Set(rows.map(row => row.address))
}

export interface Renewal {
  id: number
  address: string
  /** False if a pending invite, expired or not, was renewed. */
  is_new: boolean
}

/**
 * Invites addresses, each occurring once, or renews their pending invites with the new role, branch, inviter and expiry [D5].
 */
export async function inviteOrRenew(
  ctx: MemberContext,
  wishes: readonly { address: string; role_id: number; branch_id: number | null }[],
  expires_at: string,
): Promise<Renewal[]> {
  const { rows } = await sql<Renewal>`
    insert into invites (organization_id, address, role_id, branch_id, status, invited_by, created_at, expires_at)
    select ${ctx.organization_id}::bigint, wish.address, wish.role_id, wish.branch_id, 'pending', ${ctx.caller.user_id}::bigint,
      ${ctx.now}::timestamptz, ${expires_at}::timestamptz
    from unnest(${wishes.map(invitation => invitation.address)}::text[], ${wishes.map(invitation => invitation.role_id)}::bigint[],
        ${wishes.map(invitation => invitation.branch_id)}::bigint[])
      with ordinality as wish (address, role_id, branch_id, position)
    order by wish.position
    on conflict (organization_id, address) where status = 'pending' do update
      set role_id = excluded.role_id, branch_id = excluded.branch_id, invited_by = excluded.invited_by, expires_at = excluded.expires_at
    returning id, address, xmax = 0 as is_new`.execute(ctx.tx)
  return rows
}

/** An invite of the organisation, locked until the call ends. */
export function lockInvite(ctx: OrganizationContext, invite_id: number) {
  return ctx.tx
    .selectFrom('invites')
    .select(['id', 'organization_id', 'role_id', 'branch_id', 'address', 'status', 'invited_by', 'expires_at'])
    .where('organization_id', '=', ctx.organization_id)
    .where('id', '=', invite_id)
    .forUpdate()
    .executeTakeFirst()
}

export async function setStatus(ctx: OrganizationContext, invite_id: number, status: StoredStatus): Promise<void> {
  await ctx.tx
    .updateTable('invites')
    .set({ status })
    .where('organization_id', '=', ctx.organization_id)
    .where('id', '=', invite_id)
    .execute()
}

/** An invite to one of the addresses, in any organisation. From then on, the transaction sees invites to them. */
export async function findReceived(
  ctx: UserContext,
  invite_id: number,
  addresses: readonly string[],
): Promise<ReceivedInvite | undefined> {
  await setTenantAddresses(ctx.tx, addresses)
  return ctx.tx
    .selectFrom('invites')
    .select(['id', 'organization_id', 'role_id', 'branch_id', 'address', 'status', 'invited_by', 'expires_at'])
    .where('id', '=', invite_id)
    .where('address', '=', sql<string>`any(${addresses}::text[])`)
    .executeTakeFirst()
}

/** Open invites to the addresses, newest first, except those of organisations that the person already belongs to. */
export async function openInvites(
  ctx: RequestContext,
  user_id: number,
  addresses: readonly string[],
): Promise<OpenInvite[]> {
  await setTenantAddresses(ctx.tx, addresses)
  return ctx.tx
    .selectFrom('invites as i')
    .innerJoin('organizations as o', 'o.id', 'i.organization_id')
    .innerJoin('roles as r', join =>
      join.onRef('r.organization_id', '=', 'i.organization_id').onRef('r.id', '=', 'i.role_id'),
    )
    .innerJoin('users as u', 'u.id', 'i.invited_by')
    .select([
      'i.id as invite_id',
      'i.organization_id',
      'o.name as organization_name',
      'r.name as role_name',
      'u.displayname as invited_by',
      'i.expires_at',
    ])
    .where('i.address', '=', sql<string>`any(${addresses}::text[])`)
    .where('i.status', '=', 'pending')
    .where('i.expires_at', '>', ctx.now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships as m')
            .select('m.user_id')
            .whereRef('m.organization_id', '=', 'i.organization_id')
            .where('m.user_id', '=', user_id),
        ),
      ),
    )
    .orderBy('i.id', 'desc')
    .execute()
}

/** Verified addresses of the caller. */
export async function ownAddresses(ctx: UserContext): Promise<string[]> {
  const user = await ctx.tx
    .selectFrom('users')
    .select(['email', 'phone'])
    .where('id', '=', ctx.caller.user_id)
    .executeTakeFirstOrThrow()
  return [user.email, user.phone].filter(address => address !== null)
}
