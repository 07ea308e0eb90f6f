import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres'
import type { PostgresReport } from './log-lines'
import { isAlive } from './processes'
import { startTestPostgres } from './test-postgres'
import { cleanUp, endedProcess, newFolder, unrelatedProcess } from './testing/processes'
import { runSql } from './testing/sql'

const reports: PostgresReport[] = []
const running: EmbeddedPostgres[] = []

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: report => reports.push(report) })
  running.push(postgres)
  return postgres
}

afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop()
})
afterAll(cleanUp)

let model: string

beforeAll(async () => {
  model = await newFolder()
  const postgres = await start(join(model, 'postgres'))
  await runSql(postgres.connection, 'CREATE TABLE kept AS SELECT 42 AS answer')
  await postgres.stop()
})

/** A data folder with a stopped database that has one table with one row. If root restored it, it belongs to root. */
async function stoppedDatabase(): Promise<string> {
  const folder = await newFolder()
  await cp(model, folder, { recursive: true })
  return join(folder, 'postgres')
}

const keptRow = (postgres: EmbeddedPostgres) => runSql(postgres.connection, 'SELECT answer FROM kept')

describe('The first start', () => {
  test('creates a durable database that only its password opens, on a socket that only its owner can reach', async () => {
    const folder = join(await newFolder(), 'data')
    const postgres = await start(join(folder, 'postgres'))
    expect(postgres).toMatchObject({ firstStart: true, adopted: false })
    expect(await readdir(folder)).toEqual(['postgres', 'postgres.password'])
    expect((await stat(join(folder, 'postgres.password'))).mode & 0o777).toBe(0o600)
    expect((await stat(postgres.connection.host)).mode & 0o777).toBe(0o700)
    await expect(runSql({ ...postgres.connection, password: 'guessed' }, 'SELECT 1')).rejects.toMatchObject({
      code: '28P01',
    })

    const settings =
      "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'server_encoding')"
    const values = Object.fromEntries((await runSql(postgres.connection, settings)).map(row => [row.name, row.setting]))
    expect(values).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      server_encoding: 'UTF8',
    })
    const cases = await runSql(postgres.connection, "SELECT upper('grüße, ça va') AS upper")
    expect(cases).toEqual([{ upper: 'GRÜßE, ÇA VA' }])
  })

  test('after an interrupted one starts from scratch', async () => {
    const folder = await newFolder()
    await mkdir(join(folder, 'postgres.init-Ab12Cd', 'data'), { recursive: true })
    await writeFile(join(folder, 'postgres.init-Ab12Cd', 'data', 'PG_VERSION'), '18\n')
    const postgres = await start(join(folder, 'postgres'))
    expect(postgres.firstStart).toBe(true)
    expect(await readdir(folder)).toEqual(['postgres', 'postgres.password'])
    expect(await runSql(postgres.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('refuses a folder of another version and names both', async () => {
    const dataDir = join(await newFolder(), 'postgres')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'PG_VERSION'), '17\n')
    await expect(start(dataDir)).rejects.toThrow(
      /made by PostgreSQL 17, and this server includes PostgreSQL 18.*wheelhouse upgrade-database/s,
    )
  })

  test('refuses a folder with other files and leaves them unchanged', async () => {
    const dataDir = join(await newFolder(), 'postgres')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'holiday.jpg'), 'picture')
    await expect(start(dataDir)).rejects.toThrow('holds files that are not a PostgreSQL database')
    expect(await readFile(join(dataDir, 'holiday.jpg'), 'utf8')).toBe('picture')
  })
})

