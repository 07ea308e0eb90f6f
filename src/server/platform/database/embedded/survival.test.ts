import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Connection } from '../connection'
import { type EmbeddedPostgres, type StartOptions, startEmbeddedPostgres } from './embedded-postgres'
import type { PostgresLog } from './log-lines'
import { isAlive } from './processes'
import { buildServerProcess, cleanUp, kill, newFolder, nextMessage, startServerProcess } from './testing/processes'
import { runSql } from './testing/sql'

interface PostgresStarted {
  pid: number
  connection: Connection
}

let program: string
const running: EmbeddedPostgres[] = []
const reports: string[] = []

beforeAll(async () => {
  program = await buildServerProcess()
})
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop()
})
afterAll(cleanUp)

async function start(folder: string, options: Partial<StartOptions> = {}): Promise<EmbeddedPostgres> {
  const log: PostgresLog = report => {
    reports.push(report.message)
    options.log?.(report)
  }
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), ...options, log })
  running.push(postgres)
  return postgres
}

async function runningServer(folder: string): Promise<{ server: ChildProcess; postgres: PostgresStarted }> {
  const server = startServerProcess(program, folder)
  await nextMessage(server)
  return { server, postgres: await nextMessage<PostgresStarted>(server) }
}

/** A data folder whose server was killed while PostgreSQL ran, with one row it wrote. */
async function killedServer(): Promise<{ folder: string; left: PostgresStarted }> {
  const folder = await newFolder()
  const { server, postgres } = await runningServer(folder)
  await runSql(postgres.connection, 'CREATE TABLE kept AS SELECT 42 AS answer')
  await kill(server)
  return { folder, left: postgres }
}

const keptRow = (postgres: EmbeddedPostgres) => runSql(postgres.connection, 'SELECT answer FROM kept')

describe('After the server is killed', () => {
  test('PostgreSQL keeps running although nobody reads its log, and the next start adopts it', async () => {
    const { folder, left } = await killedServer()
    await expect(runSql(left.connection, 'SELECT 1/0')).rejects.toMatchObject({ code: '22012' })
    const postgres = await start(folder)
    expect(postgres).toMatchObject({ adopted: true, firstStart: false, pid: left.pid })
    expect(await keptRow(postgres)).toEqual([{ answer: 42 }])

    await postgres.stop()
    expect(await postgres.exited).toMatchObject({ requested: true })
    expect(isAlive(left.pid)).toBe(false)
    await expect(stat(left.connection.host)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('the end of an adopted PostgreSQL is reported too', async () => {
    const { folder, left } = await killedServer()
    const postgres = await start(folder)
    process.kill(left.pid, 'SIGKILL')
    expect(await postgres.exited).toMatchObject({ requested: false })
  })

  test('a PostgreSQL that runs with other settings is restarted', async () => {
    const { folder, left } = await killedServer()
    const postgres = await start(folder, { durable: false })
    expect(postgres.adopted).toBe(false)
    expect(isAlive(left.pid)).toBe(false)
    expect(await keptRow(postgres)).toEqual([{ answer: 42 }])
    await expect(stat(left.connection.host)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('a PostgreSQL that does not answer is killed and restarted', async () => {
    const { folder, left } = await killedServer()
    process.kill(left.pid, 'SIGSTOP')
    const postgres = await start(folder)
    expect(postgres.adopted).toBe(false)
    expect(isAlive(left.pid)).toBe(false)
    expect(await keptRow(postgres)).toEqual([{ answer: 42 }])
  })

  test('the start waits for a session that outlived a killed PostgreSQL', async () => {
    const { folder, left } = await killedServer()
    const sleeping = expect(runSql(left.connection, 'SELECT pg_sleep(3600)')).rejects.toThrow()
    const query = "SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()"
    const session = await vi.waitUntil(async () => Number((await runSql(left.connection, query))[0]?.pid), 50_000)
    process.kill(session, 'SIGSTOP')
    process.kill(left.pid, 'SIGKILL')
    const postgres = await start(folder, {
      log: ({ message }) => {
        if (message.startsWith('Waiting for the last processes')) process.kill(session, 'SIGCONT')
      },
    })
    expect(reports).toContain('Waiting for the last processes of an earlier PostgreSQL to end.')
    expect(await keptRow(postgres)).toEqual([{ answer: 42 }])
    await sleeping
  })

  test('a first start that was killed midway is repeated', async () => {
    const folder = await newFolder()
    const server = startServerProcess(program, folder)
    const isMaking = async () => (await readdir(folder)).some(name => name.startsWith('postgres.init-'))
    await vi.waitUntil(isMaking, { interval: 2, timeout: 50_000 })
    await kill(server)
    expect(await readdir(folder)).not.toContain('postgres')
    const postgres = await start(folder)
    expect(postgres.firstStart).toBe(true)
    expect(await runSql(postgres.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(await readdir(folder)).toEqual(['lock', 'postgres', 'postgres.password'])
  })
})

describe('Ctrl-C', () => {
  test("reaches the whole terminal, and PostgreSQL still accepts the server's last writes", async () => {
    const folder = await newFolder()
    const { server, postgres } = await runningServer(folder)
    const ended = once(server, 'exit')
    process.kill(-(server.pid ?? 0), 'SIGINT')
    await ended
    expect(isAlive(postgres.pid)).toBe(false)
    const later = await start(folder)
    expect(await runSql(later.connection, "SELECT to_regclass('last_words')::text AS found")).toEqual([
      { found: 'last_words' },
    ])
  })
})
