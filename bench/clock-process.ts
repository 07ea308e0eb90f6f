import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { createDocument } from '#shared/contract/documents/endpoints'
import { createJob } from '#shared/contract/jobs/endpoints'
import { startTestPostgres } from '../src/server/platform/database/embedded/test-postgres'
import { Actor } from '../test/actor'
import { testSecret } from '../test/names'
import { storedIn } from '../test/planned-times'
import { judge } from '../test/planned-times-verdict'
import { buildProgram, databaseUrl, newFolder, ServerProcess, tidy } from '../test/server-process'

// Usage: npm run soak:clock. Runs the built server with libfaketime over both changes of the clocks in London, and over
// jumps of the clock of the machine.

const minute = 60_000
const hour = 60 * minute
/** How many times faster than real time the clock runs over a change of the clocks. */
const speed = 30

/** As on a machine whose clock is set: timers run in real time, and do not jump. */
const timers = { FAKETIME_DONT_FAKE_MONOTONIC: '1', TZ: 'UTC' }

/** The library that `faketime` puts before a program; null if it is not installed. */
async function findLibrary(): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('faketime', ['-f', '+0', 'printenv', 'LD_PRELOAD'])
    return stdout.trim()
  } catch {
    return null
  }
}

interface Place {
  server: ServerProcess
  database: pg.Client
  /** The time of the server, which each of its answers names. */
  now(): Promise<number>
  owner: Actor
  create(fields: Fields): Promise<number>
}

type Fields = Partial<Parameters<typeof createJob.body.parse>[0] & object>

const postgres = await startTestPostgres()
let places = 0

/** A server whose time libfaketime tells, with a workspace. */
async function open(program: string, environment: Record<string, string>): Promise<Place> {
  places += 1
  const name = `clock${places}`
  const maintenance = new pg.Client({ ...postgres.connection, ssl: false })
  await maintenance.connect()
  await maintenance.query(`create database ${name}`)
  await maintenance.end()
  const server = new ServerProcess(program, join(await newFolder(), name), {
    ...{ DATABASE_URL: databaseUrl(postgres.connection, name), SECRET: testSecret, BILLING: 'off', LOG_LEVEL: 'error' },
    ...environment,
  })
  const url = await server.ready()
  const database = new pg.Client({ ...postgres.connection, database: name, ssl: false })
  // After a failure PostgreSQL stops while this client is open.
  database.on('error', () => {})
  await database.connect()
  const owner = new Actor({ url }, '10.0.0.1')
  await owner.signUp({ name: 'Maya Okafor' })
  await owner.createOrganisation('Ridgeway Cycles')
  const { doc_id } = await owner.call(createDocument, {
    ...{ document_name: 'Yard log', document_type: 'logbook', access: 'organisation' },
  })
  return {
    server,
    database,
    owner,
    async now() {
      const response = await fetch(`${url}/health`)
      await response.body?.cancel()
      return Date.parse(response.headers.get('date') ?? '')
    },
    async create(fields) {
      const job = await owner.call(createJob, {
        instruction_text: 'Yard watch',
        timezone: 'Europe/London',
        source: { logbook_ids: [doc_id] },
        destination: { logbook_ids: [doc_id] },
        ...fields,
      })
      return job.instruction_id
    },
  }
}

async function end({ server, database }: Place): Promise<string[]> {
  server.signal('SIGTERM')
  await server.exited
  await database.end()
  return `${server.stdout}\n${server.stderr}`.split('\n').filter(line => line.startsWith('{'))
}

/** Waits until the clock of a server shows a time and every job has ended its runs until then. */
async function until(place: Place, time: number, givenUpAfter: number): Promise<void> {
  const began = Date.now()
  for (;;) {
    const { rows } = await place.database.query<{ is_open: boolean }>(
      `select exists (select from jobs where status = 'active' and next_run_at <= $1::timestamptz)
         or exists (select from job_runs where status in ('queued', 'running')) as is_open`,
      [new Date(time).toISOString()],
    )
    if (!rows[0]?.is_open && (await place.now()) > time) return
    if (Date.now() - began > givenUpAfter) throw new Error('The jobs did not end in time.')
    await delay(500)
  }
}

interface Found {
  what: string
  faults: string[]
}

/** What is wrong with the runs of a server by the rules of the schedules, up to an instant. */
async function judged(place: Place, time: number) {
  const stored = await storedIn(place.database)
  const verdict = judge(stored.jobs, { ...stored, until: time })
  const timesOf = (job_id: number) => stored.runs.filter(run => run.job_id === job_id).map(run => run.planned_at)
  return { verdict, timesOf, runs: stored.runs }
}

const clock = (at: string) => new Date(at).toISOString().slice(11, 16)
const expectTimes = (what: string, found: readonly string[], expected: readonly string[]): string[] =>
  found.map(clock).join() === expected.join() ? [] : [`${what}: ${found.map(clock)} instead of ${expected}`]

