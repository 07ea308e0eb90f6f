import { mkdir, realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '../connection'
import { accountFor, handOverDatabase } from './account'
import { locateBinaries } from './binaries'
import * as cluster from './cluster'
import type { PostgresLog } from './log-lines'
import {
  type EndMode,
  endPostmaster,
  FolderHeld,
  follow,
  type Launched,
  launch,
  type PostmasterEnd,
  waitUntilReady,
} from './postmaster'
import { findRunning, type RunningPostmaster } from './postmaster-file'
import { reachableNative } from './reachable-copy'
import { type Listening, launchArguments, launchMark, launchSetting, socketPort } from './settings'
import { makeSocketFolder, removeSocketFolder } from './socket-folder'

export interface StartOptions {
  /** PostgreSQL's own folder, made at the first start; the password is kept beside it, in `<dataDir>.password`. */
  dataDir: string
  log: PostgresLog
  /** False only for tests: acknowledged writes may be lost when the machine stops. */
  durable?: boolean
  /** Where root may keep a copy of the programs, when their own place is closed to others. */
  copyPlaces?: readonly string[]
}

export interface EmbeddedPostgres {
  /** The superuser's; `database` is the one that is always there. */
  connection: Connection
  /** The main process of PostgreSQL. */
  pid: number
  /** It ran already, left by a server that was killed. Its reports go nowhere until the next start. */
  adopted: boolean
  /** The database was made by this start. */
  firstStart: boolean
  /** Resolves when PostgreSQL has ended; `requested` is whether stop() asked for it. */
  exited: Promise<PostmasterEnd & { requested: boolean }>
  /** Ends PostgreSQL in order and resolves when it is gone. Sessions are closed; what they have not committed is undone. */
  stop(): Promise<void>
}

interface Running extends Launched {
  adopted: boolean
  connection: Connection
}

interface Start extends cluster.Site {
  version: string
  durable: boolean
  password: string
  log: PostgresLog
}

const answersWithin = 2_000
const heldPatience = 10_000

const connectionTo = (host: string, port: number, password: string): Connection => ({
  host,
  port,
  user: cluster.superuser,
  password,
  database: 'postgres',
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done, failed) => server.once('error', failed).listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise(done => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('There is no free port on 127.0.0.1.')
  return address.port
}

/** How the PostgreSQL behind a connection was started, as {@link launchMark} puts it; undefined where nothing answers us. */
async function askLaunchMark(connection: Connection): Promise<string | undefined> {
  const client = new pg.Client({
    ...connection,
    ssl: false,
    connectionTimeoutMillis: answersWithin,
    query_timeout: answersWithin,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ mark: string | null }>('SELECT current_setting($1, true) AS mark', [
      launchSetting,
    ])
    return rows[0]?.mark ?? ''
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}

/** `mode` is how it is asked first: one that does not answer would not end in order either. */
async function endLeftover(
  found: RunningPostmaster,
  site: cluster.Site,
  log: PostgresLog,
  mode: EndMode,
): Promise<void> {
  log({ level: 'info', message: 'A PostgreSQL left by an earlier server is ended, to start anew.', pid: found.pid })
  await endPostmaster(found.pid, site, log, mode)
  await removeSocketFolder(found.socketFolder)
}

/** Takes over a PostgreSQL that a killed server left, or ends it if it does not answer or is not as we would start it. */
async function adoptOrEnd(found: RunningPostmaster, start: Start): Promise<Running | undefined> {
  const { dataDir, password, durable, version, log } = start
  const ready = await waitUntilReady(dataDir, found.pid, log)
  if (!ready) return undefined
  const connection = connectionTo(ready.socketFolder || '127.0.0.1', ready.port, password)
  const mark = await askLaunchMark(connection)
  if (mark === launchMark(durable, version)) return { ...follow(ready.pid), adopted: true, connection }
  await endLeftover(found, start, log, mark === undefined ? 'immediate' : 'fast')
  return undefined
}

async function launchNew(start: Start): Promise<Running> {
  const { durable, version, password, log } = start
  const onWindows = process.platform === 'win32'
  const at: Listening = onWindows ? { port: await freePort() } : { socketFolder: await makeSocketFolder(start.account) }
  const connection =
    'port' in at ? connectionTo('127.0.0.1', at.port, password) : connectionTo(at.socketFolder, socketPort, password)
  try {
    return { ...(await launch(start, launchArguments(durable, version, at), log)), adopted: false, connection }
  } catch (error) {
    if ('socketFolder' in at) await removeSocketFolder(at.socketFolder)
    throw error
  }
}

async function adoptOrLaunch(start: Start): Promise<Running> {
  let waitingSince: number | undefined
  let found = await findRunning(start.dataDir)
  for (;;) {
    // Looked for again after one was ended: what it leaves is removed by that.
    for (; found; found = await findRunning(start.dataDir)) {
      const adopted = await adoptOrEnd(found, start)
      if (adopted) return adopted
    }
    try {
      return await launchNew(start)
    } catch (error) {
      const now = performance.now()
      if (!(error instanceof FolderHeld) || now - (waitingSince ?? now) > heldPatience) throw error
      if (!waitingSince) start.log({ level: 'info', message: 'Waiting for the rest of an earlier PostgreSQL to end.' })
      waitingSince ??= now
      await delay(50)
      found = await findRunning(start.dataDir)
    }
  }
}

/** Makes the database, or checks the one that is there. The password is kept at a moment from which a crash leads on. */
async function prepare(site: cluster.Site, major: string, durable: boolean, log: PostgresLog) {
  const { dataDir } = site
  await cluster.removeUnfinished(dataDir)
  const made = await cluster.clusterVersion(dataDir)
  const kept = await cluster.readPassword(dataDir)
  const password = kept ?? cluster.newPassword()
  if (made === undefined) {
    if (!kept) await cluster.keepPassword(dataDir, password)
    await cluster.createCluster(site, password, durable)
    return { password, firstStart: true }
  }
  cluster.requireSameVersion(dataDir, made, major)
  await handOverDatabase(dataDir, site.account)
  if (!kept) {
    log({ level: 'warn', message: `The password of the database in ${dataDir} was lost; it gets a new one.` })
    const running = await findRunning(dataDir)
    if (running) await endLeftover(running, site, log, 'fast')
    await cluster.changePassword(site, password)
    await cluster.keepPassword(dataDir, password)
  }
  return { password, firstStart: false }
}

function present(running: Running, start: Start, firstStart: boolean): EmbeddedPostgres {
  const { pid, adopted, connection } = running
  let stopping: Promise<void> | undefined
  const clean = async () => {
    if (connection.host.startsWith('/')) await removeSocketFolder(connection.host)
  }
  const exited = running.ended.then(async end => {
    const requested = stopping !== undefined
    await clean()
    return { ...end, requested }
  })
  const end = async () => {
    await endPostmaster(pid, start, start.log)
    await clean()
  }
  return {
    connection,
    pid,
    adopted,
    firstStart,
    exited,
    stop() {
      stopping ??= end()
      return stopping
    },
  }
}

/**
 * Runs the PostgreSQL that npm brought on a data folder, and makes that folder at the first start. PostgreSQL outlives this
 * process if it is killed; the next start takes it over. Whoever calls holds the lock of the folder (`lockDataFolder`).
 */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true, copyPlaces } = options
  const parent = dirname(resolve(options.dataDir))
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const dataDir = join(await realpath(parent), basename(resolve(options.dataDir)))
  const binaries = await locateBinaries()
  const account = await accountFor(dataDir)
  const native = await reachableNative(binaries, account, copyPlaces)
  const site = { dataDir, native, account }
  const { password, firstStart } = await prepare(site, binaries.major, durable, log)
  const start: Start = { ...site, version: binaries.version, durable, password, log }
  const running = await adoptOrLaunch(start)
  if (!(await isPasswordRefused(running.connection))) return present(running, start, firstStart)
  log({ level: 'warn', message: `The password of the database in ${dataDir} was not the kept one; it becomes that.` })
  await endPostmaster(running.pid, start, log)
  await removeSocketFolder(running.connection.host)
  await cluster.changePassword(site, password)
  return present(await adoptOrLaunch(start), start, firstStart)
}

/** As when the password's file comes from another backup than the database. */
async function isPasswordRefused(connection: Connection): Promise<boolean> {
  const client = new pg.Client({ ...connection, ssl: false })
  client.on('error', () => {})
  try {
    await client.connect()
    return false
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') throw error
    return true
  } finally {
    await client.end().catch(() => {})
  }
}
