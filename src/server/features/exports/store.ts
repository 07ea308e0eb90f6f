import { sql } from 'kysely'
import type { AppContext } from '../../platform/app-context'
import { runStatement, type Tx } from '../../platform/database/connection'
import { inTransaction } from '../../platform/database/transaction'
import type { MemberContext } from '../../platform/request-context'

export interface ExportRow {
  id: number
  /** A withdrawn one was removed because somebody in it was erased. */
  status: 'waiting' | 'running' | 'ready' | 'failed' | 'withdrawn'
  requested_at: string
  ended_at: string | null
  bytes: number | null
}

interface Place {
  organization_id: number
  export_id: number
}

export const archiveKey = ({ organization_id, export_id }: Place): string =>
  `exports/${organization_id}/${export_id}.tar`

export async function findOwn({ tx, organization_id, caller }: MemberContext): Promise<ExportRow | null> {
  const row = await tx
    .selectFrom('exports')
    .select(['id', 'status', 'requested_at', 'ended_at', 'bytes'])
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', caller.user_id)
    .executeTakeFirst()
  return row ?? null
}

/** Returns null if the caller has an export already, of this moment or before. */
export async function insertOwn({ tx, organization_id, caller, now }: MemberContext): Promise<number | null> {
  const row = await tx
    .insertInto('exports')
    .values({ organization_id, user_id: caller.user_id, status: 'waiting', requested_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function deleteOwn({ tx, organization_id, caller }: MemberContext): Promise<number[]> {
  const rows = await tx
    .deleteFrom('exports')
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', caller.user_id)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whose export it is; null if it was cancelled or withdrawn, or its person is gone. */
export async function personOf(tx: Tx, { organization_id, export_id }: Place): Promise<number | null> {
  const row = await tx
    .selectFrom('exports')
    .select('user_id')
    .where('organization_id', '=', organization_id)
    .where('id', '=', export_id)
    .where('status', '<>', 'withdrawn')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Runs `work` in a transaction that sees one moment, limited to the organisation and the person. */
export function readSnapshot<T>(
  { pool }: Pick<AppContext, 'pool'>,
  { organization_id, viewer }: { organization_id: number; viewer: number },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, { readOnly: true, isSnapshot: true, organization_id, user_id: viewer }, work)
}

/** Returns whether the export still exists, and was not withdrawn. */
export async function setStatus(
  tx: Tx,
  { organization_id, export_id }: Place,
  change: Pick<ExportRow, 'status'> & Partial<Pick<ExportRow, 'ended_at' | 'bytes'>>,
): Promise<boolean> {
  const row = await tx
    .updateTable('exports')
    .set(change)
    .where('organization_id', '=', organization_id)
    .where('id', '=', export_id)
    .where('status', '<>', 'withdrawn')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Bytes of the files that an archive of the organisation contains, about. */
export async function storedBytes(tx: Tx, organization_id: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce((select sum(bytes) from attachments where organization_id = ${organization_id}), 0)::bigint
      + coalesce((select sum(bytes) from frames where organization_id = ${organization_id}), 0)::bigint as bytes`.execute(
    tx,
  )
  return rows[0]?.bytes ?? 0
}

/** Some of the exports that were asked for before; runs over all organisations. */
export async function findOld(tx: Tx, before: string, most: number): Promise<Place[]> {
  return runStatement<Place>(
    tx,
    'select organization_id, id as export_id from exports where requested_at < $1::timestamptz limit $2::int',
    [before, most],
  )
}

export async function deleteOne(tx: Tx, { organization_id, export_id }: Place): Promise<void> {
  await runStatement(tx, 'delete from exports where organization_id = $1 and id = $2', [organization_id, export_id])
}
