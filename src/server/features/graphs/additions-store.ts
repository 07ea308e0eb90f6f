import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connection'
import type { MemberContext } from '../../platform/request-context'

/** The tables of what people add to graphs. Deleted rows stay for a while, to be brought back. */
export type AdditionTable = 'graph_annotations' | 'graph_thresholds'

/** How many of a graph are not deleted. */
export async function countOf(
  { tx, organization_id }: MemberContext,
  table: AdditionTable,
  graph_id: number,
): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from ${sql.table(table)}
    where organization_id = ${organization_id} and graph_id = ${graph_id} and deleted_at is null`.execute(tx)
  return rows[0]?.found ?? 0
}

/** Marks one as deleted at an instant, or with null as not deleted. */
export async function setDeleted(
  { tx, organization_id }: MemberContext,
  table: AdditionTable,
  id: number,
  deleted_at: string | null,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set deleted_at = ${deleted_at}::timestamptz
    where organization_id = ${organization_id} and id = ${id}`.execute(tx)
}

/** Removes a batch that was deleted before an instant, as the owner of the database. */
export async function removeDeleted(tx: Tx, table: AdditionTable, before: string, batch: number): Promise<number> {
  const { rows } = await sql`
    delete from ${sql.table(table)} where (organization_id, id) in (
      select organization_id, id from ${sql.table(table)} where deleted_at < ${before}::timestamptz limit ${batch}
    ) returning id`.execute(tx)
  return rows.length
}
