import type pg from 'pg'
import { inTransaction } from '../../platform/database/transaction'
import { findGuest, type GuestRow } from './store'

/** The guest of a token, in a query of its own. */
export function findWithToken(pool: pg.Pool, token_hash: string): Promise<GuestRow | undefined> {
  return inTransaction(pool, { readOnly: true }, tx => findGuest(tx, token_hash))
}
