import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readDashboard } from '#shared/contract/dashboard/endpoints'
import { createDocument } from '#shared/contract/documents/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { search } from '#shared/contract/search/endpoints'
import { Actor } from '../../../../test/actor'
import { TestClock } from '../../../../test/clock'
import { closeAtEnd } from '../../../../test/closing'
import { testSecret } from '../../../../test/names'
import { databaseUrl, newFolder, tidy } from '../../../../test/server-process'
import { startStreamingPair } from '../../../../test/streaming-replica'
import { makeApp } from '../../app'
import { migrations } from '../../features'
import { readSettings } from '../../settings'
import { openDatabase } from '../database/database'
import { servingRole } from '../database/migrate'
import { makeLog } from '../log'
import { secretsFrom } from '../secrets'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** Of a busy machine. */
const patience = { timeout: 30_000 }

const clock = new TestClock()
const logLines: string[] = []
let primary: Awaited<ReturnType<typeof startStreamingPair>>['primary']
let standby: typeof primary
let maya: Actor
let doc_id: number

/** The product as its settings start it: it migrates the database, and reads from the replica. */
async function startProduct(): Promise<string> {
  const settings = readSettings({
    PORT: '0',
    DATA_DIR: await newFolder(),
    DATABASE_URL: databaseUrl(primary.connection, 'wheelhouse'),
    DATABASE_REPLICA_URL: databaseUrl(standby.connection, 'wheelhouse'),
    RATE_LIMIT: '1000000',
    BILLING: 'off',
  })
  const log = makeLog('debug', { write: line => void logLines.push(line) })
  const secrets = secretsFrom(testSecret)
  const { pool, replica, close } = await openDatabase(settings, secrets, log, migrations)
  const app = await makeApp({ settings, clock, log, secrets, pool, replica, webFolder: 'no-such-folder' })
  closeAtEnd(async () => {
    await app.close()
    await close()
  })
  return `http://127.0.0.1:${await app.listen()}`
}

beforeAll(async () => {
  ;({ primary, standby } = await startStreamingPair())
  maya = new Actor({ url: await startProduct() }, '127.0.0.1')
  await maya.signUp({ name: 'Maya Okafor' })
  await maya.createOrganisation('Ridgeway Cycles')
  ;({ doc_id } = await maya.call(createDocument, { document_name: 'Bay log', document_type: 'logbook' }))
  await write('The tandem is back.')
})
afterAll(tidy)

const write = (content: string) => maya.call(writeLog, { doc_id, content })
const found = async (query: string) => (await maya.call(search, { query })).hits.length

/** How many statements of the product the replica has answered. */
async function answered(): Promise<number> {
  const [row] = await standby.ask<{ calls: number }>(
    `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements
     where userid = (select oid from pg_roles where rolname = $1)
       and query !~* '^(begin|commit|rollback)|set_config|event_counters|pg_is_in_recovery'`,
    [servingRole],
  )
  return row?.calls ?? 0
}

/** Waits until the replica has all that the database wrote so far. */
async function hasCaughtUp(): Promise<void> {
  const [now] = await primary.ask<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
  await vi.waitUntil(
    async () =>
      (await standby.ask<{ there: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as there', [now?.lsn]))[0]
        ?.there,
    patience,
  )
}

/** Whether what `work` reads comes from the replica. */
async function readsThere(work: () => Promise<unknown>): Promise<boolean> {
  const before = await answered()
  await work()
  return (await answered()) > before
}

/**
 * Waits until what `work` reads comes from the replica. Work in the background may write an event at any moment, which the
 * replica then does not have yet.
 */
async function readsThereAgain(work: () => Promise<unknown>): Promise<void> {
  await vi.waitUntil(async () => {
    await hasCaughtUp()
    return readsThere(work)
  }, patience)
}

const itsSessions = 'select pid from pg_stat_activity where usename = $1'
const says = (words: string) => logLines.filter(line => line.includes(words)).length

describe('A streaming replica', () => {
  test('answers what reads much', async () => {
    await readsThereAgain(() => maya.call(readDashboard, {}))
    await readsThereAgain(async () => expect(await found('tandem')).toBe(1))
    expect(await readsThere(() => write('The saddle is new.'))).toBe(false)
  })

  test('that stands still is not believed: a person reads their own write, and once it goes on, it answers again', async () => {
    await standby.ask('select pg_wal_replay_pause()')
    await write('The kingfisher dives.')
    expect(await readsThere(async () => expect(await found('kingfisher')).toBe(1))).toBe(false)
    await standby.ask('select pg_wal_replay_resume()')
    await readsThereAgain(async () => expect(await found('kingfisher')).toBe(1))
  })

  test('that is killed under load takes no call with it, and is read again once it is back', async () => {
    let isOver = false
    let calls = 0
    const reader = async () => {
      while (!isOver) {
        expect(await found('kingfisher')).toBe(1)
        calls += 1
      }
    }
    const readers = Promise.all([1, 2, 3, 4].map(reader))
    await vi.waitUntil(() => calls >= 8, patience)
    await standby.kill()
    const before = calls
    await vi.waitUntil(() => calls >= before + 8, patience)
    isOver = true
    await readers
    expect(says('The replica is away')).toBeGreaterThan(0)
    await standby.start()
    clock.advance(10_000)
    await readsThereAgain(() => found('kingfisher'))
  })

  test('that accepts connections and never answers is given up after two seconds, and left alone for a while', async () => {
    const sessions = await standby.ask<{ pid: number }>(itsSessions, [servingRole])
    expect(sessions.length).toBeGreaterThan(0)
    const pids = [standby.pid, ...sessions.map(session => session.pid)]
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    const before = says('The replica is away')
    const reading = Promise.all(pids.map(() => found('kingfisher')))
    await vi.waitUntil(async () => {
      clock.advance(2_000)
      return says('The replica is away') > before
    }, patience)
    expect(await reading).toEqual(pids.map(() => 1))
    for (const pid of pids) process.kill(pid, 'SIGCONT')
    expect(await readsThere(() => found('kingfisher'))).toBe(false)
    clock.advance(10_000)
    await readsThereAgain(() => found('kingfisher'))
  })

  test('that has lost a file answers nothing, and no call fails', async () => {
    const [logs] = await standby.ask<{ path: string }>(`select pg_relation_filepath('logs') as path`)
    const path = join(standby.site.dataDir, logs?.path ?? '')
    await rename(path, `${path}.away`)
    // Its sessions still have the file open.
    await standby.ask(`select pg_terminate_backend(pid) from (${itsSessions}) sessions`, [servingRole])
    await vi.waitUntil(async () => (await standby.ask(itsSessions, [servingRole])).length === 0, patience)
    expect(await found('kingfisher')).toBe(1)
    expect(says('The replica could not answer')).toBe(1)
    await rename(`${path}.away`, path)
    await readsThereAgain(() => found('kingfisher'))
  })

  test('that was promoted goes its own way, and is not believed, whatever it holds', async () => {
    await standby.ask('select pg_promote()')
    await standby.ask(`update event_counters set seq = seq + 100`)
    await standby.ask(`update logs set content = 'Nothing dives.'`)
    expect(await readsThere(async () => expect(await found('kingfisher')).toBe(1))).toBe(false)
    expect(says('is no replica any more')).toBeGreaterThan(0)
  })
})
