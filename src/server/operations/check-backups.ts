import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Cron } from 'croner'
import { systemClock } from '../platform/clock'
import type { Connection } from '../platform/database/connection'
import { withClient } from '../platform/database/database'
import { type Answer, ago, fix, note, ok } from './answer'
import { type OperationKind, type PastOperation, readLast } from './history-sql'
import { type CommandEnvironment, openInstance } from './instance'

interface History {
  owner: Connection
  settings: CommandEnvironment['settings']
  now: number
}

/** Runs a check that reads what was recorded; before the first start, nothing is. */
export async function withHistory(
  environment: CommandEnvironment,
  check: (history: History) => Promise<Answer>,
): Promise<Answer> {
  const { DATABASE_URL, DATA_DIR } = environment.settings
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, 'postgres'))) return note('the first start creates the database')
  const instance = await openInstance(environment, { alone: false })
  try {
    const isThere = await withClient(instance.owner, async client => {
      const { rows } = await client.query<{ found: boolean }>("select to_regclass('operations') is not null as found")
      return rows[0]?.found === true
    })
    if (!isThere) return note('nothing is recorded before the database is up to date')
    const now = (environment.clock ?? systemClock).now()
    return await check({ owner: instance.owner, settings: environment.settings, now })
  } finally {
    await instance.close()
  }
}

export async function checkBackups({ owner, settings, now }: History): Promise<Answer> {
  const { BACKUP_SCHEDULE: cron, BACKUP_DIR } = settings
  const { last, good } = await readLast(owner, 'backup')
  const trouble = troubleOf('backup', { last, good, cron, now })
  const lastGood = good
    ? `the last good one is ${good.file}, made ${ago(good.started_at, now)}`
    : 'there is no good one yet'
  if (trouble) return fix(`${trouble}; ${lastGood}`)
  if (good && !existsSync(good.file)) return fix(`${lastGood}, and this file is not there any more: make another`)
  if (!cron) return note(`${lastGood}; none are scheduled. Set BACKUP_SCHEDULE`)
  if (!good) return note(`the first scheduled one is made soon after the start, into ${BACKUP_DIR}`)
  return ok(lastGood)
}

export async function checkRehearsals({ owner, settings, now }: History): Promise<Answer> {
  const { REHEARSAL_SCHEDULE: cron } = settings
  const { last, good } = await readLast(owner, 'rehearsal')
  const lastGood = good
    ? `${good.file} was restored on trial ${ago(good.started_at, now)}: ${good.rows} rows and ${good.objects} files, all equal`
    : 'no backup was restored on trial yet'
  const trouble = troubleOf('rehearsal', { last, good, cron, now })
  if (trouble) return fix(`${trouble}; ${lastGood}`)
  return good ? ok(lastGood) : note(`${lastGood}: wheelhouse rehearse, or set REHEARSAL_SCHEDULE`)
}

/** A last attempt that failed or was killed, or times at which nothing happened. */
function troubleOf(
  kind: OperationKind,
  {
    last,
    good,
    cron,
    now,
  }: {
    last: PastOperation | null
    good: PastOperation | null
    cron: string | undefined
    now: number
  },
): string | null {
  if (last?.outcome === 'failed') return `the last ${kind} failed ${ago(last.started_at, now)}: ${last.error}`
  const isCut = last?.outcome === null && now - Date.parse(last.started_at) > longest
  if (last && isCut) return `the last ${kind} was interrupted ${ago(last.started_at, now)}`
  if (!cron || !good) return null
  // The latest time may just be at work; of the one before it something must be left.
  const [, before] = new Cron(cron, { timezone: 'UTC', paused: true }).previousRuns(2, new Date(now))
  const isMissed = before !== undefined && Date.parse(good.started_at) < before.getTime() - tolerance
  return isMissed
    ? `the ${kind} of ${before.toISOString()} was not made; is a server with the role worker running?`
    : null
}

/** No backup takes longer than this, in milliseconds. */
const longest = 24 * 60 * 60 * 1000
const tolerance = 60_000
