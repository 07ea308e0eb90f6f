import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { uploadFiles } from '#shared/contract/attachments/endpoints'
import { createDocument, grantAccess } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { exportOrganisation as callExport, exportKept } from '#shared/contract/exports/endpoints'
import { addLogComment } from '#shared/contract/logs/discussion'
import { writeLog } from '#shared/contract/logs/endpoints'
import { sendToMate } from '#shared/contract/mate/endpoints'
import { initiateChat, sendMessage } from '#shared/contract/messages/endpoints'
import { manageBranchUsers } from '#shared/contract/organisations/branches'
import { addAdmins } from '#shared/contract/organisations/people'
import { createTask } from '#shared/contract/tasks/endpoints'
import type { Actor } from '../../../test/actor'
import { type Company, companyOf } from '../../../test/company'
import { runCleanups } from '../../../test/maintenance'
import { openTestServer, type TestServer } from '../../../test/test-server'
import type { ArchiveManifest, PersonArchiveManifest } from '../features/exports/archive/format'
import { exportRules } from '../features/exports/archive/rules'
import { makeExport } from '../features/exports/job'
import { personRules } from '../features/exports/person/person-rules'
import { exportCleanups } from '../features/exports/service'
import { allRefused } from '../features/tasks/test-tasks'
import { withClient } from '../platform/database/database'
import { enqueue, jobsOf } from '../platform/jobs/jobs'
import { runAsSystem } from '../platform/run-as'
import { exportOrganisation } from './export'
import { exportPerson } from './export-person'
import { importOrganisation } from './import'
import { type Instance, openInstance } from './instance'
import { checkArchive } from './read-archive'
import { bytesOf, partsOf } from './read-backup'
import { emptyDatabase, environmentWith, operatorOf } from './testing/operator'

let server: TestServer
let ours: Company
let theirs: Company
let instance: Instance
let target: Awaited<ReturnType<typeof emptyDatabase>>
let archive: string
let manifest: ArchiveManifest
const folder = inject('folder')
/** In a chat and a question of the colleague, which the owner cannot read. */
const confidential = 'plover'

beforeAll(async () => {
  server = await openTestServer({ settings: { TOKEN_SECONDS: '86400' } })
  ours = await companyOf(server, { owner: 'Ana Brandt', colleague: 'Noor Haddad', secret: 'kingfisher' })
  theirs = await companyOf(server, { owner: 'Maya Okafor', colleague: 'Tom Reyes', secret: 'nightingale' })
  await ours.colleague.call(sendToMate, { message: `Where does the ${confidential} nest?`, client_id: 'asked-mate' })
  const pair = [ours.colleague.user_id, theirs.owner.user_id].sort((one, other) => one - other)
  await server.asOwner(
    `with chat as (insert into chats (organization_id, kind, lower_user_id, higher_user_id, created_at, last_at)
       values ($1, 'direct', $2, $3, now(), now()) returning id)
     insert into messages (organization_id, chat_id, sender_id, client_id, text, created_at)
     select $1, id, $2, 'direct', $4, now() from chat`,
    [ours.organization_id, ...pair, `Only us: ${confidential}`],
  )
  await jobsOf(server.app.context).whenIdle()
  instance = await openInstance(await operatorOf(server), { alone: false })
  target = await emptyDatabase(`imported_${process.pid}`)
  archive = join(folder, `organisation-${process.pid}.tar`)
  manifest = await exportOrganisation(instance, { organization_id: ours.organization_id, file: archive })
}, 120_000)
afterAll(async () => {
  await instance.close()
  await target.drop()
})

const change = (who: Actor, action: 'state' | 'start' | 'cancel') => who.call(callExport, { action })

async function download(url: string | null): Promise<Buffer> {
  const response = await fetch(new URL(url ?? '', server.url))
  expect(response.headers.get('content-disposition')).toContain('wheelhouse-organisation-')
  return Buffer.from(await response.arrayBuffer())
}

