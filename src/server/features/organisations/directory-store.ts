import { sql } from 'kysely'
import type { OrgRole } from '#shared/rules/capabilities'
import type { MemberContext } from '../../platform/request-context'

export interface FoundPerson {
  id: number
  name: string
  org_role: OrgRole
  roles: string[]
  branches: string[]
}

/** Search criteria; all that are given must match. */
export interface PeopleSearch {
  /** Occurs in a person's name, or in the name of a role or visible branch of theirs. Empty matches everybody. */
  words: string
  org_role: OrgRole | null
  /** The branches that the caller may see; no other is searched or returned. */
  branch_ids: readonly number[]
  limit: number
}

/** The first matching members by name, and the total number. */
export async function findPeople(
  ctx: MemberContext,
  { words, org_role, branch_ids, limit }: PeopleSearch,
): Promise<{ people: FoundPerson[]; total: number }> {
  const has = (name: ReturnType<typeof sql>) => sql`strpos(lower(${name}), lower(${words}::text)) > 0`
  const roles = (user_id: ReturnType<typeof sql>) => sql`
    role_members rm join roles r on r.organization_id = rm.organization_id and r.id = rm.role_id
    where rm.organization_id = ${ctx.organization_id} and rm.user_id = ${user_id}`
  const branches = (user_id: ReturnType<typeof sql>) => sql`
    branch_members bm join branches b on b.organization_id = bm.organization_id and b.id = bm.branch_id
    where bm.organization_id = ${ctx.organization_id} and bm.user_id = ${user_id} and b.id = any(${branch_ids}::bigint[])`
  // Roles and branches are collected for the returned people only.
  const { rows } = await sql<FoundPerson & { total: number }>`
    with found as materialized (
      select users.id, users.displayname as name, lower(users.displayname) as sort_name, m.org_role
      from memberships m join users on users.id = m.user_id
      where m.organization_id = ${ctx.organization_id}
        and (${org_role}::text is null or m.org_role = ${org_role}::text)
        and (${words}::text = '' or ${has(sql`users.displayname`)}
          or exists (select from ${roles(sql`users.id`)} and ${has(sql`r.name`)})
          or exists (select from ${branches(sql`users.id`)} and ${has(sql`b.name`)}))
    )
    select f.id, f.name, f.org_role, (select count(*) from found) as total,
      array(select r.name from ${roles(sql`f.id`)} order by r.id) as roles,
      array(select b.name from ${branches(sql`f.id`)} order by lower(b.name), b.id) as branches
    from (select * from found order by sort_name, id limit ${limit}) f
    order by f.sort_name, f.id`.execute(ctx.tx)
  return { people: rows.map(({ total: _, ...person }) => person), total: rows[0]?.total ?? 0 }
}

/** How many people with the same name are read; more would not make the text less ambiguous. */
const namesakes = 20

/**
 * Members whose full or first name occurs in a text, ignoring capitals: everybody whose first name is unique, and
 * enough of those who share one to see that it is ambiguous. A name may be part of a longer word.
 */
export async function peopleNamedIn(ctx: MemberContext, text: string): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    with asked as materialized (select translate(lower(${text}::text), '’‘', '''''') as text),
    named as (
      select users.id, users.displayname as name, n.whole, n.first, strpos(asked.text, n.whole) > 0 as is_whole
      from asked cross join memberships m join users on users.id = m.user_id
      cross join lateral (
        select translate(lower(btrim(users.displayname)), '’‘', '''''') as whole,
          split_part(translate(lower(btrim(users.displayname)), '’‘', ''''''), ' ', 1) as first
      ) n
      where m.organization_id = ${ctx.organization_id} and n.first <> '' and strpos(asked.text, n.first) > 0
    )
    select id, name from (
      select *, row_number() over (partition by first, is_whole order by length(whole) desc, whole, id) as position from named
    ) one
    where position <= case when is_whole then ${namesakes}::int else 2 end
    order by length(whole) desc, whole, id`.execute(ctx.tx)
  return rows
}

/** The members among these people, in the order of the ids. */
export async function membersByIds(
  { tx, organization_id }: MemberContext,
  user_ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.displayname as name from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organization_id} and m.user_id = any(${user_ids}::bigint[])
    order by array_position(${user_ids}::bigint[], u.id)`.execute(tx)
  return rows
}
