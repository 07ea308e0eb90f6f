import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createDocument } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { eventually } from '#shared/testing/eventually'
import { PageClient } from '../src/server/features/documents/pages/test-page-client'
import { isAlive } from '../src/server/platform/database/embedded/processes'
import { LiveClient } from '../src/server/platform/live/testing/live-client'
import { Actor } from './actor'
import { buildServer } from './built-server'
import { DatabaseProxy } from './database-proxy'
import { template, testSecret } from './names'
import { newFolder, ServerProcess, tidy } from './server-process'

/** `npm run soak -- kills` has more of them. */
const deaths = Number(process.env.DEATHS ?? 6)

// Whole servers start and end here, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 + deaths * 15_000, hookTimeout: 60_000 })

const writers = 4
const writesBetween = 12

let program: string
beforeAll(async () => {
  program = await buildServer()
})
afterAll(tidy)

/** An owner with a logbook that the organisation may write in. */
async function workshop(url: string): Promise<{ maya: Actor; server: { url: string }; doc_id: number }> {
  const server = { url }
  const maya = new Actor(server, '127.0.0.1')
  await maya.signUp({ name: 'Maya Okafor' })
  await maya.createOrganisation('Ridgeway Cycles')
  const params = { document_name: 'Workshop', document_type: 'logbook', access: 'organisation' } as const
  return { maya, server, doc_id: (await maya.call(createDocument, params)).doc_id }
}

/** The contents of all logs in a logbook. */
async function contents(who: Actor, doc_id: number): Promise<string[]> {
  const all: string[] = []
  for (let end_before: number | undefined; ; ) {
    const { logs, has_older } = await who.call(readLogs, { doc_id, end_before })
    all.push(...logs.map(log => log.content))
    if (!has_older) return all
    end_before = logs.at(-1)?.id
  }
}

describe('A server that is killed repeatedly while people write', () => {
  test(`keeps every acknowledged log exactly once through ${deaths} deaths`, async () => {
    const folder = await newFolder()
    let server = new ServerProcess(program, folder)
    const { maya, server: address, doc_id } = await workshop(await server.ready())
    const acknowledged: string[] = []
    let isOver = false
    let someoneWrote = () => {}
    let isBack = Promise.resolve()

    /** Writes one log after another; an unacknowledged one is sent again with its key, as clients do. */
    const write = async (writer: number) => {
      for (let number = 1; !isOver; number += 1) {
        const content = `Writer ${writer}, log ${number}`
        for (let sent = false; !sent; ) {
          const { log, error } = await maya.call(writeLog, { doc_id, content }, { key: content }).then(
            log => ({ log, error: undefined }),
            error => ({ log: undefined, error }),
          )
          sent = log?.content === content
          if (!sent) await isBack
          // An API error is final; only a dead server is retried.
          if (error && error.status !== undefined && error.status < 500) throw error
        }
        acknowledged.push(content)
        someoneWrote()
      }
    }
    const writing = Array.from({ length: writers }, (_, index) => write(index + 1))
    const untilAcknowledged = async (count: number) => {
      while (acknowledged.length < count) {
        await new Promise<void>(resolve => {
          someoneWrote = resolve
        })
      }
    }

    for (let death = 1; death <= deaths; death += 1) {
      await untilAcknowledged(acknowledged.length + writesBetween)
      if (process.env.DEATHS && death % 25 === 0) process.stdout.write(`${death} kills, ${acknowledged.length} logs\n`)
      let back = () => {}
      isBack = new Promise(resolve => {
        back = resolve
      })
      // Every fourth time the database is killed too, as in a power failure.
      if (death % 4 === 0) server.killDatabase()
      await server.kill()
      server = new ServerProcess(program, folder)
      address.url = await server.ready()
      back()
    }
    await untilAcknowledged(acknowledged.length + writesBetween)
    isOver = true
    await Promise.all(writing)

    expect(acknowledged.length).toBeGreaterThan(deaths * writesBetween)
    expect((await contents(maya, doc_id)).sort()).toEqual(acknowledged.sort())
    const { pid } = server.database() ?? { pid: 0 }
    server.signal('SIGTERM')
    expect(await server.exited).toBe(0)
    expect(isAlive(pid)).toBe(false)
  })

  test('keeps every acknowledged change of a page, for somebody who opens it only afterwards', async () => {
    const folder = await newFolder()
    let server = new ServerProcess(program, folder)
    const { maya, server: address } = await workshop(await server.ready())
    const params = { document_name: 'Rota', document_type: 'document', access: 'organisation' } as const
    const { doc_id } = await maya.call(createDocument, params)
    let expected = Array.from({ length: writers }, (_, index) => `Writer ${index + 1}:`)
    await maya.call(replaceContent, { doc_id, content: expected.join('\n\n'), version: 0 })
    for (const word of [' before', ' and between']) {
      const clients = await Promise.all(expected.map(() => PageClient.open(maya, doc_id)))
      await Promise.all(clients.map((client, index) => client.types(expected[index] ?? '', word)))
      // All is acknowledged; those who wrote, and could send it again, are gone together with the server.
      await server.kill()
      expected = expected.map(line => line + word)
      server = new ServerProcess(program, folder)
      address.url = await server.ready()
      expect((await PageClient.open(maya, doc_id)).text).toBe(expected.join('\n\n'))
    }
    server.signal('SIGTERM')
    expect(await server.exited).toBe(0)
  })
})

