import { sql } from 'kysely'
import { runStatement, type Tx } from '../../platform/database/connection'
import type { MemberContext, OrganizationContext, UserContext } from '../../platform/request-context'

export interface DeletedRow {
  id: number
  name: string
  deleted_at: string
}

/** The organisations of which the caller is an owner that were deleted after `since`, the last one first. */
export async function deletedOfOwner({ tx, caller }: UserContext, since: string): Promise<DeletedRow[]> {
  const { rows } = await sql<DeletedRow>`
    select o.id, o.name, o.deleted_at from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${caller.user_id} and m.org_role = 'owner' and o.deleted_at > ${since}::timestamptz
    order by o.deleted_at desc, o.id`.execute(tx)
  return rows
}

/** Marks the organisation as deleted, or as not deleted. */
export async function setDeleted(
  { tx, organization_id, caller, now }: OrganizationContext,
  isDeleted: boolean,
): Promise<void> {
  await tx
    .updateTable('organizations')
    .set(isDeleted ? { deleted_at: now, deleted_by: caller.user_id } : { deleted_at: null, deleted_by: null })
    .where('id', '=', organization_id)
    .execute()
}

export async function memberIds({ tx, organization_id }: MemberContext): Promise<number[]> {
  const rows = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('organization_id', '=', organization_id)
    .execute()
  return rows.map(row => row.user_id)
}

/** Makes the rows of an organisation visible to an owner of the database who is bound by row level security. */
async function open(tx: Tx, organization_id: number): Promise<void> {
  await sql`select set_config('wheelhouse.organization_id', ${String(organization_id)}, true)`.execute(tx)
}

/** Marks an organisation that nobody is left to delete. */
export async function markDeleted(tx: Tx, organization_id: number, at: string): Promise<void> {
  await open(tx, organization_id)
  await sql`update organizations set deleted_at = ${at}::timestamptz where id = ${organization_id}`.execute(tx)
}

/** When an organisation was made; undefined if there is none with this number. */
export async function madeAt(tx: Tx, organization_id: number): Promise<string | undefined> {
  const { rows } = await sql<{ created_at: string }>`
    select created_at from organizations where id = ${organization_id}`.execute(tx)
  return rows[0]?.created_at
}

/** An organisation that was deleted before; runs over all of them. */
export async function findErasable(tx: Tx, before: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from organizations where deleted_at < ${before}::timestamptz order by deleted_at limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

/**
 * Deletes every row of an organisation that was deleted. The audit log is first, because only that of an organisation
 * which still exists, deleted, may be removed; then what refers to the organisation; then tables that do not refer to it.
 */
export async function eraseRows(tx: Tx, organization_id: number): Promise<void> {
  await open(tx, organization_id)
  await sql`delete from audit where organization_id = ${organization_id}`.execute(tx)
  await sql`delete from organizations where id = ${organization_id} and deleted_at is not null`.execute(tx)
  await sql`
    update users set selected_organization_id = null where selected_organization_id = ${organization_id}`.execute(tx)
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = current_schema() and c.column_name = 'organization_id' and t.table_type = 'BASE TABLE'
      and c.table_name <> 'audit'
    order by c.table_name`.execute(tx)
  for (const { name } of rows)
    await runStatement(tx, `delete from "${name}" where organization_id = $1`, [organization_id])
}