/** The rows of all tables of the archive that have a word in them, by table. */
async function tablesWith(file: string, word: string): Promise<string[]> {
  const { manifest: found, linesOf } = await checkArchive(file)
  const names: string[] = []
  for (const table of found.tables) {
    for await (const line of linesOf(table)) if (line.includes(word)) names.push(table.name)
  }
  return [...new Set(names)]
}

describe('An archive of an organisation [D39]', () => {
  test('has a rule for every table with an organisation', async () => {
    const tables = await server.asOwner<{ name: string }>(
      `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and column_name = 'organization_id' and table_type = 'BASE TABLE' order by 1`,
    )
    expect(Object.keys(exportRules).sort()).toEqual(
      [...tables.map(({ name }) => name), 'organizations', 'users'].sort(),
    )
  })

  test('contains everything of the organisation, and nothing of another', async () => {
    const bytes = await readFile(archive)
    expect(bytes.includes(theirs.secret)).toBe(false)
    for (const table of manifest.tables) {
      if (['organizations', 'users'].includes(table.name)) continue
      const [row] = await server.asOwner<{ count: number }>(
        `select count(*)::int as count from "${table.name}" where organization_id = $1`,
        [ours.organization_id],
      )
      // The export itself is in the audit log afterwards.
      expect(table.rows, table.name).toBe((row?.count ?? 0) - (table.name === 'audit' ? 1 : 0))
    }
    expect((await tablesWith(archive, ours.secret)).length).toBeGreaterThan(25)
    expect(await tablesWith(archive, confidential)).toEqual(['audit', 'known_words', 'mate_messages', 'messages'])
    const attachments = await server.asOwner('select from attachments where organization_id = $1', [
      ours.organization_id,
    ])
    expect(attachments.length).toBeGreaterThan(0)
    expect(manifest.files.count).toBeGreaterThan(attachments.length)
    const [user] = await server.asOwner<{ email: string }>('select email from users where id = $1', [
      theirs.owner.user_id,
    ])
    // Somebody of elsewhere who took part in a chat has a name there, and no address.
    expect(bytes.includes(user?.email ?? 'none')).toBe(false)
  })

  test('that cannot be written stands in the audit logs with a code, without the words of the error', async () => {
    const nowhere = join(folder, 'no-such-folder', 'archive.tar')
    const { organization_id, owner } = theirs
    await expect(exportOrganisation(instance, { organization_id, file: nowhere })).rejects.toThrow(/ENOENT/)
    await expect(exportPerson(instance, { who: owner.address, fileOf: () => nowhere })).rejects.toThrow(/ENOENT/)
    const entries = await server.asOwner(
      `select kind, subject, details from audit where organization_id = $1 and kind like 'operator.%' order by id`,
      [organization_id],
    )
    const details = { error: 'server.error' }
    expect(entries).toEqual([
      { kind: 'operator.exported', subject: `organisation:${organization_id}`, details },
      { kind: 'operator.exported_person', subject: `user:${owner.user_id}`, details },
    ])
  })

  test('contains no token, no password and no encrypted secret, and says so', async () => {
    const bytes = await readFile(archive)
    const secrets = await server.asOwner<{ secret: string }>(
      `select token_hash as secret from access_tokens union all select token_hash from join_links
       union all select token_hash from bots where token_hash is not null union all select token_hash from calendar_feeds
       union all select address from cameras union all select token_hash from refresh_tokens
       union all select address from busy_calendars where address is not null`,
    )
    expect(secrets.length).toBeGreaterThan(5)
    for (const { secret } of secrets) expect(bytes.includes(secret), secret).toBe(false)
    const named = manifest.left_out.map(({ table, column }) => `${table}${column ? `.${column}` : ''}`)
    expect(named).toEqual(expect.arrayContaining(['access_tokens', 'join_links', 'bots.token_hash', 'cameras.address']))
  })

  test('gives an empty server an organisation that is equal, and is never imported over another', async () => {
    const empty = environmentWith(target.settings)
    const bytes = await readFile(archive)
    const damaged = join(folder, 'damaged-archive.tar')
    bytes[bytes.indexOf(ours.secret)] = 0x4b
    await writeFile(damaged, bytes)
    await expect(importOrganisation(empty, damaged)).rejects.toThrow(/is damaged/)

    await importOrganisation(empty, archive)
    const other = await openInstance(empty, { alone: true })
    const again = join(folder, 'again.tar')
    const { organization_id } = ours
    const counted = await withClient(other.owner, client => client.query('select workspaces from workspace_count'))
    expect(counted.rows).toEqual([{ workspaces: 1 }])
    const imported = await exportOrganisation(other, { organization_id, file: again }).finally(() => other.close())
    const contents = ({ tables }: ArchiveManifest) =>
      tables
        .filter(({ name }) => !['jobs', 'audit'].includes(name))
        .map(({ name, rows, sha256 }) => `${name}: ${rows} ${sha256}`)
    expect(contents(imported)).toEqual(contents(manifest))
    expect(imported.files).toEqual(manifest.files)
    const rowsIn = async (file: string, name: string) => {
      const { manifest: found, linesOf } = await checkArchive(file)
      const rows: Record<string, unknown>[] = []
      for (const table of found.tables.filter(table => table.name === name))
        for await (const line of linesOf(table)) rows.push(JSON.parse(line))
      return rows
    }
    // The audit log is the same, and says where it came from.
    const [audited, entries] = [await rowsIn(archive, 'audit'), await rowsIn(again, 'audit')]
    expect(entries.slice(0, audited.length)).toEqual(audited)
    expect(entries.slice(audited.length)).toMatchObject([
      { kind: 'operator.imported', actor_id: null, details: { made_at: manifest.made_at } },
    ])
    // Jobs are the same but rest.
    const jobsIn = async (file: string) => {
      const rows = await rowsIn(file, 'jobs')
      const changed = { status: null, pause_cause: null, pause_reason: null, next_run_at: null }
      return { rows: rows.map(row => ({ ...row, ...changed })), states: rows.map(row => row.status) }
    }
    const [before, after] = [await jobsIn(archive), await jobsIn(again)]
    expect(after.rows).toEqual(before.rows)
    expect(after.states).not.toContain('active')
    await expect(importOrganisation(empty, archive)).rejects.toThrow(/is not empty/)
    await expect(exportOrganisation(instance, { organization_id: 999_999, file: again })).rejects.toThrow(
      /no organisation 999999/,
    )
  })
})

