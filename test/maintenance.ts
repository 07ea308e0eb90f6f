import pg from 'pg'
import { inject } from 'vitest'
import { migrations } from '../src/server/features'
import { type Database, openDatabase } from '../src/server/platform/database/database'
import { makeLog } from '../src/server/platform/log'
import { type BatchCleanup, runBatchCleanups } from '../src/server/platform/maintenance'
import { secretsFrom } from '../src/server/platform/secrets'
import { readSettings } from '../src/server/settings'
import { testSecret } from './names'
import type { TestServer } from './test-server'

const postgres = () => ({ ...inject('postgres'), port: undefined })

async function inDatabase<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...postgres(), database })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** One round of cleanups, as the owner of the server's database. */
export async function runCleanups(server: TestServer, cleanups: readonly BatchCleanup[]): Promise<void> {
  const [{ name } = { name: '' }] = await server.asOwner<{ name: string }>('select current_database() as name')
  await inDatabase(name, client =>
    runBatchCleanups({ asOwner: work => work(client) }, server.clock.now(), [...cleanups]),
  )
}

type Ask = (statement: string) => Promise<Record<string, unknown>[]>

/**
 * Runs `work` on a new database whose owner is no superuser; `asSuperuser` runs statements that no policy restricts.
 */
export async function withPlainOwner(
  name: string,
  work: (database: Database, ask: Ask) => Promise<void>,
): Promise<void> {
  const asSuperuser = async (database: string, statement: string) =>
    (await inDatabase(database, client => client.query<Record<string, unknown>>(statement))).rows
  await asSuperuser('postgres', `create role ${name} login password 'secret' nosuperuser`)
  await asSuperuser('postgres', `create database ${name} owner ${name}`)
  const host = encodeURIComponent(postgres().host)
  let database: Database | undefined
  try {
    const settings = readSettings({ DATABASE_URL: `postgres://${name}:secret@localhost/${name}?host=${host}` })
    database = await openDatabase(settings, secretsFrom(testSecret), makeLog('silent'), migrations)
    await work(database, statement => asSuperuser(name, statement))
  } finally {
    await database?.close()
    await asSuperuser('postgres', `drop database if exists ${name}`)
    await asSuperuser('postgres', `drop role ${name}`)
  }
}
