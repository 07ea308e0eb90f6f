import { type RawBuilder, sql } from 'kysely'
import { can } from '#shared/rules/capabilities'
import type { Tx } from '../../platform/database/connection'
import type { GroupQuestion } from '../../platform/groups'
import type { Readers, Reading } from '../../platform/live/audiences'
import type { MemberContext } from '../../platform/request-context'
import { membersWith } from './member-sql'

/** Who asks, as SQL: the caller's own facts, or those of a row for each member. */
interface Asker {
  user_id: RawBuilder<number>
  /** Has `logbooks.manage_all`, as owners and admins do. */
  manages_all: RawBuilder<boolean>
  role_ids: RawBuilder<number[]>
  branch_ids: RawBuilder<number[]>
  now: RawBuilder<string>
}

/**
 * The single rule of who may do what with a document `d` that is not deleted [D21]. Its creator and everybody who
 * manages all logbooks may do everything. The document's own access lets members read it and write logs. Grants allow
 * reading, or as editor also writing and changing its name, description and prompt [D41].
 */
function rule({ user_id, manages_all, role_ids, branch_ids, now }: Asker) {
  const managed = sql`(${manages_all} or d.created_by is not distinct from ${user_id})`
  const belongs = sql`(d.access = 'organisation' or (d.access = 'branch' and d.branch_id = any(${branch_ids})))`
  const granted = (levels: RawBuilder<unknown>) => sql`exists (
    select from grants g
    where g.organization_id = d.organization_id and g.kind = 'document' and g.subject_id = d.id
      and g.level in (${levels}) and (g.expires_at is null or g.expires_at > ${now})
      and ((g.grantee_kind = 'user' and g.grantee_id = ${user_id})
        or (g.grantee_kind = 'role' and g.grantee_id = any(${role_ids}))
        or (g.grantee_kind = 'branch' and g.grantee_id = any(${branch_ids})))
  )`
  return {
    readable: sql<boolean>`(${managed} or ${belongs} or ${granted(sql`'viewer', 'editor'`)})`,
    writable: sql<boolean>`(${managed} or ${belongs} or ${granted(sql`'editor'`)})`,
    editable: sql<boolean>`(${managed} or ${granted(sql`'editor'`)})`,
    managed: sql<boolean>`${managed}`,
  }
}

const everything = {
  readable: sql<boolean>`true`,
  writable: sql<boolean>`true`,
  editable: sql<boolean>`true`,
  managed: sql<boolean>`true`,
}

function ruleFor({ caller, member, now }: MemberContext) {
  // Written as SQL text, not as a parameter, so that PostgreSQL keeps one plan for each of the two texts.
  if (can(member, 'logbooks.manage_all')) return everything
  return rule({
    user_id: sql`${caller.user_id}::bigint`,
    manages_all: sql`false`,
    role_ids: sql`${member.role_ids}::bigint[]`,
    branch_ids: sql`${member.branch_ids}::bigint[]`,
    now: sql`${now}::timestamptz`,
  })
}

/** The rule for every member `m` of {@link members}. */
export function memberRule(now: string) {
  return rule({
    user_id: sql`m.user_id`,
    manages_all: sql`m.manages_all`,
    role_ids: sql`m.role_ids`,
    branch_ids: sql`m.branch_ids`,
    now: sql<string>`${now}::timestamptz`,
  })
}

const present = (ctx: MemberContext) => sql`d.organization_id = ${ctx.organization_id} and d.deleted_at is null`

/** Documents `d` that the caller may read. */
export const readable = (ctx: MemberContext) => sql<boolean>`${present(ctx)} and ${ruleFor(ctx).readable}`
/**
 * The id of a document if the caller may read it, else null. A query that uses it reads no row of a hidden document.
 */
export const readableId = (ctx: MemberContext, doc_id: number) =>
  sql<number | null>`(select d.id from documents d where ${readable(ctx)} and d.id = ${doc_id})`
/** Documents `d` that the caller may write logs in. */
export const writable = (ctx: MemberContext) => sql<boolean>`${present(ctx)} and ${ruleFor(ctx).writable}`

/**
 * Documents `d` that were deleted after an instant and that the caller may restore, which are those they could delete.
 */
export const restorable = (ctx: MemberContext, since: string) => sql<boolean>`
  d.organization_id = ${ctx.organization_id} and d.deleted_at > ${since}::timestamptz and ${ruleFor(ctx).managed}`

/** What the caller may do with a document that they may read. */
export interface Rights {
  /** May write logs in it, or the text of a page. */
  writable: boolean
  /** May change its name, description and prompt, and the summary of anything but a page. */
  editable: boolean
  /** May change its access, give grants and delete it. */
  managed: boolean
}

/** The columns of {@link Rights}, of a document `d`. */
export function rights(ctx: MemberContext) {
  const { writable, editable, managed } = ruleFor(ctx)
  return sql<Rights>`${writable} as writable, ${editable} as editable, ${managed} as managed`
}

/**
 * The branch of a document `d`; null for callers who can neither see that branch [D3] nor change the document's access.
 */
export const seenBranch = (ctx: MemberContext) => sql<
  number | null