describe('An owner exports their organisation [D44]', () => {
  test('and nobody else does', async () => {
    await ours.owner.call(addAdmins, { user_ids: [ours.colleague.user_id] })
    await allRefused({ status: 403, code: 'permission.missing' }, [change(ours.colleague, 'start')])
    await allRefused({ status: 401 }, [change(server.stranger(), 'start')])
    theirs.owner.organization_id = ours.organization_id
    await allRefused({ status: 403, code: 'organization.not_member' }, [change(theirs.owner, 'start')])
    theirs.owner.organization_id = theirs.organization_id
    expect(await change(ours.owner, 'state')).toBe(null)
  })

  test('with what they may see, in the background, once at a time, for a week', async () => {
    const started = await change(ours.owner, 'start')
    expect(started).toMatchObject({ url: null })
    expect(await change(ours.owner, 'start')).toMatchObject({ export_id: started?.export_id })
    await jobsOf(server.app.context).whenIdle()
    const ready = await change(ours.owner, 'state')
    expect(ready).toMatchObject({ status: 'ready', ended_at: expect.any(String) })
    const bytes = await download(ready?.url ?? null)
    expect(bytes.length).toBe(ready?.bytes)
    const own = join(folder, 'own.tar')
    await writeFile(own, bytes)
    expect((await tablesWith(own, ours.secret)).length).toBeGreaterThan(20)
    expect(bytes.includes(theirs.secret)).toBe(false)
    // Talks of others stay theirs.
    expect((await tablesWith(own, confidential)).filter(name => name !== 'audit')).toEqual([])
    expect((await checkArchive(own)).manifest.seen_by).toBe(ours.owner.user_id)
    expect(await change(theirs.owner, 'state')).toBe(null)
    const audit = await server.asOwner(
      `select from audit where organization_id = $1 and kind = 'organisation.exported'`,
      [ours.organization_id],
    )
    expect(audit).toHaveLength(1)

    await change(ours.owner, 'cancel')
    expect((await fetch(new URL(ready?.url ?? '', server.url))).status).toBe(404)
    await change(ours.owner, 'start')
    await jobsOf(server.app.context).whenIdle()
    const last = await change(ours.owner, 'state')
    const { objects } = server.app.context
    const key = `exports/${ours.organization_id}/${last?.export_id}.tar`
    expect((await objects.stat(key)).size).toBe(last?.bytes)
    server.clock.advance(exportKept + 1_000)
    await runCleanups(server, exportCleanups(objects))
    await expect(objects.stat(key)).rejects.toMatchObject({ code: 'object.not_found' })
  })

  test('and gets none if they are no owner any more when it is made', async () => {
    const { context } = server.app
    const { organization_id, colleague } = ours
    const [row] = await server.asOwner<{ id: number }>(
      `insert into exports (organization_id, user_id, status, requested_at) values ($1, $2, 'waiting', now()) returning id`,
      [organization_id, colleague.user_id],
    )
    const input = { organization_id, export_id: row?.id ?? 0 }
    await runAsSystem(context, organization_id, ctx => enqueue(ctx, makeExport, input))
    await jobsOf(context).whenIdle()
    server.clock.advance(60_000)
    await jobsOf(context).whenIdle()
    expect(await server.asOwner('select status from exports where id = $1', [row?.id])).toEqual([{ status: 'failed' }])
    await expect(context.objects.stat(`exports/${organization_id}/${row?.id}.tar`)).rejects.toThrow('object.not_found')
  })
})

