import { sql } from 'kysely'
import type { AuditKind } from '#shared/contract/audit/kinds'
import { runStatement, type Tx } from '../platform/database/connection'

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
