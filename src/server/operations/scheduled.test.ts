import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { testSecret } from '../../../test/names'
import { openTestServer, type TestServer } from '../../../test/test-server'
import { node } from '../platform/jobs/test-jobs'
import { ObjectError } from '../platform/objects/objects'
import { readSettings } from '../settings'
import { type BackupSource, backUp } from './backup'
import { newestBackupIn } from './backup-file'
import { rehearseByHand } from './by-hand'
import { checkBackups, checkRehearsals } from './check-backups'
import { type Instance, openInstance } from './instance'
import { checkBackup } from './read-backup'
import { compareTables } from './rehearse'
import { operationSchedules } from './scheduled'
import { operatorOf } from './testing/operator'

// A whole database is made here, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

let server: TestServer
let instance: Instance
let folder: string
const minute = 60_000
const day = 24 * 60 * minute

beforeAll(async () => {
  folder = join(inject('folder'), `backups-${process.pid}`)
  server = await openTestServer({
    settings: {
      BACKUP_SCHEDULE: '30 2 * * *',
      BACKUP_DIR: folder,
      BACKUP_KEEP: '2',
      SUPER_USERS: 'ops@wheelhouse.example,+14155550100',
    },
  })
  await server.person({ name: 'Maya Okafor' })
  await server.app.context.objects.put('frames/1/one', Buffer.from('kingfisher'), 'image/jpeg')
  instance = await openInstance(await operatorOf(server), { alone: false })
})
afterAll(() => instance.close())

/** A server whose jobs are the scheduled backups. */
async function worker() {
  const { settings } = server.app.context
  return node(server, { schedules: operationSchedules(settings, instance.owner), clock: server.clock })
}

async function nextDay({ jobs }: Awaited<ReturnType<typeof worker>>): Promise<void> {
  server.clock.advance(day)
  await jobs.whenIdle()
  // Servers wait up to a minute before they begin, so that not everything begins at once.
  server.clock.advance(minute)
  await jobs.whenIdle()
}

const history = () => ({ owner: instance.owner, settings: server.app.context.settings, now: server.clock.now() })
const tars = async () => (await readdir(folder)).filter(name => name.startsWith('wheelhouse-')).sort()

describe('Scheduled backups [D39]', () => {
  test('are made at their time, read back, and only the last ones are kept; nothing else is touched', async () => {
    expect(await checkBackups(history())).toMatchObject({ state: 'note', says: expect.stringContaining('soon after') })
    await mkdir(folder, { recursive: true })
    const others = ['wheelhouse-20200101T000000Z.tar', 'notes.txt']
    for (const name of others) await writeFile(join(folder, name), 'not made by a schedule')
    const made = await worker()
    await nextDay(made)
    const [first = ''] = (await tars()).filter(name => !others.includes(name))
    expect((await checkBackup(join(folder, first))).manifest.objects.count).toBeGreaterThan(0)
    // Somebody keeps something else under the name of the first backup.
    await writeFile(join(folder, first), 'changed by hand')
    for (let days = 0; days < 3; days += 1) await nextDay(made)
    await made.jobs.close()
    const left = (await tars()).filter(name => !others.includes(name))
    expect(left).toHaveLength(3)
    expect(left[0]).toBe(first)
    for (const name of others) expect(await readFile(join(folder, name), 'utf8')).toMatch(/not made/)
    const answer = await checkBackups(history())
    expect(answer.state).toBe('ok')
    expect(answer.says).toContain(`${join(folder, left[2] ?? '')}, made less than a minute ago`)
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toMatch(/^wheelhouse_last_backup_seconds 1\.\d+e\+?0?9|^wheelhouse_last_backup_seconds \d{10}/m)
    expect(metrics).not.toMatch(/^wheelhouse_last_rehearsal_seconds \d/m)
  })

  test('that fail are seen in the log, by doctor and by the super users, who are told once', async () => {
    const made = await worker()
    const kept = await tars()
    const blocked = join(folder, 'blocked')
    await writeFile(blocked, 'a file, where a folder is needed')
    const settings = { ...server.app.context.settings, BACKUP_DIR: blocked }
    Object.assign(made.app, { settings })
    await nextDay(made)
    for (let attempts = 0; attempts < 6; attempts += 1) {
      server.clock.advance(minute)
      await made.jobs.whenIdle()
    }
    const mails = () => server.app.context.messenger.outbox?.list('ops@wheelhouse.example') ?? []
    expect(mails()).toHaveLength(1)
    expect(mails()[0]?.text).toMatch(/scheduled backup failed.*EEXIST|ENOTDIR/s)
    expect(mails()[0]?.text).toMatch(/The last one that went well was at 2026-11-2/)
    expect(server.app.context.messenger.outbox?.list('+14155550100')).toHaveLength(1)
    expect(server.logLines.filter(line => line.includes('A job was given up.'))).toHaveLength(1)
    expect(await checkBackups(history())).toMatchObject({ state: 'fix', says: expect.stringMatching(/backup failed/) })
    // The last good ones are still there, and the next good one ends the trouble.
    expect(await tars()).toEqual(kept)
    Object.assign(made.app, { settings: server.app.context.settings })
    await nextDay(made)
    await made.jobs.close()
    expect(await checkBackups(history())).toMatchObject({ state: 'ok' })
    server.clock.advance(3 * day)
    expect(await checkBackups(history())).toMatchObject({ state: 'fix', says: expect.stringMatching(/was not made/) })
  })

  test('that are cancelled leave nothing', async () => {
    const before = await readdir(folder)
    const stopping = AbortSignal.abort(new Error('The server stops.'))
    const making = backUp(instance, join(folder, 'stopped.tar'), { signal: stopping })
    await expect(making).rejects.toThrow('The server stops.')
    expect(await readdir(folder)).toEqual(before)
  })
})