/** Runs SQL on the server's own database, beside it. */
async function besides(server: ServerProcess): Promise<pg.Client> {
  const { host, port } = server.database() ?? {}
  const password = readFileSync(join(server.dataFolder, 'postgres.password'), 'utf8').trim()
  const client = new pg.Client({ host, port, user: 'postgres', password, database: 'wheelhouse' })
  // A database that stops may end the connection before the test does.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

describe('A server that is asked to stop', () => {
  test('by SIGTERM or SIGINT answers the running write, stops its database, and ends cleanly', async () => {
    const folder = await newFolder()
    let server = new ServerProcess(program, folder)
    const { maya, server: address, doc_id } = await workshop(await server.ready())
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const { pid } = server.database() ?? { pid: 0 }
      expect(isAlive(pid)).toBe(true)
      const other = await besides(server)
      await other.query('begin; lock table event_counters')
      const writing = maya.call(writeLog, { doc_id, content: signal })
      await eventually(async () =>
        expect((await other.query('select from pg_locks where not granted')).rowCount).toBe(1),
      )
      server.signal(signal)
      await server.says(/Stopping/)
      await eventually(() => expect(fetch(address.url)).rejects.toThrow())
      await other.query('commit')
      await other.end()
      expect(await writing).toMatchObject({ content: signal })

      expect(await server.exited).toBe(0)
      expect(server.stderr).toBe('')
      expect(isAlive(pid)).toBe(false)
      server = new ServerProcess(program, folder)
      address.url = await server.ready()
    }
    expect(await contents(maya, doc_id)).toEqual(['SIGINT', 'SIGTERM'])
  })
})

describe('An embedded database that is killed alone', () => {
  test('is restarted: nothing acknowledged is lost, sockets stay open, and calls meanwhile are asked to retry', async () => {
    const server = new ServerProcess(program, await newFolder())
    const { maya, doc_id } = await workshop(await server.ready())
    const client = await LiveClient.listening(maya)
    const kept: string[] = []
    const refused = new Set<string>()
    const write = async (content: string) => {
      for (;;) {
        const reply = await maya.reply(writeLog, { doc_id, content }, { key: content })
        if (reply.status === 200) return kept.push(content)
        refused.add(`${reply.status} ${reply.code}`)
      }
    }
    await write('Before.')
    const { pid } = server.database() ?? { pid: 0 }
    server.killDatabase()
    await Promise.all(['First', 'Second', 'Third'].map(write))
    expect([...refused]).toEqual(['503 server.unavailable'])
    expect(server.database()?.pid).not.toBe(pid)
    expect((await contents(maya, doc_id)).sort()).toEqual(kept.sort())
    expect(await client.ping()).toBe('pong')
    await client.until(frame => frame.event === 'event' && JSON.stringify(frame).includes('Third'))
    await server.says(/is back after (?<ms>\d+) ms/)
    // Queries that were running when it ended are in no log.
    expect(server.stdout).not.toMatch(/"client"|secretKey|processID|"query"/)
    await client.leave()
    server.signal('SIGTERM')
    expect(await server.exited).toBe(0)
  })

  test('ends the server if it happens a second time within a minute', async () => {
    const server = new ServerProcess(program, await newFolder())
    await server.ready()
    server.killDatabase()
    await server.says(/is back after/)
    server.killDatabase()
    expect(await server.exited).toBe(1)
    expect(server.stdout).toContain('It is the second time within a minute.')
  })
})

