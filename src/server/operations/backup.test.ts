import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { uploadFiles } from '#shared/contract/attachments/endpoints'
import { createDocument } from '#shared/contract/documents/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { deleteOrganisation } from '#shared/contract/organisations/deletion'
import { organisation as limits } from '#shared/contract/organisations/limits'
import { addOwners } from '#shared/contract/organisations/people'
import { eventually } from '#shared/testing/eventually'
import type { Actor } from '../../../test/actor'
import { type Company, companyOf } from '../../../test/company'
import { runCleanups } from '../../../test/maintenance'
import { openTestServer, type TestServer } from '../../../test/test-server'
import { features } from '../features'
import { withClient } from '../platform/database/database'
import { extendErasureList, readErasureList } from '../platform/erasure-list'
import { type S3Service, startS3 } from '../platform/objects/testing/s3-service'
import { backUp } from './backup'
import { erase } from './erase'
import { openInstance } from './instance'
import { resumeWork } from './load-sql'
import type { Manifest } from './manifest'
import { checkBackup } from './read-backup'
import { rehearse } from './rehearse'
import { restore } from './restore'
import { emptyDatabase, environmentWith, operatorOf } from './testing/operator'

let server: TestServer
let s3: S3Service
let ridgeway: Company
const folder = inject('folder')
const file = join(folder, 'ridgeway.tar')
const name = `restored_${process.pid}`
let lena: Actor
let target: Awaited<ReturnType<typeof emptyDatabase>>

beforeAll(async () => {
  server = await openTestServer()
  s3 = await startS3()
  target = await emptyDatabase(name)
  ridgeway = await companyOf(server, { owner: 'Maya Okafor', colleague: 'Tom Merganser', secret: 'kingfisher' })
  lena = await twoWorkspaces()
}, 60_000)
afterAll(async () => {
  await s3.stop()
  await target.drop()
})

/** A workspace of Tom with another member, who has one of her own with a file. Returns her. */
async function twoWorkspaces(): Promise<Actor> {
  const { colleague: tom } = ridgeway
  const she = await server.person({ name: 'Lena Fuchs' })
  await tom.createOrganisation('Nest boxes')
  const params = { document_name: 'Boxes', document_type: 'logbook', access: 'organisation' } as const
  const { doc_id } = await tom.call(createDocument, params)
  await tom.call(writeLog, { doc_id, content: 'Twelve boxes are up, says Tom Merganser.' })
  await tom.invites(she)
  await she.createOrganisation('Osprey watch')
  await she.call(uploadFiles, {}, { files: [{ name: 'osprey.txt', bytes: Buffer.from('An osprey.') }] })
  return she
}

async function backUpOf(environment: Awaited<ReturnType<typeof operatorOf>>, path: string): Promise<Manifest> {
  const instance = await openInstance(environment, { alone: false })
  const { manifest } = await backUp(instance, path).finally(() => instance.close())
  return manifest
}

/** The hashes of all rows, by table, without those that a restore changes on purpose: jobs rest, and it is audited. */
const hashes = ({ tables }: Manifest) =>
  Object.fromEntries(
    tables.filter(({ name }) => !['jobs', 'audit'].includes(name)).map(table => [table.name, table.sha256]),
  )

/** The entries of all audit logs in a backup, in their order. */
async function auditIn(path: string): Promise<Record<string, unknown>[]> {
  const { manifest, linesOf } = await checkBackup(path)
  const entries: Record<string, unknown>[] = []
  for (const table of manifest.tables.filter(({ name }) => name === 'audit'))
    for await (const line of linesOf(table)) {
      const values: (string | null)[] = JSON.parse(line)
      entries.push(Object.fromEntries(table.columns.map((column, index) => [column, values[index]])))
    }
  return entries.sort((one, other) => Number(one.id) - Number(other.id))
}

