import pg from 'pg'
import type { AppContext } from '../app-context'
import { breakConnection, DatabaseUnavailable, runStatement, type Tx } from '../database/connection'
import { inTransaction } from '../database/transaction'
import { newestSeq } from '../events'
import type { Identified, TokenSubject } from '../identity'

/** The replica does not know yet of something that happened in the organisation. */
class ReplicaBehind extends Error {}
/** It follows no other database: somebody promoted it, and from then on it goes its own way. */
class ReplicaPromoted extends Error {}

interface Reader {
  subject: TokenSubject
  organization_id: number
}

/** Milliseconds until a replica must have said how far it is; one that hangs says nothing. */
const answersWithin = 2_000
/** Milliseconds until it must have answered the call. */
const readsWithin = 30_000
/** Milliseconds without a question to a replica that was away or promoted, so that not every call finds that out again. */
const leftAlone = 10_000

/** By replica, when it may be asked again. */
const askedAgain = new WeakMap<pg.Pool, number>()

/**
 * Reads from the replica with the rights that the database itself knows of. Whoever reads sees all that happened in the
 * organisation before their call, because the replica answers only if it has its last event. Null if it does not, or if it
 * is away, broken or no replica any more; then the database is to be read.
 */
export async function readFromReplica<T>(
  {
    pool,
    replica,
    identify,
    log,
    clock,
  }: Pick<AppContext, 'pool' | 'identify' | 'log' | 'clock'> & { replica: pg.Pool },
  { subject, organization_id }: Reader,
  work: (tx: Tx, identified: Identified) => Promise<T>,
): Promise<{ result: T } | null> {
  if (clock.elapsed() < (askedAgain.get(replica) ?? 0)) return null
  const scope = { readOnly: true, organization_id, user_id: subject.user_id }
  const [identified, newest] = await inTransaction(pool, scope, tx =>
    Promise.all([identify(tx, subject, organization_id), newestSeq(tx, organization_id)]),
  )
  let isInTime = () => {}
  const giveUpAfter = (delay: number, tx: Tx) => {
    isInTime()
    isInTime = clock.after(delay, () => breakConnection(tx))
  }
  const leaveAlone = () => askedAgain.set(replica, clock.elapsed() + leftAlone)
  try {
    const opening = (tx: Tx) => {
      giveUpAfter(answersWithin, tx)
      return Promise.all([newestSeq(tx, organization_id), follows(tx)])
    }
    const result = await inTransaction(replica, { ...scope, opening }, (tx, [known, isReplica]) => {
      giveUpAfter(readsWithin, tx)
      if (!isReplica) throw new ReplicaPromoted()
      if (known < newest) throw new ReplicaBehind()
      return work(tx, identified)
    })
    return { result }
  } catch (error) {
    if (error instanceof DatabaseUnavailable) {
      leaveAlone()
      log.warn({ err: error }, 'The replica is away; the database answers.')
    } else if (error instanceof ReplicaPromoted) {
      leaveAlone()
      log.warn('DATABASE_REPLICA_URL is no replica any more: it follows no other database. The database answers.')
    } else if (error instanceof pg.DatabaseError) {
      // A replica ends a query that reads what replication is about to remove; everything else is its own fault, or the
      // database fails likewise.
      if (error.code !== '40001') log.warn({ err: error }, 'The replica could not answer; the database does.')
    } else if (!(error instanceof ReplicaBehind)) throw error
    return null
  } finally {
    isInTime()
  }
}

async function follows(tx: Tx): Promise<boolean> {
  const [row] = await runStatement<{ follows: boolean }>(tx, 'select pg_is_in_recovery() as follows', [])
  return row?.follows === true
}