describe('A PostgreSQL of one’s own that cannot be reached for a while', () => {
  test('is used again by itself: calls meanwhile are asked to retry, and nothing acknowledged is lost', async () => {
    const connection = { ...inject('postgres'), database: 'postgres' }
    const database = `away_${process.pid}`
    const owner = new pg.Client(connection)
    await owner.connect()
    await owner.query(`create database ${database} template ${template}`)
    await owner.end()
    const network = new DatabaseProxy(connection)
    await network.mend()
    const { user, password } = connection
    const server = new ServerProcess(program, await newFolder(), {
      DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${network.port}/${database}`,
      SECRET: testSecret,
      BILLING: 'off',
    })
    const url = await server.ready()
    const { maya, doc_id } = await workshop(url)
    const client = await LiveClient.listening(maya)
    const write = async (content: string) => (await maya.reply(writeLog, { doc_id, content }, { key: content })).code
    expect(await write('Before.')).toBe(undefined)
    // A socket that has not caught up yet is closed when the database is away, so that its client connects anew.
    const hears = (content: string) =>
      client.until(frame => frame.event === 'event' && JSON.stringify(frame).includes(`"${content}"`))
    await hears('Before.')
    // Some of these are cut off in the middle, so their writers do not know whether they were kept.
    const underway = Array.from({ length: 8 }, (_, index) => `Underway ${index}`)
    const cutOff = Promise.all(underway.map(write))
    await network.cut()
    for (const code of await cutOff) expect([undefined, 'server.unavailable']).toContain(code)
    for (const content of ['One', 'Two']) expect(await write(content)).toBe('server.unavailable')
    expect((await maya.reply(readLogs, { doc_id })).code).toBe('server.unavailable')
    expect((await fetch(`${url}/readycheck`)).status).toBe(503)
    expect((await fetch(`${url}/healthcheck`)).status).toBe(200)

    await network.mend()
    const all = ['Before.', ...underway, 'One', 'Two']
    for (const content of all.slice(1)) await eventually(async () => expect(await write(content)).toBeUndefined())
    expect((await contents(maya, doc_id)).sort()).toEqual(all.sort())
    expect((await fetch(`${url}/readycheck`)).status).toBe(200)
    await hears('Two')
    expect(client.events.map(({ seq }) => seq)).toEqual([...new Set(client.events.map(({ seq }) => seq))])
    await client.leave()
    server.signal('SIGTERM')
    expect(await server.exited).toBe(0)
    await network.cut()
  })
})

describe('A server that cannot start explains why, and exits with 1', () => {
  test('if another one has its data folder, which keeps running', async () => {
    const first = new ServerProcess(program, await newFolder())
    const url = await first.ready()
    const second = new ServerProcess(program, first.dataFolder)
    expect(await second.exited).toBe(1)
    expect(second.stderr).toMatch(
      /^Another Wheelhouse server uses the data folder .*; stop it, or give this one its own DATA_DIR\.\n$/,
    )
    expect((await fetch(`${url}/readycheck`)).status).toBe(200)
    const port = new URL(url).port
    const third = new ServerProcess(program, await newFolder(), { PORT: port })
    expect(await third.exited).toBe(1)
    expect(third.stderr).toMatch(/^PORT: is in use by another program\n {2}For example: PORT=\d+\n$/)
    expect(third.database()).toBeUndefined()
    first.signal('SIGTERM')
    expect(await first.exited).toBe(0)
  })

  test('if a setting is invalid, before it changes anything', async () => {
    const folder = join(await newFolder(), 'data')
    const server = new ServerProcess(program, folder, { PORT: 'eighty' })
    expect(await server.exited).toBe(1)
    expect(server.stderr).toBe('PORT: must be a whole number\n  For example: PORT=4780\n')
    expect(server.stdout).toBe('')
    expect(() => readFileSync(folder)).toThrow('ENOENT')
  })

  test('if its key is incomplete, before it creates a database', async () => {
    const folder = await newFolder()
    writeFileSync(join(folder, 'secret.key'), '')
    const server = new ServerProcess(program, folder)
    expect(await server.exited).toBe(1)
    expect(server.stderr).toContain(`${join(folder, 'secret.key')} is empty or incomplete`)
    expect(server.stderr).not.toContain('    at ')
    expect(server.database()).toBeUndefined()
  })
})