describe('Making a backup [D39]', () => {
  test('is not hindered by what a killed one left, and clears it away when nobody writes to it any more', async () => {
    const file = join(folder, 'wheelhouse-by-hand.tar')
    const [old, fresh] = [`${file}.00000000.partial`, `${file}.11111111.partial`]
    for (const path of [old, fresh]) await writeFile(path, 'half')
    const anHourAgo = new Date(Date.now() - 61 * minute)
    await utimes(old, anHourAgo, anHourAgo)
    await backUp(instance, file)
    expect([existsSync(old), existsSync(fresh)]).toEqual([false, true])
    await rm(fresh)
  })

  test('twice in the same second gives two files', async () => {
    const file = join(folder, 'wheelhouse-20990101T000000Z.tar')
    const names = [await backUp(instance, file, { replaces: false }), await backUp(instance, file, { replaces: false })]
    expect(names.map(made => made.file)).toEqual([file, file.replace('.tar', '-2.tar')])
    expect(await newestBackupIn(folder)).toBe(names[1]?.file)
    for (const made of names) await rm(made.file)
  })

  test('names a file that vanished while it was read, and refuses a storage that sends a part', async () => {
    const { objects } = instance
    /** A storage whose second object breaks off. */
    const source = (isGone: boolean, bytes: string, breaks: boolean): BackupSource => {
      let asked = 0
      const facts = { size: 10, contentType: 'image/jpeg', version: '1' }
      return {
        ...instance,
        objects: {
          ...objects,
          async *list() {
            yield* ['frames/1/one', 'frames/1/two']
          },
          async stat(key) {
            if (key === 'frames/1/one') return objects.stat(key)
            asked += 1
            if (isGone && asked > 1) throw new ObjectError('object.not_found')
            return facts
          },
          read: async key =>
            key === 'frames/1/one'
              ? objects.read(key)
              : Readable.from(
                  (async function* () {
                    yield Buffer.from(bytes)
                    if (breaks) throw new Error('aborted')
                  })(),
                ),
        },
      }
    }
    const file = join(folder, 'vanishing.tar')
    const { manifest } = await backUp(source(true, 'half', true), file)
    expect(manifest.objects).toMatchObject({ count: 1, vanished: 1, vanished_keys: ['frames/1/two'] })
    expect((await checkBackup(file)).manifest).toEqual(manifest)
    await expect(backUp(source(false, 'half', true), file)).rejects.toThrow('aborted')
    await expect(backUp(source(false, 'half', false), file)).rejects.toThrow('sent 4 of the 10 bytes of frames/1/two')
    // The good one is untouched.
    expect((await checkBackup(file)).manifest).toEqual(manifest)
    expect((await readdir(folder)).filter(name => name.endsWith('.partial'))).toEqual([])
    await rm(file)
  })

  test('is refused while another one of the same database runs', async () => {
    const slow: BackupSource = {
      ...instance,
      objects: {
        ...instance.objects,
        async *list() {
          yield 'frames/1/one'
        },
      },
    }
    const results = await Promise.allSettled([1, 2].map(number => backUp(slow, join(folder, `at-once-${number}.tar`))))
    const refused = results.filter(result => result.status === 'rejected').map(({ reason }) => String(reason))
    expect(refused.length).toBeLessThan(2)
    for (const reason of refused) expect(reason).toMatch(/Another backup of this database/)
    for (const number of [1, 2]) await rm(join(folder, `at-once-${number}.tar`), { force: true })
  })
})

