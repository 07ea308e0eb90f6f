import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { eventually } from '#shared/testing/eventually'
import { TestClock } from '../../../test/clock'
import { testSecret } from '../../../test/names'
import { migrations } from '../features'
import { readSettings } from '../settings'
import { type Database, openDatabase } from './database/database'
import { makeLog } from './log'
import { type BatchCleanup, startMaintenance } from './maintenance'
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

describe.each(owners)('Where the database belongs to %s', (_who, kind) => {
  const name = `upkeep_${process.pid}_${kind}`
  const clock = new TestClock()
  const logged: string[] = []
  const log = makeLog('error', { write: line => void logged.push(line) })
  let database: Database

  beforeAll(async () => {
    await asSuperuser('postgres', `create role ${name} login password 'secret' ${kind}`)
    await asSuperuser('postgres', `create database ${name} owner ${name}`)
    const DATABASE_URL = `postgres://${name}:secret@localhost/${name}?host=${encodeURIComponent(postgres.host)}`
    database = await openDatabase(readSettings({ DATABASE_URL }), secretsFrom(testSecret), log, migrations)
  })
  afterAll(async () => {
    await database.close()
    await asSuperuser('postgres', `drop database ${name}`)
    await asSuperuser('postgres', `drop role ${name}`)
  })

  test('events of more than seven days and answers of more than a day are forgotten soon after the start, in all organisations', async () => {
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
    const stop = startMaintenance(database, { clock, log }, [])
    clock.advance(minute)
    await eventually(async () => {
      const events = await asSuperuser(name, 'select organization_id, seq from events order by 1, 2')
      expect(events).toMatchObject([{ seq: 2 }, { seq: 2 }])
      expect(await asSuperuser(name, 'select key from idempotency_keys')).toEqual([{ key: 'new' }])
    })
    await stop()
    expect(logged).toEqual([])
  })

  test('the first round comes a minute after the start; who stops waits for the batch that is under way, and begins no other', async () => {
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
              // There would be more.
              resolve(true)
            })
        }
      })
    }
    const stop = startMaintenance(database, { clock, log }, [cleanup])
    clock.advance(59_999)
    expect(order).toEqual([])
    clock.advance(1)
    await eventually(async () => expect(order).toEqual(['begun']))
    // An hour later the round is still under way, and no second one begins beside it.
    clock.advance(hour)
    const stopped = stop().then(() => order.push('stopped'))
    end()
    await stopped
    expect(order).toEqual(['begun', 'done', 'stopped'])
    clock.advance(2 * hour)
    expect(order).toHaveLength(3)
    expect(logged).toEqual([])
  })

  test('a connection that breaks in the middle of a round fails it and ends nothing else', async () => {
    const broken: BatchCleanup = async tx => {
      const { pid } = await sql<{ pid: number }>`select pg_backend_pid() as pid`
        .execute(tx)
        .then(({ rows }) => rows[0] ?? { pid: 0 })
      await asSuperuser('postgres', `select pg_terminate_backend(${pid})`)
      await sql`select 1`.execute(tx)
      return false
    }
    const stop = startMaintenance(database, { clock, log }, [broken])
    clock.advance(60_000)
    await eventually(async () => expect(logged.join()).toContain('A round of cleanups failed'))
    await stop()
    expect(logged.splice(0)).toHaveLength(1)
  })

  test('the connections that serve requests see none of it', async () => {
    expect((await database.pool.query('select * from events')).rows).toEqual([])
    expect(
      (await database.pool.query('select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user'))
        .rows,
    ).toEqual([{ free: false }])
  })
})
