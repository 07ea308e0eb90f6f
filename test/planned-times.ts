import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createDocument } from '#shared/contract/documents/endpoints'
import { createJob } from '#shared/contract/jobs/endpoints'
import type { Connection } from '../src/server/platform/database/connection'
import { startTestPostgres } from '../src/server/platform/database/embedded/test-postgres'
import { seeded } from '../src/server/platform/speech/splitter/testing/random'
import { Actor } from './actor'
import { type FastTime, fastClock, settingsOf } from './fast-clock'
import { testSecret } from './names'
import { judge, type StoredLog, type StoredRun, type StoredSchedule, type Verdict } from './planned-times-verdict'
import { buildProgram, databaseUrl, newFolder, ServerProcess, tidy } from './server-process'

const minute = 60_000

interface Trial {
  servers: number
  /** Jobs that run once a minute, read a logbook and write a log into another one. */
  jobs: number
  /** How many minutes they run, on the servers' clock. */
  minutes: number
  /** How many servers are killed with SIGKILL at random moments of these minutes, each started again at once. */
  kills: number
  seed: number
  /** How many times faster than real time the servers' clock runs. */
  speed: number
  /** Called after each kill with the number of kills so far. */
  onKill?: (kills: number) => void
}

/** Errors that the servers logged, with how often. */
type Errors = Map<string, number>

/** Kills servers that share a database while their jobs run, and compares what was written with the schedules. */
export async function killAtPlannedTimes(trial: Trial): Promise<{ verdict: Verdict; kills: number; errors: Errors }> {
  const postgres = await startTestPostgres()
  try {
    const program = await buildProgram('test/fast-server.ts')
    const time = { startedAt: Date.now(), showed: Date.parse('2026-11-20T09:00:00.000Z'), speed: trial.speed }
    const fleet = await Fleet.start(program, { time, connection: postgres.connection, size: trial.servers })
    const database = new pg.Client({ ...postgres.connection, database: fleet.database, ssl: false })
    // After a failure PostgreSQL stops while this client is open.
    database.on('error', () => {})
    await database.connect()
    await createJobs(await fleet.url(), trial.jobs)
    const { now } = fastClock(time)
    const from = now()
    const until = from + trial.minutes * minute
    const random = seeded(trial.seed)
    const moments = Array.from({ length: trial.kills }, () => from + random() * trial.minutes * minute)
    let kills = 0
    for (const moment of moments.sort((one, other) => one - other)) {
      await delay(Math.max(0, moment - now()) / trial.speed)
      await fleet.kill(Math.floor(random() * trial.servers))
      kills += 1
      trial.onKill?.(kills)
    }
    await delay(Math.max(0, until - now()) / trial.speed)
    await untilEnded(database, until, now)
    await fleet.stop()
    const stored = await storedIn(database)
    await database.end()
    return { verdict: judge(stored.jobs, { ...stored, until }), kills, errors: fleet.errors() }
  } finally {
    await tidy()
    await postgres.stop()
  }
}

/** Servers on one database, each with a data folder of its own. */
class Fleet {
  readonly #all: ServerProcess[] = []
  #running: ServerProcess[] = []

  private constructor(
    private readonly program: string,
    private readonly settings: Record<string, string>,
    readonly database: string,
  ) {}

  static async start(
    program: string,
    { time, connection, size }: { time: FastTime; connection: Connection; size: number },
  ): Promise<Fleet> {
    const database = 'wheelhouse'
    const client = new pg.Client({ ...connection, ssl: false })
    await client.connect()
    await client.query(`create database ${database}`)
    await client.end()
    const fleet = new Fleet(
      program,
      {
        DATABASE_URL: databaseUrl(connection, database),
        SECRET: testSecret,
        BILLING: 'off',
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'error',
        ...settingsOf(time),
      },
      database,
    )
    const folder = await newFolder()
    for (let index = 0; index < size; index += 1) {
      const server = fleet.#start(join(folder, `server-${index}`))
      fleet.#running.push(server)
      await server.ready()
    }
    return fleet
  }

  #start(dataFolder: string): ServerProcess {
    const server = new ServerProcess(this.program, dataFolder, this.settings)
    this.#all.push(server)
    return server
  }

  async url(): Promise<string> {
    return (await this.#running[0]?.ready()) ?? ''
  }

  /** Kills a server, perhaps before it is ready, and starts it again. */
  async kill(index: number): Promise<void> {
    const server = this.#running[index]
    if (!server) throw new Error(`There is no server ${index}.`)
    await server.kill()
    if ((await server.exited) !== null) throw new Error(`A server ended by itself: ${server.stdout}${server.stderr}`)
    this.#running[index] = this.#start(server.dataFolder)
  }

  async stop(): Promise<void> {
    for (const server of this.#running.splice(0)) {
      await server.ready()
      server.signal('SIGTERM')
      if ((await server.exited) !== 0) throw new Error(`A server did not stop: ${server.stdout}${server.stderr}`)
    }
  }

  errors(): Errors {
    const found: Errors = new Map()
    for (const { stdout, stderr } of this.#all) {
      for (const line of [...stdout.split('\n').filter(text => text.startsWith('{')), ...stderr.split('\n')]) {
        if (line !== '') found.set(summary(line), (found.get(summary(line)) ?? 0) + 1)
      }
    }
    return found
  }
}

/** A line of a log without what differs each time; a line that a killed server did not finish is cut. */
function summary(line: string): string {
  const [, type = ''] = /"type":"([^"]*)"/.exec(line) ?? []
  const [, message = line.slice(0, 200)] = /"msg":"([^"]*)"/.exec(line) ?? []
  return [message, type].filter(Boolean).join(' ')
}

async function createJobs(url: string, count: number): Promise<void> {
  const maya = new Actor({ url }, '10.0.0.1')
  await maya.signUp({ name: 'Maya Okafor' })
  await maya.createOrganisation('Ridgeway Cycles')
  const logbook = async (document_name: string) =>
    (await maya.call(createDocument, { document_name, document_type: 'logbook', access: 'organisation' })).doc_id
  const [read, written] = [await logbook('Yard log'), await logbook('Watch log')]
  for (let number = 1; number <= count; number += 1) {
    await maya.call(createJob, {
      instruction_text: `Yard watch ${number}`,
      minute_interval: 1,
      timezone: 'UTC',
      source: { logbook_ids: [read] },
      destination: { logbook_ids: [written] },
    })
  }
}

/** Waits until every job has ended its runs up to an instant, or an hour has passed without that. */
async function untilEnded(database: pg.Client, until: number, now: () => number): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ is_open: boolean }>(
      `select exists (select from jobs where status = 'active' and next_run_at <= $1::timestamptz) or exists
         (select from job_runs where status in ('queued', 'running') and planned_at <= $1::timestamptz) as is_open`,
      [new Date(until).toISOString()],
    )
    if (!rows[0]?.is_open || now() > until + 60 * minute) return
    await delay(100)
  }
}

/** The jobs of a database with their runs and logs. */
export async function storedIn(database: pg.Client) {
  const jobs = await database.query<StoredSchedule>(
    'select id::int, schedule, to_json(scheduled_at) as scheduled_at from jobs',
  )
  const runs = await database.query<StoredRun>(
    `select job_id::int, to_json(planned_at) as planned_at, status, missed, attempts, logs from job_runs
     where kind = 'planned' order by job_id, job_runs.planned_at`,
  )
  const logs = await database.query<StoredLog>(
    'select id::int, future_instructions_id::int as job_id from logs where future_instructions_id is not null',
  )
  return { jobs: jobs.rows, runs: runs.rows, logs: logs.rows }
}
