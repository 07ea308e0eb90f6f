import { mkdir, realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '../connection'
import { accountFor, changeOwnerOfDatabase } from './account'
import { type Binaries, locateBinaries } from './binaries'
import * as cluster from './cluster'
import type { PostgresLog } from './log-lines'
import {
  DataFolderBusy,
  type EndMode,
  endPostmaster,
  type Launched,
  launch,
  type PostmasterEnd,
  waitUntilReady,
  watchProcess,
} from './postmaster'
import { findRunning, type RunningPostmaster } from './postmaster-file'
import { reachableNative } from './reachable-copy'
import { type Listening, launchArguments, launchMark, launchSetting, socketPort } from './settings'
import { makeSocketFolder, removeSocketFolder } from './socket-folder'

export interface StartOptions {
  /** PostgreSQL's own folder, created on first start. The password is stored beside it, in `<dataDir>.password`. */
  dataDir: string
  log: PostgresLog
  /** False for a database that nobody keeps: acknowledged writes may be lost if the machine stops. */
  durable?: boolean
  /** Other programs than the installed ones, for a database that an earlier version made. */
  binaries?: Binaries
  /** Where root may store a copy of the programs if other users cannot reach the installed ones. */
  copyPlaces?: readonly string[]
  /** Called when PostgreSQL's process runs and prepares itself, a good time for work that keeps this process busy. */
  onLaunched?: (() => void) | undefined
}

export interface EmbeddedPostgres {
  /** The superuser's connection; `database` is the one that always exists. */
  connection: Connection
  /** The main process of PostgreSQL. */
  pid: number
  /** True if a killed server left it running. Its log output is lost until the next start. */
  adopted: boolean
  /** True if this start created the database. */
  firstStart: boolean
  /** Resolves when PostgreSQL has ended; `requested` says whether stop() caused it. */
  exited: Promise<PostmasterEnd & { requested: boolean }>
  /** Stops PostgreSQL cleanly and resolves when it has ended. Sessions are closed; uncommitted work is rolled back. */
  stop(): Promise<void>
}

interface Running extends Launched {
  adopted: boolean
  connection: Connection
}

interface Start extends cluster.ClusterLocation {
  version: string
  durable: boolean
  password: string
  log: PostgresLog
  onLaunched: (() => void) | undefined
}

const answersWithin = 2_000
const busyTimeout = 10_000

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

/** Reads how a running PostgreSQL was started, in the form of {@link launchMark}; undefined if it does not answer. */
async function readLaunchMark(connection: Connection): Promise<string | undefined> {
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

/** `mode` is the first attempt; a PostgreSQL that does not answer would not stop cleanly either. */
async function endLeftover(
  found: RunningPostmaster,
  site: cluster.ClusterLocation,
  log: PostgresLog,
  mode: EndMode,
): Promise<void> {
  log({
    level: 'info',
    message: 'Stopping a PostgreSQL left by an earlier server, to start a new one.',
    pid: found.pid,
  })
  await endPostmaster(found.pid, site, log, mode)
  await removeSocketFolder(found.socketFolder)
}

/**
 * Adopts a PostgreSQL that a killed server left, or ends it if it does not answer or was started with other settings.
 */
async function adoptOrEnd(found: RunningPostmaster, start: Start): Promise<Running | undefined> {
  const { dataDir, password, durable, version, log } = start
  const ready = await waitUntilReady(dataDir, found.pid, log)
  if (!ready) return undefined
  const connection = connectionTo(ready.socketFolder || '127.0.0.1', ready.port, password)
  const mark = await readLaunchMark(connection)
  if (mark === launchMark(durable, version)) return { ...watchProcess(ready.pid), adopted: true, connection }
  await endLeftover(found, start, log, mark === undefined ? 'immediate' : 'fast')
  return undefined
}

async function launchNew(start: Start): Promise<Running> {
  const { durable, version, password, log, onLaunched } = start
  const onWindows = process.platform === 'win32'
  const at: Listening = onWindows ? { port: await freePort() } : { socketFolder: await makeSocketFolder(start.account) }
  const connection =
    'port' in at ? connectionTo('127.0.0.1', at.port, password) : connectionTo(at.socketFolder, socketPort, password)
  try {
    return {
      ...(await launch(start, launchArguments(durable, version, at), log, onLaunched)),
      adopted: false,
      connection,
    }
  } catch (error) {
    if ('socketFolder' in at) await removeSocketFolder(at.socketFolder)
    throw error
  }
}

async function adoptOrLaunch(start: Start): Promise<Running> {
  let waitingSince: number | undefined
  let found = await findRunning(start.dataDir)
  for (;;) {
    // Searches again after ending one, which also removes its remains.
    for (; found; found = await findRunning(start.dataDir)) {
      const adopted = await adoptOrEnd(found, start)
      if (adopted) return adopted
    }
    try {
      return await launchNew(start)
    } catch (error) {
      const now = performance.now()
      if (!(error instanceof DataFolderBusy) || now - (waitingSince ?? now) > busyTimeout) throw error
      if (!waitingSince)
        start.log({ level: 'info', message: 'Waiting for the last processes of an earlier PostgreSQL to end.' })
      waitingSince ??= now
      await delay(50)
      found = await findRunning(start.dataDir)
    }
  }
}

/**
 * Creates the database, or checks the existing one. The password is stored at a point from which a crash is
 * recoverable.
 */
async function prepare(site: cluster.ClusterLocation, major: string, durable: boolean, log: PostgresLog) {
  const { dataDir } = site
  await cluster.removeUnfinished(dataDir)
  const made = await cluster.clusterVersion(dataDir)
  const kept = await cluster.readPassword(dataDir)
  const password = kept ?? cluster.newPassword()
  if (made === undefined) {
    if (!kept) await cluster.storePassword(dataDir, password)
    await cluster.createCluster(site, password, durable)
    return { password, firstStart: true }
  }
  cluster.requireSameVersion(dataDir, made, major)
  await changeOwnerOfDatabase(dataDir, site.account)
  if (!kept) {
    log({ level: 'warn', message: `The password of the database in ${dataDir} was lost; setting a new one.` })
    const running = await findRunning(dataDir)
    if (running) await endLeftover(running, site, log, 'fast')
    await cluster.changePassword(site, password)
    await cluster.storePassword(dataDir, password)
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
 * Runs the PostgreSQL that npm installed on a data folder, which the first start creates. If this process is killed,
 * PostgreSQL keeps running and the next start adopts it. The caller holds the lock of the folder (`lockDataFolder`).
 */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true, copyPlaces, onLaunched } = options
  const parent = dirname(resolve(options.dataDir))
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const dataDir = join(await realpath(parent), basename(resolve(options.dataDir)))
  const binaries = options.binaries ?? (await locateBinaries())
  const account = await accountFor(dataDir)
  const native = await reachableNative(binaries, account, copyPlaces)
  const site = { dataDir, native, account }
  const { password, firstStart } = await prepare(site, binaries.major, durable, log)
  const start: Start = { ...site, version: binaries.version, durable, password, log, onLaunched }
  const running = await adoptOrLaunch(start)
  if (!(await isPasswordRefused(running.connection))) return present(running, start, firstStart)
  log({
    level: 'warn',
    message: `The password of the database in ${dataDir} differs from the stored one; setting the stored one.`,
  })
  await endPostmaster(running.pid, start, log)
  await removeSocketFolder(running.connection.host)
  await cluster.changePassword(site, password)
  return present(await adoptOrLaunch(start), start, firstStart)
}

/** Happens when the password file comes from another backup than the database. */
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

/** The superuser's connection to a PostgreSQL that another process runs on this folder; undefined if there is none. */
export async function connectionToRunning(dataDir: string): Promise<Connection | undefined> {
  const [running, password] = [await findRunning(dataDir), await cluster.readPassword(dataDir)]
  if (!running?.isReady || password === undefined) return undefined
  return connectionTo(running.socketFolder || '127.0.0.1', running.port, password)
}