>`case when ${ruleFor(ctx).managed} then d.branch_id else (
  select b.id from branches b
  where b.organization_id = d.organization_id and b.id = d.branch_id and b.deleted_at is null
    and (b.is_open or ${ctx.member.org_role !== 'member'}::boolean or b.id = any(${ctx.member.branch_ids}::bigint[]))
) end`

/** A row `m` for each member, with the columns that the rule needs. */
export const members = (organization_id: number) => membersWith(organization_id, { manages_all: 'logbooks.manage_all' })

/**
 * Who may read a document right now, and until when that holds unless an event changes it. Nobody if it is deleted or
 * does not exist. Evaluates for every member the rule that requests evaluate for their caller.
 */
export async function readersOf(tx: Tx, organization_id: number, doc_id: number, now: string): Promise<Readers> {
  const { readable } = memberRule(now)
  const { rows } = await sql<{ everyone: boolean; user_ids: number[]; until: string | null }>`
    select d.access = 'organisation' as everyone,
      case when d.access = 'organisation' then '[]' else (
        select coalesce(json_agg(m.user_id), '[]') from ${members(organization_id)} where ${readable}
      ) end as user_ids,
      (
        select min(g.expires_at) from grants g
        where g.organization_id = ${organization_id} and g.kind = 'document' and g.subject_id = d.id
          and g.expires_at > ${now}::timestamptz
      ) as until
    from documents d
    where d.organization_id = ${organization_id} and d.id = ${doc_id} and d.deleted_at is null`.execute(tx)
  const [found] = rows
  if (!found) return { everyone: false, user_ids: new Set(), until: null }
  const { everyone, user_ids, until } = found
  return { everyone, user_ids: new Set(user_ids), until: until === null ? null : Date.parse(until) }
}

/** Of these people, the members who may read a document right now, in the order given. */
export async function readersAmong(
  { tx, organization_id, now }: Pick<MemberContext, 'tx' | 'organization_id' | 'now'>,
  doc_id: number,
  user_ids: readonly number[],
): Promise<number[]> {
  if (user_ids.length === 0) return []
  const { rows } = await sql<{ user_id: number }>`
    select m.user_id from documents d cross join ${members(organization_id)}
    where d.organization_id = ${organization_id} and d.id = ${doc_id} and d.deleted_at is null
      and m.user_id = any(${user_ids}::bigint[]) and ${memberRule(now).readable}`.execute(tx)
  const readers = new Set(rows.map(row => row.user_id))
  return user_ids.filter(id => readers.has(id))
}

/** Of these documents, those that a member may read right now: the same rule, asked once for one person. */
export async function readableAmong(
  tx: Tx,
  { organization_id, user_id, now }: Reading,
  doc_ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (doc_ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select d.id from documents d cross join ${members(organization_id)}
    where d.organization_id = ${organization_id} and d.id = any(${doc_ids}::bigint[]) and d.deleted_at is null
      and m.user_id = ${user_id} and ${memberRule(now).readable}`.execute(tx)
  return new Set(rows.map(row => row.id))
}

/**
 * Who may change a document's access and grants; nobody if it is deleted or does not exist. It reads all members in
 * every case, so that the time it takes reveals nothing.
 */
export async function managersOf({ tx, organization_id }: MemberContext, doc_id: number): Promise<number[]> {
  const { rows } = await sql<{ found: { created_by: number | null } | null; user_ids: number[]; managers: number[] }>`
    select
      (
        select json_build_object('created_by', d.created_by) from documents d
        where d.organization_id = ${organization_id} and d.id = ${doc_id} and d.deleted_at is null
      ) as found,
      json_agg(m.user_id) as user_ids,
      coalesce(json_agg(m.user_id) filter (where m.manages_all), '[]') as managers
    from ${members(organization_id)}`.execute(tx)
  const [row] = rows
  if (!row?.found) return []
  const { created_by } = row.found
  const isCreatorHere = created_by !== null && row.user_ids.includes(created_by)
  return [...new Set([...row.managers, ...(isCreatorHere ? [created_by] : [])])]
}

/** A query for the name of the document with that id, if the caller may change its access. */
export const managedName = (ctx: MemberContext, id: RawBuilder<unknown>) =>
  sql`select d.name from documents d where ${present(ctx)} and d.id = ${id} and ${ruleFor(ctx).managed}`

/**
 * Whether a role or branch lets its people read, write or edit a document that somebody cannot. Deleted documents
 * count, because they can be restored. A person who is no member has no rights.
 */
export function opensMore({ organization_id, group, user_id, now }: GroupQuestion) {
  const { readable, writable, editable } = memberRule(now)
  const isOfBranch =
    group.kind === 'branch' ? sql`d.access = 'branch' and d.branch_id = ${group.id}::bigint` : sql`false`
  return sql<boolean>`exists (
    select from documents d left join ${members(organization_id)} on m.user_id = ${user_id}::bigint
    where d.organization_id = ${organization_id} and (
      (${isOfBranch} and (m.user_id is null or ${writable} is not true))
      or exists (
        select from grants given
        where given.organization_id = d.organization_id and given.kind = 'document' and given.subject_id = d.id
          and given.grantee_kind = ${group.kind} and given.grantee_id = ${group.id}::bigint
          and (given.expires_at is null or given.expires_at > ${now}::timestamptz)
          and (m.user_id is null or (case given.level when 'editor' then ${editable} else ${readable} end) is not true)
      )
    )
  )`
}
