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

const takeKeySql = `
  insert into idempotency_keys (user_id, organization_id, key, fingerprint, created_at) values ($1, $2, $3, $4, $5)
  on conflict do nothing returning 1`

/**
 * Takes the key for this transaction; waits while another transaction holds it. Returns false if it was used before.
 */
export async function takeKey(
  tx: Tx,
  { user_id, organization_id, key, fingerprint }: IdempotencyKey,
  now: string,
): Promise<boolean> {
  const rows = await runStatement(tx, takeKeySql, [user_id, organization_id, key, fingerprint, now])
  return rows.length === 1
}

/**
 * The key was used before, or the database failed before that was known; then `cause` is the failure. The transaction
 * must be rolled back.
 */
export class MaybeRepeated extends Error {
  override name = 'MaybeRepeated'
}

/**
 * Waits for the key and the answer, whose queries are sent together. Throws {@link MaybeRepeated} unless this call is
 * the first with its key, whatever became of the answer.
 */
export async function ifFirst<T>(isFirst: Promise<boolean>, answer: Promise<T>): Promise<T> {
  const [taken, answered] = await Promise.allSettled([isFirst, answer])
  if (taken.status === 'rejected') {
    // A failed query fails all of its batch; what the service made of the failure is the better error.
    const cause = answered.status === 'rejected' ? answered.reason : taken.reason
    throw new MaybeRepeated('It is not known whether the key is new.', { cause })
  }
  if (!taken.value) throw new MaybeRepeated('The key was used before.')
  return answer
}

/** The first answer to a key; undefined if the key is new. Refuses if the key was used for another request. */
export async function firstAnswer(
  tx: Tx,
  { user_id, organization_id, key, fingerprint }: IdempotencyKey,
): Promise<{ answer: unknown } | undefined> {
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where('user_id', '=', user_id)
    .where('organization_id', 'is not distinct from', organization_id)
    .where('key', '=', key)
    .executeTakeFirst()
  if (first && first.fingerprint !== fingerprint) throw apiError('request.key_reused')
  return first
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
