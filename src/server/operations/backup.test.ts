import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { writeLog } from '#shared/contract/logs/endpoints'
import { type Company, companyOf } from '../../../test/company'
import { openTestServer, type TestServer } from '../../../test/test-server'
import { type S3Service, startS3 } from '../platform/objects/testing/s3-service'
import { backUp } from './backup'
import { openInstance } from './instance'
import { resumeWork } from './load-sql'
import type { Manifest } from './manifest'
import { checkBackup } from './read-backup'
import { restore } from './restore'
import { emptyDatabase, environmentWith, operatorOf } from './testing/operator'

let server: TestServer
let s3: S3Service
let ridgeway: Company
const folder = inject('folder')
const file = join(folder, 'ridgeway.tar')
const name = `restored_${process.pid}`
let target: Awaited<ReturnType<typeof emptyDatabase>>

beforeAll(async () => {
  server = await openTestServer()
  s3 = await startS3()
  target = await emptyDatabase(name)
  ridgeway = await companyOf(server, { owner: 'Maya Okafor', colleague: 'Tom Reyes', secret: 'kingfisher' })
}, 60_000)
afterAll(async () => {
  await s3.stop()
  await target.drop()
})

async function backUpOf(environment: Awaited<ReturnType<typeof operatorOf>>, path: string): Promise<Manifest> {
  const instance = await openInstance(environment, { alone: false })
  const { manifest } = await backUp(instance, path).finally(() => instance.close())
  return manifest
}

/** The hashes of all rows, by table, without those that a restore changes on purpose. */
const hashes = ({ tables }: Manifest) =>
  Object.fromEntries(tables.filter(table => table.name !== 'jobs').map(table => [table.name, table.sha256]))

describe('A backup [D39]', () => {
  test('is made while people write, and holds one moment of everything', async () => {
    const { owner, fields } = ridgeway
    const doc_id = Number(fields.doc_id)
    let isDone = false
    let written = 0
    const writing = (async () => {
      while (!isDone) {
        await owner.call(writeLog, { doc_id, content: `During the backup, ${written}` })
        written += 1
      }
    })()
    const before = written
    const manifest = await backUpOf(await operatorOf(server), file)
    isDone = true
    await writing
    expect(written).toBeGreaterThan(before)

    const backup = await checkBackup(file)
    expect(backup.manifest).toEqual(manifest)
    const logs = manifest.tables.find(table => table.name === 'logs')
    const events = manifest.tables.find(table => table.name === 'events')
    const counters = manifest.tables.find(table => table.name === 'event_counters')
    if (!logs || !events || !counters) throw new Error('Tables are missing.')
    // Counter and events are written together, so both stand at the same number.
    const numbers: number[] = []
    for await (const line of backup.linesOf(events))
      numbers.push(Number(JSON.parse(line)[events.columns.indexOf('seq')]))
    const counted: number[] = []
    for await (const line of backup.linesOf(counters))
      counted.push(Number(JSON.parse(line)[counters.columns.indexOf('seq')]))
    expect(Math.max(...numbers)).toBe(Math.max(...counted))
    expect(manifest.objects.count).toBeGreaterThan(3)
  })

  test('that lost or changed a byte is refused before anything is restored', async () => {
    const bytes = await readFile(file)
    const damaged = join(folder, 'damaged.tar')
    const changed = Buffer.from(bytes)
    changed[bytes.indexOf('kingfisher')] = 0x4b
    await writeFile(damaged, changed)
    await expect(restore(environmentWith(target.settings), damaged)).rejects.toThrow(/damaged/)
    await writeFile(damaged, bytes.subarray(0, bytes.length / 2))
    await expect(restore(environmentWith(target.settings), damaged)).rejects.toThrow('the file is cut off')
  })

  test('moves a server to a PostgreSQL and an S3 of its own, with nothing lost', async () => {
    const manifest = await backUpOf(await operatorOf(server), join(folder, 'before-moving.tar'))
    const moved = environmentWith({ ...target.settings, ...s3.settings })
    await restore(moved, join(folder, 'before-moving.tar'))
    const again = await backUpOf(moved, join(folder, 'after-moving.tar'))
    expect(hashes(again)).toEqual(hashes(manifest))
    expect(again.sequences).toEqual(manifest.sequences)
    expect(again.migrations).toEqual(manifest.migrations)
    const objectsOf = async (path: string) => {
      const found: string[] = []
      for await (const { key, type, sha256 } of (await checkBackup(path)).objects())
        found.push(`${key} ${type} ${sha256}`)
      return found.sort()
    }
    const objects = await objectsOf(join(folder, 'after-moving.tar'))
    expect(objects).toEqual(await objectsOf(join(folder, 'before-moving.tar')))
    expect(objects.length).toBeGreaterThan(3)
  })

  test('leaves jobs paused until the operator resumes them, and never overwrites what is there', async () => {
    const moved = environmentWith({ ...target.settings, ...s3.settings })
    const jobs = async () => {
      const { tables } = await backUpOf(moved, join(folder, 'jobs.tar'))
      return tables.find(table => table.name === 'jobs')?.sha256
    }
    const original = (await checkBackup(file)).manifest.tables.find(table => table.name === 'jobs')?.sha256
    const paused = await jobs()
    expect(paused).not.toBe(original)
    const instance = await openInstance(moved, { alone: true })
    expect(await resumeWork(instance.owner, '2026-11-20T09:00:00.000Z')).toBe(true)
    expect(await resumeWork(instance.owner, '2026-11-20T09:00:00.000Z')).toBe(false)
    await instance.close()
    expect(await jobs()).toBe(original)
    await expect(restore(moved, file)).rejects.toThrow(/is not empty/)
    const elsewhere = environmentWith({ ...target.settings, SECRET: 'another-root-of-all-keys-0123456789' })
    await expect(restore(elsewhere, file)).rejects.toThrow(/another SECRET/)
  })
})
