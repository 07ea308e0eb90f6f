import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { eventually } from '#shared/testing/eventually'
import { TestClock } from '../../../test/clock'
import { testSecret } from '../../../test/names'
import { type App, makeApp } from '../app'
import { features, migrations } from '../features'
import { readSettings } from '../settings'
import { inProcessBus } from './bus'
import { type Database, openDatabase } from './database/database'
import { Jobs, jobsOf } from './jobs/jobs'
import { makeLog } from './log'
import { type BatchCleanup, cleanupSchedules } from './maintenance'
import { secretsFrom } from './secrets'

const minute = 60 * 1000
const hour = 60 * minute
const postgres = { ...inject('postgres'), port: undefined }

async function asSuperuser<T extends pg.QueryResultRow>(database: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ ...postgres, database })
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

const owners = [
  ['the superuser of PostgreSQL', 'superuser'],
  ['a role that only owns its database', 'nosuperuser'],
] as const

describe.each(owners)('With a database that belongs to %s', (_who, kind) => {
  const name = `upkeep_${process.pid}_${kind}`
  const clock = new TestClock()
  const logged: string[] = []
  const log = makeLog('error', { write: line => void logged.push(line) })
  let database: Database
  let app: App
  const started: Jobs[] = []

  beforeAll(async () => {
    await asSuperuser('postgres', `create role ${name} login password 'secret' ${kind}`)
    await asSuperuser('postgres', `create database ${name} owner ${name}`)
    const settings = readSettings({
      DATABASE_URL: `postgres://${name}:secret@localhost/${name}?host=${encodeURIComponent(postgres.host)}`,
      DATA_DIR: join(inject('folder'), name),
      PORT: '0',
    })
    const secrets = secretsFrom(testSecret)
    database = await openDatabase(settings, secrets, log, migrations)
    const { pool, asOwner } = database
    app = await makeApp({ settings, clock, log, secrets, pool, webFolder: 'no-such-folder', asOwner })
  })
  afterEach(async () => {
    for (const jobs of started.splice(0)) await jobs.close()
  })
  afterAll(async () => {
    await app.close()
    await database.close()
    await asSuperuser('postgres', `drop database ${name}`)
    await asSuperuser('postgres', `drop role ${name}`)
  })

  /** A server with this cleanup only. */
  async function cleaning(of: string, cleanup: BatchCleanup): Promise<Jobs> {
    const jobs = new Jobs({ ...app.context, bus: inProcessBus() })
    await jobs.register([], cleanupSchedules(database, [{ name: of, cleanups: () => [cleanup] }]))
    jobs.start()
    started.push(jobs)
    await jobs.whenIdle()
    return jobs
  }

  test('each feature removes what is too old, in all organisations, within a minute of the start', async () => {
    const ago = (days: number) => `'${new Date(clock.now() + minute - days * 24 * hour).toISOString()}'`
    await asSuperuser(
      name,
      `insert into users (created_at) values (now());
       insert into organizations (name, created_by, created_at) values ('One', 1, now()), ('Two', 1, now());
       insert into events (organization_id, seq, kind, audience, payload, at)
         select o.id, e.seq, 'member.joined', '{}', '{}', e.at from organizations o,
         (values (1, ${ago(7.01)}::timestamptz), (2, ${ago(6.99)}::timestamptz)) as e (seq, at);
       insert into idempotency_keys (user_id, key, fingerprint, created_at)
         values (1, 'old', '', ${ago(1.01)}), (1, 'new', '', ${ago(0.99)})`,
    )
    await app.listen()
    const jobs = jobsOf(app.context)
    await jobs.whenIdle()
    clock.advance(minute)
    await jobs.whenIdle()
    const events = await asSuperuser(name, 'select organization_id, seq from events order by 1, 2')
    expect(events).toMatchObject([{ seq: 2 }, { seq: 2 }])
    expect(await asSuperuser(name, 'select key from idempotency_keys')).toEqual([{ key: 'new' }])
    const done = await asSuperuser(
      name,
      "select name from pgboss.job where name ~ 'cleanup' and state = 'completed' order by 1",
    )
    const cleaning = features.filter(feature => feature.cleanups).map(feature => feature.name)
    expect(cleaning.length).toBeGreaterThan(4)
    expect(done.map(row => row.name)).toEqual([...cleaning, 'platform'].map(feature => `${feature}.cleanup`).sort())
    expect(logged).toEqual([])
  })

  test('a stopping server waits for the current batch and begins no other; the next server continues', async () => {
    const order: string[] = []
    let end = () => {}
    const cleanup: BatchCleanup = tx => {
      order.push('begun')
      return new Promise(resolve => {
        end = () => {
          void tx
            .selectFrom('users')
            .select('id')
            .limit(1)
            .execute()
            .then(() => {
              order.push('done')
              // Reports more work the first time.
              resolve(order.length === 2)
            })
        }
      })
    }
    const first = await cleaning('stops', cleanup)
    clock.advance(minute)
    await eventually(() => expect(order).toEqual(['begun']))
    const stopped = first.close().then(() => order.push('stopped'))
    end()
    await stopped
    expect(order).toEqual(['begun', 'done', 'stopped'])

    const second = new Jobs({ ...app.context, bus: inProcessBus() })
    await second.register([], cleanupSchedules(database, [{ name: 'stops', cleanups: () => [cleanup] }]))
    second.start()
    started.push(second)
    await eventually(() => expect(order).toHaveLength(4))
    end()
    await second.whenIdle()
    expect(order.slice(3)).toEqual(['begun', 'done'])
    expect(logged).toEqual([])
  })

  test('a cleanup whose connection breaks is retried', async () => {
    let times = 0
    const breaks: BatchCleanup = async tx => {
      times += 1
      if (times > 1) return false
      const { pid } = await sql<{ pid: number }>`select pg_backend_pid() as pid`
        .execute(tx)
        .then(({ rows }) => rows[0] ?? { pid: 0 })
      await asSuperuser('postgres', `select pg_terminate_backend(${pid})`)
      await sql`select 1`.execute(tx)
      return false
    }
    const jobs = await cleaning('breaks', breaks)
    clock.advance(minute)
    await jobs.whenIdle()
    expect(times).toBe(1)
    clock.advance(minute)
    await jobs.whenIdle()
    expect(times).toBe(2)
    expect(logged).toEqual([])
  })

  test('the connections that serve requests have no maintenance rights', async () => {
    expect((await database.pool.query('select * from events')).rows).toEqual([])
    expect(
      (await database.pool.query('select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user'))
        .rows,
    ).toEqual([{ free: false }])
  })
})
