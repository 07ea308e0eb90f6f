import type PgBoss from 'pg-boss'
import { runStatement, type Tx } from '../database/connection'
import { inTransaction } from '../database/transaction'
import { type JobDatabase, runOnPool, transactionDb } from './pg-boss'

/**
 * An attempt at a job. pg-boss increments `retryCount` with each fetch after the first, so a server with an outdated
 * number has lost the job to another one.
 */
export interface Claim {
  readonly id: string
  readonly retryCount: number
}

/** The largest difference between the clocks of two servers, in milliseconds. */
export const clockTolerance = 60 * 60 * 1000

/** A start time that is past for every server. */
export const immediately = ({ clock }: JobDatabase) => new Date(clock.now() - clockTolerance)

const isoNow = ({ clock }: JobDatabase) => new Date(clock.now()).toISOString()
const claimColumns = (claims: readonly Claim[]) => [
  claims.map(({ id }) => id),
  claims.map(({ retryCount }) => retryCount),
]

/**
 * Which of these queues have a job that is due, and when their next job after `now` starts, in milliseconds since the
 * epoch; null if that is not before `before`.
 */
export async function waitingJobs(
  { pool }: JobDatabase,
  names: readonly string[],
  { now, before }: { now: number; before: number },
): Promise<{ name: string; isDue: boolean; startsAt: number | null }[]> {
  const rows = await runOnPool<{ name: string; is_due: boolean; starts_at: string | null }>(
    pool,
    `select q.name,
       exists (select from pgboss.job j
         where j.name = q.name and j.state < 'active' and j.start_after < $2::timestamptz) as is_due,
       (select j.start_after from pgboss.job j
         where j.name = q.name and j.state < 'active' and j.start_after >= $2::timestamptz and j.start_after < $3::timestamptz
         order by j.start_after limit 1) as starts_at
     from unnest($1::text[]) as q (name)`,
    [names, new Date(now).toISOString(), new Date(before).toISOString()],
  )
  return rows.map(row => ({
    name: row.name,
    isDue: row.is_due,
    startsAt: row.starts_at === null ? null : Date.parse(row.starts_at),
  }))
}

/** Whether at least this many jobs of a queue wait for a server. */
export async function hasWaitingJobs(tx: Tx, name: string, size: number): Promise<boolean> {
  const [row] = await runStatement<{ has_waiting: boolean }>(
    tx,
    `select count(*) >= $2::int as has_waiting from (
       select from pgboss.job j where j.name = $1 and j.state < 'active' limit $2::int) waiting`,
    [name, size],
  )
  return row?.has_waiting ?? false
}

/** Marks running jobs as alive. Returns the ids of those that this server still owns. */
export async function heartbeat(
  database: JobDatabase,
  name: string,
  claims: readonly Claim[],
): Promise<ReadonlySet<string>> {
  const rows = await runOnPool<{ id: string }>(
    database.pool,
    `update pgboss.job j set started_on = $4::timestamptz from unnest($2::uuid[], $3::int[]) as c (id, retry_count)
     where j.name = $1 and j.id = c.id and j.state = 'active' and j.retry_count = c.retry_count returning j.id`,
    [name, ...claimColumns(claims), isoNow(database)],
  )
  return new Set(rows.map(row => row.id))
}

/** Whether this attempt still owns the job. If it does, no server can take the job over until the transaction ends. */
export async function isOwned(tx: Tx, name: string, { id, retryCount }: Claim): Promise<boolean> {
  const rows = await runStatement(
    tx,
    `select from pgboss.job j where j.name = $1 and j.id = $2::uuid and j.state = 'active' and j.retry_count = $3
     for key share`,
    [name, id, retryCount],
  )
  return rows.length > 0
}

/** Completes the jobs that this server still owns. */
export async function complete(database: JobDatabase, name: string, claims: readonly Claim[]): Promise<void> {
  await runOnPool(
    database.pool,
    `update pgboss.job j set state = 'completed', completed_on = $4::timestamptz
     from unnest($2::uuid[], $3::int[]) as c (id, retry_count)
     where j.name = $1 and j.id = c.id and j.state = 'active' and j.retry_count = c.retry_count`,
    [name, ...claimColumns(claims), isoNow(database)],
  )
}

/** Returns jobs to their queue, as if this attempt had not begun: they start at once, or at their time if that is to come. */
export async function release(database: JobDatabase, name: string, claims: readonly Claim[]): Promise<void> {
  await runOnPool(
    database.pool,
    `update pgboss.job j set state = 'retry', started_on = null,
       start_after = case when j.start_after < $5::timestamptz then $4::timestamptz else j.start_after end
     from unnest($2::uuid[], $3::int[]) as c (id, retry_count)
     where j.name = $1 and j.id = c.id and j.state = 'active' and j.retry_count = c.retry_count`,
    [name, ...claimColumns(claims), immediately(database).toISOString(), isoNow(database)],
  )
}

/** Fails an attempt: pg-boss schedules the next one, or fails the job for good. Only the name of the error is stored. */
export async function fail(
  database: JobDatabase & { boss: PgBoss },
  name: string,
  { claim, isFinal, errorName }: { claim: Claim; isFinal: boolean; errorName: string },
): Promise<void> {
  await inTransaction(database.pool, { readOnly: false }, async tx => {
    if (!(await isOwned(tx, name, claim))) return
    if (isFinal) {
      const noMoreRetries = 'update pgboss.job set retry_limit = retry_count where name = $1 and id = $2::uuid'
      await runStatement(tx, noMoreRetries, [name, claim.id])
    }
    await database.boss.fail(name, claim.id, { errorName }, { db: transactionDb(tx, database.clock) })
  })
}

/**
 * Claims a scheduled time for one server. Returns whether a job should be enqueued for it: not while the job of an earlier time is
 * unfinished. A claimed time that lies far in the future comes from a wrong clock and is ignored.
 */
export async function claimScheduledTime(
  tx: Tx,
  { name, cron, time, farFuture }: { name: string; cron: string; time: string; farFuture: string },
): Promise<boolean> {
  const [claimed] = await runStatement<{ is_free: boolean }>(
    tx,
    `insert into pgboss.schedule as s (name, cron, timezone, data)
     values ($1, $2, 'UTC', jsonb_build_object('time', $3::text))
     on conflict (name) do update set cron = excluded.cron, data = excluded.data
     where s.data->>'time' < $3::text or s.data->>'time' > $4::text
     returning not exists (select from pgboss.job j where j.name = $1 and j.state < 'completed') as is_free`,
    [name, cron, time, farFuture],
  )
  return claimed?.is_free ?? false
}

/** Lets one server at a time create queues, until the end of the transaction. */
export async function lockQueues(tx: Tx): Promise<void> {
  await runStatement(tx, `select pg_advisory_xact_lock(hashtextextended('queues of jobs', 0))`, [])
}
