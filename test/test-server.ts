import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type App, makeApp } from '../src/server/app'
import { servingPool } from '../src/server/platform/database/connection'
import { servingRole } from '../src/server/platform/database/migrate'
import { makeLog } from '../src/server/platform/log'
import { secretsFrom } from '../src/server/platform/secrets'
import { readSettings } from '../src/server/settings'
import { Actor, type PersonParams } from './actor'
import { TestClock } from './clock'
import { closeAtEnd } from './closing'
import { template, testSecret } from './names'

interface TestServerOptions {
  /** Environment variables besides those that tests need. */
  settings?: Record<string, string>
  clock?: TestClock
  /** Another node of the same database and files. */
  beside?: TestServer
  /** Whether there is a replica; see {@link TestServer.replica}. */
  withReplica?: boolean
  /** The folder of the built app; without it there is none. */
  webFolder?: string
}

/** A real server on loopback with its own database, closed after the file's tests. */
export class TestServer {
  #people = 0

  readonly app: App
  readonly clock: TestClock
  readonly database: string
  /** Closes the other nodes. */
  readonly besides: (() => Promise<void>)[] = []
  readonly url: string
  readonly pool: pg.Pool
  /** Connections as a role that can only read; to it, the last `events` of each organisation in `behind.lag` did not happen. */
  readonly replica: pg.Pool | null
  /** All lines of the server's log. */
  readonly logLines: string[]
  /** Runs SQL as the owner of the database, to whom row level security does not apply. */
  readonly asOwner: <T extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<T[]>

  constructor(parts: Omit<TestServer, 'person' | 'stranger' | 'guest' | 'besides'>) {
    this.app = parts.app
    this.clock = parts.clock
    this.database = parts.database
    this.url = parts.url
    this.pool = parts.pool
    this.replica = parts.replica
    this.logLines = parts.logLines
    this.asOwner = parts.asOwner
  }

  /** A person with a real sign-in: a code from the outbox, then their profile. Each has an address of their own. */
  async person(params: PersonParams): Promise<Actor> {
    this.#people += 1
    const actor = new Actor(this, `10.0.${Math.floor(this.#people / 250)}.${(this.#people % 250) + 1}`)
    await actor.signUp(params)
    return actor
  }

  /** Somebody who tries the product without an account. */
  async guest(params: Parameters<Actor['comeAsGuest']>[0] = {}): Promise<Actor> {
    const guest = this.stranger()
    await guest.comeAsGuest(params)
    return guest
  }

  /** Somebody who never signed in. */
  stranger(): Actor {
    this.#people += 1
    return new Actor(this, `10.1.0.${this.#people % 250}`)
  }
}

let databases = 0

/** Starts a server for the tests of one file, or for one of them. */
export async function openTestServer({
  settings = {},
  beside,
  clock = beside?.clock ?? new TestClock(),
  withReplica = false,
  webFolder = 'no-such-folder',
}: TestServerOptions = {}): Promise<TestServer> {
  const at = inject('postgres')
  if (!beside) databases += 1
  const database = beside?.database ?? `test_${process.pid}_${databases}`
  const owner = { ...at, port: at.port as number }
  // Copying the files costs a fourth of writing every page of them to the log, which this PostgreSQL could lose anyway.
  await runAs({ ...owner, database: 'postgres' }, async client => {
    if (!beside) await client.query(`create database ${database} template ${template} strategy file_copy`)
  })
  const secrets = secretsFrom(testSecret)
  const password = secrets.derive('serving role').toString('base64url')
  const pool = servingPool({ ...owner, database, user: servingRole, password }, 8, () => {})
  const replica = withReplica ? await replicaOf({ ...owner, database }, password) : null
  const logLines: string[] = []
  const read = readSettings({
    PORT: '0',
    DATA_DIR: join(inject('folder'), database),
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT: '1000000',
    SOCKETS_PER_PERSON: '1000000',
    SOCKETS_PER_ADDRESS: '1000000',
    LOG_LEVEL: 'debug',
    BILLING: 'off',
    ...settings,
  })
  const log = makeLog(read.LOG_LEVEL, { write: line => void logLines.push(line) })
  const app = await makeApp({ settings: read, clock, log, secrets, pool, replica, webFolder })
  const port = await app.listen()
  // A new connection for each statement would cost ten times as much as most of them.
  const owners = new pg.Pool({ ...owner, database, idleTimeoutMillis: 0 })
  // Tests end connections; the next statement opens another.
  owners.on('error', () => {})
  const asOwner = async <T extends pg.QueryResultRow>(sql: string, values?: unknown[]) =>
    (await owners.query<T>(sql, values)).rows
  const url = `http://127.0.0.1:${port}`
  const server = new TestServer({ app, clock, database, url, pool, replica, logLines, asOwner })
  const close = async () => {
    await app.close()
    await Promise.all([pool.end(), owners.end(), replica?.end()])
  }
  if (beside) {
    beside.besides.push(close)
    return server
  }
  closeAtEnd(async () => {
    await Promise.all(server.besides.map(closeNode => closeNode()))
    await close()
    await runAs({ ...owner, database: 'postgres' }, async client => {
      await client.query(`drop database ${database} with (force)`)
      if (replica) await client.query(`drop role ${reader}`)
    })
  })
  return server
}

/** A role that can only read. */
const reader = `reader_${process.pid}`

async function replicaOf(owner: Parameters<typeof servingPool>[0], password: string): Promise<pg.Pool> {
  await runAs(owner, client =>
    client.query(`
      create role ${reader} login password '${password}';
      alter role ${reader} set search_path = behind, pg_catalog, public;
      create schema behind;
      create table behind.lag as select 0 as events;
      create view behind.event_counters as
        select organization_id, seq - (select events from behind.lag) as seq from public.event_counters;
      create function behind.pg_is_in_recovery() returns boolean language sql as 'select true';
      grant usage on schema behind, public to ${reader};
      grant select on all tables in schema behind, public to ${reader}`),
  )
  return servingPool({ ...owner, user: reader, password }, 4, () => {})
}

async function runAs<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