/** The texts of an archive of a person by table, and its files. */
async function personArchive(who: Actor): Promise<{ texts: Map<string, string>; manifest: PersonArchiveManifest }> {
  const fileOf = (user_id: number) => join(folder, `person-${user_id}.tar`)
  const { file, manifest: found } = await exportPerson(instance, { who: who.address, fileOf })
  const texts = new Map<string, string>()
  for (const [name, content] of await partsOf(file)) texts.set(name, (await bytesOf(content())).toString('latin1'))
  for (const { name, sha256 } of found.tables) {
    const bytes = Buffer.from(texts.get(`tables/${name}.jsonl`) ?? 'missing', 'latin1')
    expect(createHash('sha256').update(bytes).digest('hex'), name).toBe(sha256)
  }
  return { texts, manifest: found }
}

describe('Everything about a person [D39]', () => {
  const canary = 'waxwing'

  /** Somebody in both organisations, who leaves the canary wherever a person can. */
  async function lenaInBoth(): Promise<Actor> {
    const lena = await server.person({ name: 'Lena Waxwing' })
    for (const { owner, fields } of [ours, theirs]) {
      await owner.signIn(owner.address)
      await owner.invites(lena)
      const doc_id = Number(fields.doc_id)
      await owner.call(grantAccess, {
        doc_id,
        grantee_kind: 'user',
        grantee_id: lena.user_id,
        level: 'editor',
      })
      const { id: log_id } = await lena.call(writeLog, { doc_id, content: `A ${canary} in ${owner.name}’s workshop.` })
      await lena.call(addLogComment, { doc_id, log_id, comment: `It was a ${canary}.` })
      const chat = await lena.call(initiateChat, { connection_id: owner.user_id })
      await lena.call(sendMessage, { ...chat, chat_message: `Did you see the ${canary}?`, client_id: canary })
      await owner.call(sendMessage, { ...chat, chat_message: 'Yes, beside the chaffinch.', client_id: 'answer' })
    }
    await lena.call(sendToMate, { message: `Where is the ${canary}?`, client_id: canary })
    const diary = { document_name: `Diary of the ${canary}`, document_type: 'document', access: 'private' } as const
    const { doc_id } = await lena.call(createDocument, diary)
    await lena.call(replaceContent, { doc_id, content: `Only I know the ${canary}.`, version: 0 })
    const branch_id = Number(theirs.fields.branch_id)
    await theirs.owner.call(manageBranchUsers, {
      branch_id,
      users_to_be_added: [lena.user_id],
      users_to_be_removed: [],
    })
    await lena.call(createTask, { title: `Feed the ${canary}`, branch_id })
    await lena.call(uploadFiles, {}, { files: [{ name: `${canary}.txt`, bytes: Buffer.from(`A ${canary} file.`) }] })
    return lena
  }

  test('has a rule for every table', async () => {
    const tables = await server.asOwner<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    )
    expect(Object.keys(personRules).sort()).toEqual(tables.map(({ name }) => name).sort())
  })

  test('is in one archive, from all organisations, and nothing private of others', async () => {
    const lena = await lenaInBoth()
    const holding: string[] = []
    for (const name of Object.keys(personRules)) {
      const rows = await server.asOwner(`select from "${name}" t where t::text ilike '%${canary}%' limit 1`)
      if (rows.length > 0) holding.push(name)
    }
    const { texts, manifest: found } = await personArchive(lena)
    const has = (name: string) => texts.get(`tables/${name}.jsonl`)?.toLowerCase().includes(canary)
    const leftOut = found.left_out.flatMap(({ table, column }) => (column ? [] : [table]))
    expect(holding.filter(name => !has(name))).toEqual(holding.filter(name => leftOut.includes(name)))
    expect(holding.filter(name => has(name))).toEqual(expect.arrayContaining(['logs', 'mate_messages', 'users']))
    const places = new Set((texts.get('tables/logs.jsonl') ?? '').match(/"organization_id": \d+/g))
    expect(places.size).toBe(2)
    expect([...texts.values()].some(text => text === `A ${canary} file.`)).toBe(true)
    for (const word of ['chaffinch', confidential]) expect([...texts.values()].join().includes(word), word).toBe(false)
    const audit = await server.asOwner(`select from audit where kind = 'operator.exported_person' and subject = $1`, [
      `user:${lena.user_id}`,
    ])
    expect(audit).toHaveLength(2)
    await expect(exportPerson(instance, { who: 'nobody@nowhere.example', fileOf: String })).rejects.toThrow(
      /nobody with/,
    )
  })

  test('contains no secret, and of a workspace with some of everything only what is theirs', async () => {
    const { texts, manifest: found } = await personArchive(ours.owner)
    const all = [...texts.values()].join()
    expect(all).not.toContain(confidential)
    expect(all).not.toContain(theirs.secret)
    const secrets = await server.asOwner<{ secret: string }>(
      `select token_hash as secret from access_tokens union all select token_hash from join_links
       union all select token_hash from bots where token_hash is not null union all select token_hash from calendar_feeds
       union all select address from cameras union all select token_hash from refresh_tokens
       union all select code_hash from one_time_codes union all select token_hash from profile_tokens`,
    )
    for (const { secret } of secrets) expect(all.includes(secret), secret).toBe(false)
    const empty = found.tables.flatMap(({ name, rows }) => (rows === 0 ? [name] : []))
    const ofOthers = ['access_requests', 'invites', 'log_reactions', 'role_members', 'summaries', 'task_assignees']
    const notPlanted = ['branch_handovers', 'erasures', 'exports', 'identities', 'notification_preferences']
    const untouched = ['product_events', 'push_subscriptions', 'text_links']
    expect(empty).toEqual([...ofOthers, ...notPlanted, ...untouched].sort())
    for (const { name } of found.tables.filter(table => table.columns.includes('organization_id'))) {
      const ids = (texts.get(`tables/${name}.jsonl`) ?? '').match(/"organization_id": \d+/g) ?? []
      expect(
        ids.filter(id => id !== `"organization_id": ${ours.organization_id}`),
        name,
      ).toEqual([])
    }
  })
})