describe('A rehearsal [D39]', () => {
  test('restores the backup into a server of its own, compares everything, and removes it again', async () => {
    const file = (await newestBackupIn(folder)) ?? ''
    const { DATA_DIR } = server.app.context.settings
    const environment = await operatorOf(server, {
      // Whoever reached these would fail.
      S3_BUCKET: 'the-real-one',
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    })
    const people = () => server.asOwner('select * from users order by id')
    const before = await people()
    expect(await checkRehearsals(history())).toMatchObject({ state: 'note' })
    const clock = server.clock
    const result = await rehearseByHand({ ...environment, clock, signal: new AbortController().signal }, file)
    const { manifest } = await checkBackup(file)
    expect(result.rows).toBe(manifest.tables.reduce((sum, table) => sum + table.rows, 0))
    expect(result).toMatchObject({ tables: manifest.tables.length, objects: manifest.objects.count })
    expect(await people()).toEqual(before)
    expect((await readdir(DATA_DIR)).filter(name => name.startsWith('rehearsal'))).toEqual([])
    expect(await checkRehearsals(history())).toMatchObject({ state: 'ok', says: expect.stringMatching(/all equal/) })
  })

  test('names the tables that differ', async () => {
    const file = join(folder, 'compared.tar')
    const { manifest } = await backUp(instance, file)
    expect(await compareTables(instance, manifest)).toMatchObject({ differences: [] })
    const [users, sessions] = ['users', 'sessions'].map(name => manifest.tables.find(table => table.name === name))
    if (!users || !sessions) throw new Error('There are no people.')
    users.sha256 = '0'.repeat(64)
    sessions.rows += 1
    manifest.tables.push({ ...users, name: 'carriers' })
    expect((await compareTables(instance, manifest)).differences).toEqual([
      `public.sessions has ${sessions.rows - 1} rows instead of ${sessions.rows}`,
      'public.users has other contents',
      'the table public.carriers is missing',
    ])
    await rm(file)
  })
})

describe('A rehearsal by schedule [D39]', () => {
  const mails = () =>
    (server.app.context.messenger.outbox?.list('ops@wheelhouse.example') ?? []).filter(({ text }) =>
      text.includes('in a rehearsal'),
    )
  /** A server whose only job is the scheduled rehearsal; `BACKUP_DIR` as given. */
  async function rehearser(BACKUP_DIR: string) {
    const settings = readSettings({ REHEARSAL_SCHEDULE: '0 4 * * *' })
    const schedules = operationSchedules(settings, instance.owner)
    expect(schedules.map(({ name }) => name)).toEqual(['operations.rehearsal'])
    const made = await node(server, { schedules, clock: server.clock })
    Object.assign(made.app, { settings: { ...server.app.context.settings, BACKUP_DIR, SECRET: testSecret } })
    return made
  }

  test('restores the newest backup, and doctor sees that it did', async () => {
    const made = await rehearser(folder)
    const newest = await newestBackupIn(folder)
    await nextDay(made)
    await made.jobs.close()
    const [last] = await server.asOwner<{ kind: string; file: string; is_scheduled: boolean; error: string | null }>(
      `select * from operations where kind = 'rehearsal' order by id desc limit 1`,
    )
    expect(last).toMatchObject({ file: newest, is_scheduled: true, error: null })
    expect(server.logLines.join('')).toContain('The newest backup was restored elsewhere, and is complete.')
    expect(await checkRehearsals(history())).toMatchObject({ state: 'ok', says: expect.stringMatching(/all equal/) })
    expect(mails()).toEqual([])
  })

  test('that fails is told to the super users once, with the backup that cannot be restored', async () => {
    const damaged = join(folder, 'damaged')
    await mkdir(damaged)
    const file = join(damaged, 'wheelhouse-20261201T000000Z.tar')
    await writeFile(file, 'no backup')
    const made = await rehearser(damaged)
    await nextDay(made)
    for (let attempts = 0; attempts < 6; attempts += 1) {
      server.clock.advance(minute)
      await made.jobs.whenIdle()
    }
    await made.jobs.close()
    expect(mails()).toHaveLength(1)
    expect(mails()[0]?.text).toMatch(/The newest backup could not be restored in a rehearsal on .*: .*damaged/s)
    expect(mails()[0]?.text).toContain('The last one that went well was at ')
    expect(await checkRehearsals(history())).toMatchObject({ state: 'fix' })
  })
})