/** A night in which the clocks of London change at 01:00 UTC. `half` is when its 01:30 has to run, by UTC: at the change if it does not exist. */
async function change(
  program: string,
  preload: string,
  { name, day, begins, half }: { name: string; day: string; begins: string; half: string },
): Promise<Found> {
  const place = await open(program, { ...timers, LD_PRELOAD: preload, FAKETIME: `@${begins} x${speed}` })
  const [everyQuarter, nightly, thirds, once] = [
    await place.create({ minute_interval: 15 }),
    await place.create({ instruction_schedule: '30 1 * * *' }),
    await place.create({ instruction_schedule: '0,20,40 * * * *' }),
    await place.create({ instruction_one_time: `${day}T01:10:00.000Z` }),
  ]
  const last = Date.parse(`${day}T02:05:00.000Z`)
  await until(place, last, 10 * minute)
  const { verdict, timesOf, runs } = await judged(place, last)
  const errors = await end(place)
  const quarters = timesOf(everyQuarter).map(at => Date.parse(at))
  const isEven = quarters.every((at, index) => index === 0 || at - (quarters[index - 1] ?? 0) === 15 * minute)
  const untilLast = (times: string[]) =>
    times.filter(at => Date.parse(at) <= last && clock(at) >= '00:30' && at.startsWith(day))
  return {
    what: `${name}: ${verdict.slots} planned times, ${runs.length} runs, ${verdict.missed.length} missed, ${verdict.doubled.length} doubled; 01:30 in London ran at ${timesOf(nightly).map(clock)} UTC`,
    faults: [
      ...verdict.missed,
      ...verdict.doubled,
      ...errors,
      ...(isEven && quarters.length >= 5 ? [] : [`every 15 minutes: ${timesOf(everyQuarter).map(clock)}`]),
      ...expectTimes('01:30 in London', timesOf(nightly), [half]),
      ...expectTimes('three times an hour', untilLast(timesOf(thirds)), ['00:40', '01:00', '01:20', '01:40', '02:00']),
      ...expectTimes('once', timesOf(once), ['01:10']),
    ],
  }
}

/** The clock of the machine is set forward by three hours, back by one, and forward again. */
async function jumps(program: string, preload: string): Promise<Found> {
  const file = join(await newFolder(), 'time')
  const set = (offset: number) => writeFile(file, `${offset < 0 ? '' : '+'}${offset / 1_000}\n`)
  await set(0)
  const place = await open(program, {
    ...{ ...timers, LD_PRELOAD: preload, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1' },
  })
  for (let number = 0; number < 5; number += 1) await place.create({ minute_interval: 1, timezone: 'UTC' })
  const counts: number[] = []
  const run = async (offset: number, minutes: number) => {
    await set(offset)
    await delay(minutes * minute + 15_000)
    counts.push((await storedIn(place.database)).runs.length)
  }
  await run(0, 1.5)
  await run(3 * hour, 1.5)
  const forward = await place.now()
  await run(2 * hour, 1.5)
  const back = await place.now()
  await run(3 * hour, 2.5)
  const time = await place.now()
  await until(place, time - (time % minute), 2 * minute)
  const { verdict, runs } = await judged(place, time - (time % minute))
  const errors = await end(place)
  const [before = 0, afterForward = 0, afterBack = 0, atEnd = 0] = counts
  return {
    what: `clock set forward by 3 h, back by 1 h and forward again: ${verdict.slots} planned times of 5 jobs, ${runs.length} runs, which made up for ${verdict.madeUp} times; ${verdict.missed.length} missed, ${verdict.doubled.length} doubled; runs after each step: ${counts}`,
    faults: [
      ...verdict.missed,
      ...verdict.doubled,
      ...errors,
      ...(back < forward - hour / 2 ? [] : ['The clock of the server did not jump back.']),
      ...(before >= 5 && afterForward > before && atEnd > afterBack ? [] : [`Runs after each step: ${counts}.`]),
      // Each was planned for a time that is still to come.
      ...(afterBack - afterForward <= 5 ? [] : ['Planned times ran again after the clock was set back.']),
    ],
  }
}

const library = await findLibrary()
if (library === null) {
  await postgres.stop()
  console.error('soak:clock DID NOT RUN: there is no program faketime here. On Debian and Ubuntu: apt install faketime')
  process.exit(2)
}
const began = performance.now()
let failed = true
try {
  const program = await buildProgram('src/server/index.ts')
  const found = await Promise.all([
    change(program, library, { name: 'spring', day: '2026-03-29', begins: '2026-03-29 00:20:00', half: '01:00' }),
    change(program, library, { name: 'autumn', day: '2026-10-25', begins: '2026-10-24 23:55:00', half: '00:30' }),
    jumps(program, library),
  ])
  for (const { what, faults } of found) {
    console.log(what)
    for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  }
  failed = found.some(({ faults }) => faults.length > 0)
} catch (error) {
  console.error(error)
} finally {
  await tidy()
  await postgres.stop()
}
console.log(`soak:clock: ${failed ? 'failed' : 'held'}, ${Math.round((performance.now() - began) / 1000)} s`)
process.exit(failed ? 1 : 0)