describe('A later start', () => {
  test('finds the data that was written', async () => {
    const postgres = await start(await stoppedDatabase())
    expect(postgres.firstStart).toBe(false)
    expect(await keptRow(postgres)).toEqual([{ answer: 42 }])
  })

  test('ignores the pid file of a PostgreSQL that has ended', async () => {
    const dataDir = await stoppedDatabase()
    await writeFile(
      join(dataDir, 'postmaster.pid'),
      `${await endedProcess()}\n${dataDir}\n1\n5432\n/tmp/x\n\n  1  1\nready   \n`,
    )
    expect(await keptRow(await start(dataDir))).toEqual([{ answer: 42 }])
  })

  test('ignores an empty pid file, as a power cut may leave one', async () => {
    const dataDir = await stoppedDatabase()
    await writeFile(join(dataDir, 'postmaster.pid'), '')
    expect(await keptRow(await start(dataDir))).toEqual([{ answer: 42 }])
  })

  test('does not mistake another process for its PostgreSQL, even if it has the old process id', async () => {
    const dataDir = await stoppedDatabase()
    const stranger = await unrelatedProcess(dataDir)
    await writeFile(join(dataDir, 'postmaster.pid'), `${stranger}\n${dataDir}\n1\n5432\n/tmp/x\n\n  1  1\nready   \n`)
    const postgres = await start(dataDir)
    expect(postgres.adopted).toBe(false)
    expect(await keptRow(postgres)).toEqual([{ answer: 42 }])
    expect(isAlive(stranger)).toBe(true)
  })

  test('does not mistake a PostgreSQL of another folder for its own', async () => {
    const dataDir = await stoppedDatabase()
    const other = await startTestPostgres()
    running.push(other)
    await writeFile(
      join(dataDir, 'postmaster.pid'),
      `${other.pid}\n${dataDir}\n1\n5432\n${other.connection.host}\n\n  1  1\nready   \n`,
    )
    const postgres = await start(dataDir)
    expect(postgres.pid).not.toBe(other.pid)
    expect(await keptRow(postgres)).toEqual([{ answer: 42 }])
    expect(isAlive(other.pid)).toBe(true)
  })

  test('sets the stored password if the database had another one, and leaves no extra PostgreSQL running', async () => {
    const dataDir = await stoppedDatabase()
    await writeFile(`${dataDir}.password`, 'from-another-backup')
    const postgres = await start(dataDir)
    expect(postgres.connection.password).toBe('from-another-backup')
    expect(await keptRow(postgres)).toEqual([{ answer: 42 }])
    await postgres.stop()
    expect(isAlive(postgres.pid)).toBe(false)
  })

  test('sets a new password if the stored one was lost', async () => {
    const dataDir = await stoppedDatabase()
    const old = await readFile(`${dataDir}.password`, 'utf8')
    await rm(`${dataDir}.password`)
    const postgres = await start(dataDir)
    expect(await keptRow(postgres)).toEqual([{ answer: 42 }])
    await expect(runSql({ ...postgres.connection, password: old }, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
  })
})

describe('Stopping', () => {
  test('stop() leaves no process, no socket and no lock, however often it is called', async () => {
    const dataDir = join(await newFolder(), 'postgres')
    const postgres = await start(dataDir)
    await Promise.all([postgres.stop(), postgres.stop()])
    expect(await postgres.exited).toEqual({ code: 0, signal: null, requested: true })
    expect(isAlive(postgres.pid)).toBe(false)
    expect(await readdir(dirname(postgres.connection.host))).not.toContain(postgres.connection.host.split('/').at(-1))
    expect(await readdir(dataDir)).not.toContain('postmaster.pid')
  })

  test('stop() does not wait for open sessions', async () => {
    const postgres = await start(join(await newFolder(), 'postgres'))
    const sleeping = runSql(postgres.connection, 'SELECT pg_sleep(3600)')
    const refused = expect(sleeping).rejects.toThrow()
    await postgres.stop()
    await refused
  })

  test('reports a PostgreSQL that dies by itself, and the next start recovers what was committed', async () => {
    const dataDir = await stoppedDatabase()
    const postgres = await start(dataDir)
    await runSql(postgres.connection, 'UPDATE kept SET answer = 43')
    process.kill(postgres.pid, 'SIGKILL')
    expect(await postgres.exited).toEqual({ code: null, signal: 'SIGKILL', requested: false })
    expect(await keptRow(await start(dataDir))).toEqual([{ answer: 43 }])
  })

  test('writes neither statements nor row values to the log', async () => {
    reports.length = 0
    const postgres = await start(await stoppedDatabase())
    await runSql(
      postgres.connection,
      "CREATE TABLE people (mail text UNIQUE); INSERT INTO people VALUES ('maya@wheelhouse.example')",
    )
    const again = runSql(postgres.connection, "INSERT INTO people VALUES ('maya@wheelhouse.example')")
    await expect(again).rejects.toMatchObject({ code: '23505' })
    await postgres.stop()
    expect(reports.map(report => report.code)).toContain('23505')
    expect(JSON.stringify(reports)).not.toContain('maya')
  })
})

describe('A PostgreSQL for tests', () => {
  test('clones databases and leaves no folder behind', async () => {
    const postgres = await startTestPostgres()
    await runSql(postgres.connection, 'CREATE DATABASE model')
    await runSql({ ...postgres.connection, database: 'model' }, 'CREATE TABLE logs AS SELECT 1 AS id')
    await runSql(postgres.connection, 'CREATE DATABASE copy TEMPLATE model')
    expect(await runSql({ ...postgres.connection, database: 'copy' }, 'SELECT id FROM logs')).toEqual([{ id: 1 }])
    const [row] = await runSql(postgres.connection, "SELECT current_setting('fsync') AS fsync")
    expect(row).toEqual({ fsync: 'off' })
    await postgres.stop()
    expect(isAlive(postgres.pid)).toBe(false)
    await expect(stat(postgres.connection.host)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
