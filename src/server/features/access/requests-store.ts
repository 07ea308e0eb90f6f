import { sql } from 'kysely'
import type { AccessRequest, Subject } from '#shared/contract/access/endpoints'
import type { Fragment } from '../../platform/grantable'
import type { PersonRow } from '../../platform/people/person-columns'
import type { MemberContext } from '../../platform/request-context'

/** A piece of SQL, for services that only hand it on. */
/** Serialises the calls in which the caller asks for access, so that they are counted correctly. */
export async function lockAsker(ctx: MemberContext): Promise<void> {
  await sql`
    select from memberships where organization_id = ${ctx.organization_id} and user_id = ${ctx.caller.user_id}
    for no key update`.execute(ctx.tx)
}

/** The number of the caller's requests since that instant, except the one for this subject. */
export async function countOthers(ctx: MemberContext, { kind, id }: Subject, since: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from access_requests
    where organization_id = ${ctx.organization_id} and user_id = ${ctx.caller.user_id} and asked_at > ${since}::timestamptz
      and not (kind = ${kind} and subject_id = ${id})`.execute(ctx.tx)
  return rows[0]?.count ?? 0
}

/** Stores the caller's request, replacing an earlier one for the same subject. */
export async function upsertRequest(
  ctx: MemberContext,
  { kind, id }: Subject,
  asked: { note: string; reached: boolean },
): Promise<void> {
  const renewed = { ...asked, asked_at: ctx.now }
  await ctx.tx
    .insertInto('access_requests')
    .values({ organization_id: ctx.organization_id, kind, subject_id: id, user_id: ctx.caller.user_id, ...renewed })
    .onConflict(conflict => conflict.columns(['organization_id', 'kind', 'subject_id', 'user_id']).doUpdateSet(renewed))
    .execute()
}

/** Deletes the caller's requests from before that instant. */
export async function deleteLapsed(ctx: MemberContext, until: string): Promise<void> {
  await ctx.tx
    .deleteFrom('access_requests')
    .where('organization_id', '=', ctx.organization_id)
    .where('user_id', '=', ctx.caller.user_id)
    .where('asked_at', '<=', until)
    .execute()
}

/** Deletes the requests of people for a subject, of everybody for `null`, and returns who had asked. */
export async function deleteRequests(
  ctx: MemberContext,
  { kind, id }: Subject,
  user_ids: readonly number[] | null,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    delete from access_requests
    where organization_id = ${ctx.organization_id} and kind = ${kind} and subject_id = ${id}
      and (${user_ids}::bigint[] is null or user_id = any(${user_ids}::bigint[]))
    returning user_id`.execute(ctx.tx)
  return rows.map(row => row.user_id)
}

/** Deletes an open request. Returns false if there is none. */
export async function deleteOpenRequest(
  ctx: MemberContext,
  { kind, id }: Subject,
  { user_id, since }: { user_id: number; since: string },
): Promise<boolean> {
  const { rows } = await sql`
    delete from access_requests
    where organization_id = ${ctx.organization_id} and kind = ${kind} and subject_id = ${id} and user_id = ${user_id}
      and reached and asked_at > ${since}::timestamptz
    returning 1`.execute(ctx.tx)
  return rows.length > 0
}

/**
 * Hides requests from those who could answer them and deletes their notes. The rows stay, so that the requests still
 * count.
 */
export async function emptyRequests(ctx: MemberContext, { kind, id }: Subject): Promise<void> {
  await ctx.tx
    .updateTable('access_requests')
    .set({ reached: false, note: '' })
    .where('organization_id', '=', ctx.organization_id)
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .execute()
}

export type OpenRequestRow = Subject & Pick<AccessRequest, 'name' | 'note' | 'asked_at'> & PersonRow

/** For each kind of subjects, a query for the `name` of one by its id, if the caller grants access to it. */
type Names = readonly { kind: Subject['kind']; of(ctx: MemberContext, id: Fragment): Fragment }[]

/** A query for the `name` of the subject of the request `r`, if the caller can answer it. */
function answerable(ctx: MemberContext, names: Names): Fragment {
  const named = names.map(
    ({ kind, of }) => sql`select one.name from (${of(ctx, sql`r.subject_id`)}) one where r.kind = ${sql.lit(kind)}`,
  )
  return sql.join(named, sql` union all `)
}

/** Requests since that instant that the caller can answer, for the dashboard. */
export const openRequestRows = (ctx: MemberContext, { names, since }: { names: Names; since: string }): Fragment => sql`
  select r.subject_id as id, r.asked_at as at, u.displayname as title, subject.name as detail,
    r.user_id as parent_id, '{}'::bigint[] as branch_ids
  from access_requests r join users u on u.id = r.user_id
  cross join lateral (${answerable(ctx, names)}) subject
  where r.organization_id = ${ctx.organization_id} and r.reached and r.asked_at > ${since}::timestamptz`

/** Requests since that instant that the caller can answer, oldest first. */
export async function openRequests(
  ctx: MemberContext,
  { names, since, limit }: { names: Names; since: string; limit: number },
): Promise<OpenRequestRow[]> {
  const { rows } = await sql<OpenRequestRow>`
    select r.kind, r.subject_id as id, subject.name, r.note, r.asked_at,
      u.id as user_id, u.displayname, u.image_key
    from access_requests r
    join users u on u.id = r.user_id
    cross join lateral (${answerable(ctx, names)}) subject
    where r.organization_id = ${ctx.organization_id} and r.reached and r.asked_at > ${since}::timestamptz
    order by r.asked_at, r.user_id, r.kind, r.subject_id limit ${sql.lit(limit)}`.execute(ctx.tx)
  return rows
}
