import { sql } from 'kysely'
import type { AuditKind } from '#shared/contract/audit/kinds'
import type { ErrorCode } from '#shared/errors'
import { type Connection, queryBuilderOn, runStatement, type Tx } from '../platform/database/connection'
import { withClient } from '../platform/database/database'

interface Operation {
  kind: Extract<AuditKind, `operator.${string}`>
  /** Whom or what it was done to, if not the organisation as a whole. */
  subject?: string
  details?: Record<string, unknown>
  at: string
}

/**
 * Writes what an operator did to the audit logs of these organisations [D8], unless they are gone or those of guests. Opens
 * them one after the other for an owner who is bound by row level security, and leaves the last one open.
 */
export async function auditOperation(
  tx: Tx,
  organisations: readonly number[],
  { kind, subject, details = {}, at }: Operation,
): Promise<void> {
  for (const organization_id of organisations) {
    await sql`select set_config('wheelhouse.organization_id', ${String(organization_id)}, true)`.execute(tx)
    await runStatement(
      tx,
      `insert into audit (organization_id, kind, subject, details, at)
       select id, $2, $3, $4, $5 from organizations where id = $1 and not is_guest`,
      [organization_id, kind, subject ?? null, JSON.stringify(details), at],
    )
  }
}

/**
 * Writes that a step of an operator failed to the audit logs of these organisations: its code, and none of its words. The
 * failure itself matters more than its record, which may be missing because the database is.
 */
export async function auditFailure(
  owner: Connection,
  organisations: (tx: Tx) => Promise<number[]>,
  { code = 'server.error', ...entry }: Omit<Operation, 'details'> & { code?: ErrorCode },
): Promise<void> {
  const record = withClient(owner, async client => {
    await client.query("begin; set local wheelhouse.upkeep = 'on'")
    const tx = queryBuilderOn(client)
    await auditOperation(tx, await organisations(tx), { ...entry, details: { error: code } })
    await client.query('commit')
  })
  await record.catch(() => {})
}

/** Every organisation, for a transaction of the upkeep. */
export async function allOrganisations(tx: Tx): Promise<number[]> {
  const rows = await runStatement<{ id: number }>(tx, 'select id from organizations order by id', [])
  return rows.map(({ id }) => id)
}

/** The organisations that a person belongs to, also for an owner who is bound by row level security. */
export async function organisationsOf(tx: Tx, user_id: number): Promise<number[]> {
  await sql`select set_config('wheelhouse.user_id', ${String(user_id)}, true)`.execute(tx)
  const rows = await runStatement<{ organization_id: number }>(
    tx,
    'select organization_id from memberships where user_id = $1 order by 1',
    [user_id],
  )
  return rows.map(({ organization_id }) => organization_id)
}
