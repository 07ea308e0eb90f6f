import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { apiError } from '#shared/errors'
import { runStatement, type Tx } from '../database/connection'

/** A key that a client chose for one write, so that repeating the write changes nothing. */
export interface IdempotencyKey {
  user_id: number
  /** The organisation of the call; null if it names none. */
  organization_id: number | null
  key: string
  /** Identifies the request, to detect another request under the same key. */
  fingerprint: string
}

export function fingerprintOf(endpointName: string, fields: Record<string, unknown>): string {
  return createHash('sha256').update(endpointName).update(JSON.stringify(fields)).digest('base64url')
}

/**
 * Takes the key for this transaction; waits while another transaction holds it. Returns false if it was used before.
 */
export async function takeKey(
  tx: Tx,
  { user_id, organization_id, key, fingerprint }: IdempotencyKey,
  now: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_keys (user_id, organization_id, key, fingerprint, created_at)
    values (${user_id}, ${organization_id}, ${key}, ${fingerprint}, ${now})
    on conflict do nothing returning 1`.execute(tx)
  return rows.length === 1
}

/** The first answer to a key. Refuses if the key was used for another request. */
export async function firstAnswer(
  tx: Tx,
  { user_id, organization_id, key, fingerprint }: IdempotencyKey,
): Promise<unknown> {
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where('user_id', '=', user_id)
    .where('organization_id', 'is not distinct from', organization_id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (first.fingerprint !== fingerprint) throw apiError('request.key_reused')
  return first.answer
}

const storeAnswerSql =
  'update idempotency_keys set answer = $3::jsonb where user_id = $1 and key = $2 and organization_id is not distinct from $4'

/** Stores the answer with the key. */
export async function storeAnswer(
  tx: Tx,
  { user_id, organization_id, key }: IdempotencyKey,
  answer: unknown,
): Promise<void> {
  await runStatement(tx, storeAnswerSql, [user_id, key, JSON.stringify(answer ?? null), organization_id])
}
