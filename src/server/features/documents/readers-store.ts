import { type RawBuilder, sql } from 'kysely'
import type { AccessReason, DocumentAccess } from '#shared/contract/documents/endpoints'
import type { OrgRole } from '#shared/rules/capabilities'
import { limitOf } from '../../platform/cursor'
import type { Group } from '../../platform/groups'
import type { PersonRow } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'
import type { MemberContext } from '../../platform/request-context'
import { memberRule, members, type Rights } from '../access/document-sql'

type GrantReason = Extract<AccessReason, { kind: 'grant' }>
type MembershipOrigin = NonNullable<GrantReason['added']>

/** Somebody who may read a document, with every reason for it. */
export interface ReaderRow extends Rights {
  person: PersonRow
  /** The sort key of people, together with their id. */
  sort_name: string
  org_role: OrgRole
  is_creator: boolean
  /** Names of their roles that manage all logbooks. */
  managing_roles: string[]
  access: DocumentAccess
  /** Set if the document is open to a branch that they belong to. */
  branch: { id: number; name: string; added: MembershipOrigin | null } | null
  /** Unexpired grants to them or to groups they belong to. */
  grants: (Pick<GrantReason, 'grantee_kind' | 'level' | 'expires_at'> & {
    grantee_id: number
    name: string | null
    added: MembershipOrigin | null
  })[]
}

/** An instant in JSON, in the format of the contract. */
const instant = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Who added the member `m` to a role or branch, and when; null if it was not recorded. */
function addedTo(kind: Group['kind'], organization_id: number, id: RawBuilder<unknown>) {
  return sql`(
    select json_build_object('by', nullif(by.displayname, ''), 'at', ${instant(sql`p.added_at`)})
    from ${sql.table(`${kind}_members`)} p left join users by on by.id = p.added_by
    where p.organization_id = ${organization_id} and ${sql.ref(`p.${kind}_id`)} = ${id} and p.user_id = m.user_id
      and p.added_at is not null
  )`
}

/** The position at which a list by name continues: after this name and id. */
export interface AfterReader {
  name: string
  user_id: number
}

/**
 * Who may read a document, by name, according to the rule that requests use. Does not check whether the caller may read
 * it.
 */
export async function listReaders(
  ctx: MemberContext,
  doc_id: number,
  { after, limit }: { after: AfterReader | undefined; limit: number },
): Promise<ReaderRow[]> {
  const { organization_id } = ctx
  const { readable, writable, editable, managed } = memberRule(ctx.now)
  const behind = after ? sql`and (lower(u.displayname), u.id) > (${after.name}::text, ${after.user_id}::bigint)` : sql``
  const { rows } = await sql<ReaderRow>`
    with given as materialized (
      select g.grantee_kind, g.grantee_id, g.level, g.expires_at, coalesce(r.name, b.name) as name
      from grants g
      left join roles r on g.grantee_kind = 'role' and r.organization_id = g.organization_id and r.id = g.grantee_id
      left join branches b on g.grantee_kind = 'branch' and b.organization_id = g.organization_id and b.id = g.grantee_id
      where g.organization_id = ${organization_id} and g.kind = 'document' and g.subject_id = ${doc_id}
        and (g.expires_at is null or g.expires_at > ${ctx.now}::timestamptz)
    )
    select ${personJson('u')} as person, lower(u.displayname) as sort_name, m.org_role, d.access,
      d.created_by is not distinct from m.user_id as is_creator,
      ${writable} as writable, ${editable} as editable, ${managed} as managed,
      array(
        select r.name from role_members rm
        join roles r on r.organization_id = rm.organization_id and r.id = rm.role_id
        where rm.organization_id = ${organization_id} and rm.user_id = m.user_id
          and 'logbooks.manage_all' = any(r.capabilities)
        order by lower(r.name)
      ) as managing_roles,
      (
        select json_build_object('id', b.id, 'name', b.name, 'added', ${addedTo('branch', organization_id, sql`b.id`)})
        from branches b
        where b.organization_id = ${organization_id} and d.access = 'branch' and b.id = d.branch_id
          and b.id = any(m.branch_ids)
      ) as branch,
      (
        select coalesce(json_agg(json_build_object(
          'grantee_kind', g.grantee_kind, 'grantee_id', g.grantee_id, 'name', g.name, 'level', g.level,
          'expires_at', ${instant(sql`g.expires_at`)},
          'added', case g.grantee_kind
            when 'role' then ${addedTo('role', organization_id, sql`g.grantee_id`)}
            when 'branch' then ${addedTo('branch', organization_id, sql`g.grantee_id`)} end
        ) order by array_position(array['user', 'role', 'branch'], g.grantee_kind), lower(g.name), g.grantee_id), '[]')
        from given g
        where (g.grantee_kind = 'user' and g.grantee_id = m.user_id)
          or (g.grantee_kind = 'role' and g.grantee_id = any(m.role_ids))
          or (g.grantee_kind = 'branch' and g.grantee_id = any(m.branch_ids))
      ) as grants
    from documents d cross join ${members(organization_id)} join users u on u.id = m.user_id
    where d.organization_id = ${organization_id} and d.id = ${doc_id} and d.deleted_at is null and ${readable} ${behind}
    order by sort_name, u.id limit ${limitOf(limit)}`.execute(ctx.tx)
  return rows.slice(0, limit)
}
