import type pg from 'pg'
import type { AppContext } from '../app-context'
import { DatabaseUnavailable, type Tx } from '../database/connection'
import { inTransaction } from '../database/transaction'
import { newestSeq } from '../events'
import type { Identified, TokenSubject } from '../identity'

/** The replica does not know yet of something that happened in the organisation. */
class ReplicaBehind extends Error {}

interface Reader {
  subject: TokenSubject
  organization_id: number
}

/**
 * Reads from the replica with the rights that the database itself knows of. Whoever reads sees all that happened in the
 * organisation before their call, because the replica answers only if it has its last event. Null if it does not, or if it
 * is away; then the database is to be read.
 */
export async function readFromReplica<T>(
  { pool, replica, identify, log }: Pick<AppContext, 'pool' | 'identify' | 'log'> & { replica: pg.Pool },
  { subject, organization_id }: Reader,
  work: (tx: Tx, identified: Identified) => Promise<T>,
): Promise<{ result: T } | null> {
  const scope = { readOnly: true, organization_id, user_id: subject.user_id }
  const [identified, newest] = await inTransaction(pool, scope, tx =>
    Promise.all([identify(tx, subject, organization_id), newestSeq(tx, organization_id)]),
  )
  try {
    const result = await inTransaction(
      replica,
      { ...scope, opening: tx => newestSeq(tx, organization_id) },
      (tx, known) => {
        if (known < newest) throw new ReplicaBehind()
        return work(tx, identified)
      },
    )
    return { result }
  } catch (error) {
    if (error instanceof DatabaseUnavailable) log.warn({ err: error }, 'The replica is away; the database answers.')
    else if (!(error instanceof ReplicaBehind || isCancelledByRecovery(error))) throw error
    return null
  }
}

/** A replica ends a query that reads what replication is about to remove. */
const isCancelledByRecovery = (error: unknown): boolean => (error as { code?: string }).code === '40001'
