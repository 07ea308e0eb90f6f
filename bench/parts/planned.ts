import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createDocument } from '#shared/contract/documents/endpoints'
import { createJob } from '#shared/contract/jobs/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { startEmbeddedPostgres } from '../../src/server/platform/database/embedded/embedded-postgres'
import { databaseUrl } from '../../test/server-process'
import { type BenchContext, type Part, rounds } from '../bench-context'
import { newWorkspace } from '../feed/workspace'
import { startProduct } from '../product'
import type { Row } from '../table'
import { bareQueue, measure, phases } from './jobs'

const count = 10_000
const workers = 4
const workspaces = 10
/** As many as servers of this size have on a usual day: 20 a second. */
const few = 300
const fewWithin = 15_000
const minute = 60_000
/** Milliseconds until the first job is due, so that all servers know of it. */
const ahead = 8_000

/**
 * Planned runs that read a logbook and write a log, on four servers that share a database: all due at the same instant,
 * and spread evenly over a minute, and a few, whose lateness is that of an idle scheduler. Compared with trivial jobs on pg-boss alone.
 */
export const planned: Part = async bench => {
  const [database, bare] = [await openWorkshop(bench), await bareQueue(bench)]
  const floor = phases()
  await measure(bare, phases())
  const atOnce = figures()
  const [spread, calm] = [figures(), figures()]
  for (let round = 0; round < rounds; round++) {
    await measure(bare, floor)
    await runAll(database, { jobs: count, within: 0 }, atOnce)
    await runAll(database, { jobs: count, within: minute }, spread)
    await runAll(database, { jobs: few, within: fewWithin }, calm)
  }
  const row = (what: string, unit: string, product: number[], aim: Row['aim']): Row => ({
    ...{ what, unit, product, aim },
    floor: null,
  })
  return [
    { ...row('10,000 jobs due at one instant, run by 4 servers', '/s', atOnce.perSecond, null), floor: floor.run },
    row('… from the planned time to the start, p50', 's', atOnce.p50, null),
    row('… p99', 's', atOnce.p99, { atMost: 2 }),
    row('10,000 jobs due within a minute, from the planned time to the start, p50', 's', spread.p50, null),
    row('… p99', 's', spread.p99, { atMost: 2 }),
    row('300 jobs due within 15 s, from the planned time to the start, p50', 's', calm.p50, null),
    row('… p99', 's', calm.p99, { atMost: 0.0058 }),
  ]
}

const figures = () => ({ perSecond: [] as number[], p50: [] as number[], p99: [] as number[] })

/** Starts the servers, and stores the jobs: one a workspace over the API, the others as copies of it. */
async function openWorkshop(bench: BenchContext): Promise<pg.Client> {
  const folder = await bench.newFolder('planned')
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {} })
  bench.atEnd(() => postgres.stop())
  const name = 'wheelhouse'
  const maintenance = new pg.Client({ ...postgres.connection, ssl: false })
  await maintenance.connect()
  await maintenance.query(`create database ${name}`)
  await maintenance.end()
  const settings = { DATABASE_URL: databaseUrl(postgres.connection, name), SECRET: 'the-root-of-all-keys-in-the-bench' }
  const servers = []
  for (let number = 1; number <= workers; number += 1) {
    const server = await startProduct(join(folder, `server-${number}`), settings)
    bench.atEnd(server.stop)
    servers.push(server)
  }
  for (let number = 0; number < workspaces; number += 1) await createTemplate(servers[number % workers]?.port ?? 0)
  const database = new pg.Client({ ...postgres.connection, database: name, ssl: false })
  await database.connect()
  bench.atEnd(() => database.end())
  await database.query(
    `create temp table queued as select * from pgboss.job where name = 'jobs.planned' limit 1;
     delete from pgboss.job where name = 'jobs.planned'`,
  )
  await copyJobs(database)
  return database
}

async function createTemplate(port: number): Promise<void> {
  const [owner] = await newWorkspace(port, 1)
  const logbook = async (document_name: string) =>
    (await owner.call(createDocument, { document_name, document_type: 'logbook', access: 'organisation' })).doc_id
  const [read, written] = [await logbook('Bay log'), await logbook('Watch log')]
  for (let number = 1; number <= 20; number += 1) {
    await owner.call(writeLog, { doc_id: read, content: `Pads changed on ticket ${number}.` })
  }
  await owner.call(createJob, {
    instruction_text: 'Bay watch',
    // The next planned time is at midnight.
    minute_interval: 1_440,
    timezone: 'UTC',
    source: { logbook_ids: [read] },
    destination: { logbook_ids: [written] },
  })
}

async function copyJobs(database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_name = 'jobs' and table_schema = 'public' and is_identity = 'NO'`,
  )
  const columns = rows[0]?.columns
  const copies = count / workspaces - 1
  await database.query(
    `insert into jobs (${columns}) select ${columns} from jobs cross join generate_series(1, ${copies})`,
  )
}

interface Plan {
  jobs: number
  /** Milliseconds over which they are due, evenly. */
  within: number
}

/** Plans jobs once, and waits until all have run. */
async function runAll(database: pg.Client, planned: Plan, into: ReturnType<typeof figures>): Promise<void> {
  const first = Date.now() + ahead
  await plan(database, first, planned)
  const { jobs } = planned
  for (;;) {
    await delay(500)
    const { rows } = await database.query<{ ended: number; succeeded: number; last: number; p50: number; p99: number }>(
      `select count(ended_at)::int as ended, (count(*) filter (where status = 'succeeded'))::int as succeeded,
         (extract(epoch from max(ended_at)) * 1000)::float8 as last,
         percentile_disc(0.5) within group (order by extract(epoch from started_at - planned_at)::float8) as p50,
         percentile_disc(0.99) within group (order by extract(epoch from started_at - planned_at)::float8) as p99
       from job_runs`,
    )
    const [found] = rows
    if (!found || found.ended < jobs) continue
    if (found.succeeded < jobs) throw new Error(`${jobs - found.succeeded} runs failed.`)
    into.perSecond.push(jobs / ((found.last - first) / 1000))
    into.p50.push(found.p50)
    into.p99.push(found.p99)
    return
  }
}

async function plan(database: pg.Client, first: number, { jobs, within }: Plan): Promise<void> {
  await database.query(`begin; delete from pgboss.job where name = 'jobs.planned'; truncate job_runs;
    update jobs set next_run_at = null`)
  await database.query(
    `with planned as (
       select id, $1::timestamptz + make_interval(secs => $2::float8 * row_number() over (order by random())) as at from jobs
       order by at limit $3
     )
     update jobs j set next_run_at = planned.at from planned where planned.id = j.id`,
    [new Date(first).toISOString(), within / 1000 / jobs, jobs],
  )
  await database.query(
    `insert into pgboss.job (name, data, start_after, expire_in, keep_until, retry_limit, retry_delay, retry_backoff, policy)
     select q.name, q.data || jsonb_build_object('organization_id', j.organization_id, 'job_id', j.id,
         'planned_at', to_char(j.next_run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
       j.next_run_at, q.expire_in, q.keep_until, q.retry_limit, q.retry_delay, q.retry_backoff, q.policy
     from jobs j cross join queued q where j.next_run_at between $1::timestamptz and $2::timestamptz`,
    [new Date(first).toISOString(), new Date(first + within).toISOString()],
  )
  await database.query('commit; analyze jobs; analyze pgboss.job')
}
