import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Connection } from '../src/server/platform/database/connection'
import { accountFor, changeOwnerOfDatabase } from '../src/server/platform/database/embedded/account'
import { locateBinaries } from '../src/server/platform/database/embedded/binaries'
import { type ClusterLocation, createCluster, superuser } from '../src/server/platform/database/embedded/cluster'
import { endPostmaster, type Launched, launch } from '../src/server/platform/database/embedded/postmaster'
import { reachableNative } from '../src/server/platform/database/embedded/reachable-copy'
import { launchArguments, socketPort } from '../src/server/platform/database/embedded/settings'
import { makeSocketFolder, removeSocketFolder } from '../src/server/platform/database/embedded/socket-folder'
import { closeAtEnd } from './closing'
import { newFolder } from './server-process'

const password = 'of-a-database-that-nobody-keeps'

/** What the product's own database leaves out: a log that another PostgreSQL can follow, and counts of statements. */
const replicated = {
  wal_level: 'replica',
  // Not less than where the data folder was made, because a replica refuses to start with less.
  max_wal_senders: '10',
  max_worker_processes: '8',
  wal_keep_size: '256MB',
  shared_preload_libraries: 'pg_stat_statements',
}

/** One of the two PostgreSQL, which can be ended and started again at the same address. */
class Node {
  #running: Launched | undefined
  /** Its superuser's connection. */
  readonly connection: Connection

  constructor(
    readonly site: ClusterLocation,
    private readonly socketFolder: string,
    private readonly version: string,
    private readonly more: Record<string, string>,
  ) {
    this.connection = { host: socketFolder, port: socketPort, user: superuser, password, database: 'wheelhouse' }
  }

  async start(): Promise<void> {
    const own = Object.entries({ ...replicated, ...this.more }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const all = [...launchArguments(false, this.version, { socketFolder: this.socketFolder }), ...own]
    this.#running = await launch(this.site, all, () => {})
  }

  /** Its main process, which accepts connections. */
  get pid(): number {
    return this.#running?.pid ?? 0
  }

  async kill(): Promise<void> {
    process.kill(this.pid, 'SIGKILL')
    await this.#running?.ended
    this.#running = undefined
  }

  async stop(): Promise<void> {
    if (this.#running) await endPostmaster(this.#running.pid, this.site, () => {}, 'immediate')
    this.#running = undefined
  }

  /** Runs SQL as its superuser. */
  async ask<T extends pg.QueryResultRow>(sql: string, values: unknown[] = [], database?: string): Promise<T[]> {
    const client = new pg.Client({ ...this.connection, ...(database !== undefined && { database }) })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<T>(sql, values)).rows
    } finally {
      await client.end()
    }
  }
}

/** A PostgreSQL with an empty database, and a second one that follows it by streaming. Both end with the file's tests. */
export async function startStreamingPair(): Promise<{ primary: Node; standby: Node }> {
  const folder = await newFolder()
  const binaries = await locateBinaries()
  const place = async (name: string): Promise<ClusterLocation> => {
    const dataDir = join(folder, name, 'postgres')
    await mkdir(join(folder, name))
    const account = await accountFor(dataDir)
    return { dataDir, account, native: await reachableNative(binaries, account) }
  }
  const [first, second] = [await place('primary'), await place('standby')]
  const [socket, itsSocket] = [await makeSocketFolder(first.account), await makeSocketFolder(second.account)]
  const conninfo = `host=${socket} port=${socketPort} user=${superuser} password=${password}`
  const primary = new Node(first, socket, binaries.version, {})
  const standby = new Node(second, itsSocket, binaries.version, { primary_conninfo: conninfo })
  closeAtEnd(async () => {
    for (const node of [standby, primary]) await node.stop()
    for (const path of [socket, itsSocket]) await removeSocketFolder(path)
  })
  // One that never ran is complete as it lies there.
  await createCluster(first, password, false)
  await cp(first.dataDir, second.dataDir, { recursive: true, verbatimSymlinks: true })
  await writeFile(join(second.dataDir, 'standby.signal'), '')
  await changeOwnerOfDatabase(second.dataDir, second.account)
  await primary.start()
  await primary.ask('create database wheelhouse', [], 'postgres')
  await primary.ask('create extension pg_stat_statements')
  await standby.start()
  return { primary, standby }
}
