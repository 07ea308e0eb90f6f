import { createHash } from 'node:crypto'
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

const storeKeySql =
  'insert into idempotency_keys (user_id, organization_id, key, fingerprint, answer, created_at) values ($1, $2, $3, $4, $5::jsonb, $6)'

/**
 * Stores the key with what is kept of the answer. Waits while another transaction holds the key. Fails if the key was
 * used before, so that the transaction is rolled back.
 */
export async function storeKey(
  tx: Tx,
  { user_id, organization_id, key, fingerprint }: IdempotencyKey,
  kept: unknown,
  now: string,
): Promise<void> {
  await runStatement(tx, storeKeySql, [user_id, organization_id, key, fingerprint, JSON.stringify(kept ?? null), now])
}

/** What is kept of the first answer to a key; undefined if the key is new. Refuses a key of another request. */
export async function findKey(
  tx: Tx,
  { user_id, organization_id, key, fingerprint }: IdempotencyKey,
): Promise<{ kept: unknown } | undefined> {
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer as kept'])
    .where('user_id', '=', user_id)
    .where('organization_id', 'is not distinct from', organization_id)
    .where('key', '=', key)
    .executeTakeFirst()
  if (first && first.fingerprint !== fingerprint) throw apiError('request.key_reused')
  return first
}