describe('A backup [D39]', () => {
  test('is made while people write, and holds one moment of everything', async () => {
    const { owner, fields } = ridgeway
    const doc_id = Number(fields.doc_id)
    let isDone = false
    const acknowledged: string[] = []
    const writing = (async () => {
      while (!isDone) {
        const content = `During the backup, ${acknowledged.length}`
        await owner.call(writeLog, { doc_id, content })
        acknowledged.push(content)
      }
    })()
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(2))
    const before = [...acknowledged]
    const manifest = await backUpOf(await operatorOf(server), file)
    isDone = true
    await writing
    expect(acknowledged.length).toBeGreaterThan(before.length)

    const backup = await checkBackup(file)
    expect(backup.manifest).toEqual(manifest)
    const logs = manifest.tables.find(table => table.name === 'logs')
    const events = manifest.tables.find(table => table.name === 'events')
    const counters = manifest.tables.find(table => table.name === 'event_counters')
    if (!logs || !events || !counters) throw new Error('Tables are missing.')
    const lines: string[] = []
    for await (const line of backup.linesOf(logs)) lines.push(line)
    for (const content of before) expect(lines.filter(line => line.includes(`"${content}"`)).length).toBe(1)
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
    const former = await auditIn(join(folder, 'before-moving.tar'))
    const entries = await auditIn(join(folder, 'after-moving.tar'))
    expect(entries.slice(0, former.length)).toEqual(former)
    const added = entries.slice(former.length)
    const workspaces = await server.asOwner<{ id: number }>(
      'select id from organizations where not is_guest order by id',
    )
    expect(
      added.map(({ organization_id, kind, actor_id, subject }) => [Number(organization_id), kind, actor_id, subject]),
    ).toEqual(workspaces.map(({ id }) => [id, 'operator.restored', null, null]))
    for (const { details } of added) expect(JSON.parse(String(details))).toEqual({ made_at: manifest.made_at })
    const ofAudit = ({ name }: { name: string }) => name === 'audit_id_seq'
    expect(again.sequences.filter(each => !ofAudit(each))).toEqual(manifest.sequences.filter(each => !ofAudit(each)))
    expect(again.sequences.find(ofAudit)?.last_value).toBe(Number(added.at(-1)?.id))
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
    const change = (constraint: string) =>
      withClient(instance.owner, client => client.query(`alter table restores ${constraint}`))
    await change('add constraint rest_on check (resumed_at is null)')
    await expect(resumeWork(instance.owner, '2026-11-20T08:00:00.000Z')).rejects.toThrow(/rest_on/)
    await change('drop constraint rest_on')
    expect(await resumeWork(instance.owner, '2026-11-20T09:00:00.000Z')).toBe(true)
    expect(await resumeWork(instance.owner, '2026-11-20T09:00:00.000Z')).toBe(false)
    await instance.close()
    expect(await jobs()).toBe(original)
    const resumed = (await auditIn(join(folder, 'jobs.tar'))).filter(({ kind }) => kind === 'operator.resumed')
    const workspaces = await server.asOwner('select from organizations where not is_guest')
    expect(resumed.map(({ at, details }) => [String(at).slice(0, 16), JSON.parse(String(details))])).toEqual([
      ...workspaces.map(() => ['2026-11-20 08:00', { error: 'server.error' }]),
      ...workspaces.map(() => ['2026-11-20 09:00', {}]),
    ])
    await expect(restore(moved, file)).rejects.toThrow(/is not empty/)
    const elsewhere = environmentWith({ ...target.settings, SECRET: 'another-root-of-all-keys-0123456789' })
    await expect(restore(elsewhere, file)).rejects.toThrow(/another SECRET/)
  })
})

/** Which of the words occur in any row or object of a backup. */
async function wordsIn(path: string, words: string[]): Promise<string[]> {
  const backup = await checkBackup(path)
  const found = new Set<string>()
  const look = (text: string) => {
    for (const word of words) if (text.toLowerCase().includes(word)) found.add(word)
  }
  for (const table of backup.manifest.tables) for await (const line of backup.linesOf(table)) look(line)
  for await (const { content } of backup.objects()) look(Buffer.concat(await content().toArray()).toString())
  return [...found].sort()
}

describe('A backup from before an erasure [D39][D44]', () => {
  test('is equal by hash in an empty folder, and brings nobody back who was erased since', async () => {
    const { colleague: tom, owner: maya } = ridgeway
    await tom.call(addOwners, { user_ids: [lena.user_id] })
    const operator = await operatorOf(server)
    const instance = await openInstance({ ...operator, clock: server.clock }, { alone: false })
    await erase(instance, tom.address)
    await lena.call(deleteOrganisation, { confirmed_name: 'Osprey watch' })
    server.clock.advance(limits.restorable + 60_000)
    const cleanups = features.flatMap(feature => feature.cleanups?.(instance.objects, instance.settings) ?? [])
    await runCleanups(server, cleanups).finally(() => instance.close())
    const { BACKUP_DIR } = operator.settings
    const listed = (await readErasureList(BACKUP_DIR)) ?? []
    expect(listed.map(({ kind, subject_id }) => [kind, subject_id])).toEqual([
      ['person', tom.user_id],
      ['organisation', lena.organization_id],
    ])

    // After a restore, a number may belong to somebody else than the one who was erased.
    const earlier = '2020-01-01T00:00:00.000Z'
    const other = { subject_id: maya.user_id, subject_created_at: earlier, erased_at: earlier }
    await extendErasureList(BACKUP_DIR, [{ kind: 'person', ...other }])
    const words = [tom.ip, 'kingfisher', 'merganser', 'osprey']
    expect(await wordsIn(file, words)).toEqual(words)
    const empty = await emptyDatabase(`erased_${process.pid}`)
    try {
      const restored = environmentWith({ ...empty.settings, BACKUP_DIR })
      expect(await restore(restored, file)).toMatchObject({ erased: { person: 1, organisation: 1 } })
      await backUpOf(restored, join(folder, 'erased.tar'))
      expect(await wordsIn(join(folder, 'erased.tar'), words)).toEqual(['kingfisher'])
    } finally {
      await empty.drop()
    }
    // Compares every table and object before it erases.
    expect(await rehearse(operator, file)).toMatchObject({ erased: { person: 1, organisation: 1 } })
    expect(await maya.signIn(maya.address)).toMatchObject({ user_id: maya.user_id })
  }, 60_000)
})
