import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { uploadFiles } from '#shared/contract/attachments/endpoints'
import { createDocument } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { eraseUser, erasureDelay } from '#shared/contract/erasure/endpoints'
import { exportOrganisation } from '#shared/contract/exports/endpoints'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { sendToMate } from '#shared/contract/mate/endpoints'
import { initiateChat, sendMessage } from '#shared/contract/messages/endpoints'
import { createOrganisation } from '#shared/contract/organisations/endpoints'
import { addAdmins } from '#shared/contract/organisations/people'
import { fetchProfile, trackEvents, updateProfile } from '#shared/contract/profile/endpoints'
import type { Actor } from '../../../../test/actor'
import { type Company, companyOf } from '../../../../test/company'
import { runCleanups } from '../../../../test/maintenance'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { features } from '../../features'
import { jobsOf } from '../../platform/jobs/jobs'
import { PageClient } from '../documents/pages/test-page-client'
import { allRefused } from '../tasks/test-tasks'
import { erasureRules } from './erase-sql'

let server: TestServer
let company: Company
/** The person who is erased. Their name and address are the canary. */
let tomasz: Actor
let maya: Actor
const canary = 'kingfisher'
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

beforeAll(async () => {
  server = await openTestServer({ settings: { TOKEN_SECONDS: '86400' } })
  company = await companyOf(server, { owner: 'Maya Okafor', colleague: 'Tomasz Kingfisher', secret: 'nightingale' })
  tomasz = company.colleague
  maya = company.owner
}, 60_000)

const cleanUp = () =>
  runCleanups(
    server,
    features.flatMap(feature => feature.cleanups?.(server.app.context.objects, server.app.context.settings) ?? []),
  )

async function tables(): Promise<string[]> {
  const rows = await server.asOwner<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  return rows.map(({ name }) => name)
}

/** Tables with a row in which a word occurs, also as bytes. */
async function tablesWith(word: string): Promise<string[]> {
  const found: string[] = []
  const capitalised = word.charAt(0).toUpperCase() + word.slice(1)
  const forms = [word, ...[word, capitalised].map(form => Buffer.from(form).toString('hex'))].map(form => `%${form}%`)
  for (const name of await tables()) {
    const rows = await server.asOwner(`select from "${name}" t where t::text ilike any ($1) limit 1`, [forms])
    if (rows.length > 0) found.push(name)
  }
  return found
}

function filesWith(word: string): string[] {
  const folder = join(server.app.context.settings.DATA_DIR, 'objects')
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return entries
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => readFileSync(path, 'latin1').toLowerCase().includes(word))
}

/** Somebody's archive of their workspace, once it is made. */
async function archiveOf(owner: Actor) {
  await owner.call(exportOrganisation, { action: 'start' })
  await jobsOf(server.app.context).whenIdle()
  return owner.call(exportOrganisation, { action: 'state' })
}

describe('Erasing a person', () => {
  test('has a rule for every table', async () => {
    expect((await tables()).filter(name => !(name in erasureRules))).toEqual([])
  })

  test('is asked for with one’s own address, tells its state, and can be cancelled for seven days', async () => {
    const ask = (who: Actor, confirmed_address: string) => who.call(eraseUser, { action: 'request', confirmed_address })
    await allRefused({ status: 401 }, [server.stranger().call(eraseUser, { action: 'state' })])
    await allRefused({ status: 400, code: 'request.invalid' }, [ask(tomasz, ''), ask(tomasz, maya.address)])
    await allRefused({ status: 409, code: 'owner.last' }, [ask(maya, maya.address)])
    expect(await tomasz.call(eraseUser, { action: 'state' })).toBe(null)
    const asked = await ask(tomasz, tomasz.address)
    expect(Date.parse(asked?.erased_after ?? '') - Date.parse(asked?.requested_at ?? '')).toBe(erasureDelay)
    server.clock.advance(erasureDelay / 2)
    await tomasz.signIn(tomasz.address)
    expect(await ask(tomasz, tomasz.address)).toEqual(asked)
    expect(await tomasz.call(eraseUser, { action: 'cancel' })).toBe(null)
    await cleanUp()
    expect((await tomasz.call(fetchProfile, {})).user_displayname).toBe('Tomasz Kingfisher')
  })

  test('leaves no trace of them in any table, object or log, and the work of others', async () => {
    const shared = Number(company.fields.doc_id)
    await maya.signIn(maya.address)
    await maya.call(addAdmins, { user_ids: [tomasz.user_id] })
    await tomasz.call(updateProfile, { user_image: pixel })
    await maya.call(writeLog, { doc_id: shared, content: 'Tomasz Kingfisher oiled the "chain".' })
    await tomasz.call(writeLog, { doc_id: shared, content: 'The chain is oiled.' })
    const diary = await tomasz.call(createDocument, {
      document_name: 'Kingfisher diary',
      document_type: 'logbook',
      access: 'private',
    })
    await tomasz.call(writeLog, { ...diary, content: 'Nobody knows about the kingfisher.' })
    await tomasz.call(uploadFiles, {}, { files: [{ name: 'k.txt', bytes: Buffer.from('A kingfisher, unattached.') }] })
    const chat = await tomasz.call(initiateChat, { connection_id: maya.user_id })
    await maya.call(sendMessage, { ...chat, chat_message: 'Hello kingfisher', client_id: canary })
    await tomasz.call(sendToMate, { message: 'Where is the kingfisher?', client_id: canary })
    await tomasz.call(trackEvents, {
      events: [{ name: 'opened', properties: { by: canary }, at: new Date(server.clock.now()).toISOString() }],
    })
    const { doc_id } = await maya.call(createDocument, { document_name: 'Rota', document_type: 'document' })
    await maya.call(replaceContent, { doc_id, content: 'Opens: Tomasz Kingfisher.', version: 0 })
    const rota = await PageClient.open(maya, doc_id)
    await rota.types('Opens', ' (ask Tomasz Kingfisher)')
    expect(await tablesWith(canary)).toContain('page_updates')
    const own = await tomasz.call(createOrganisation, { organization_name: 'Kingfisher Cycles' })
    expect((await tablesWith(canary)).length).toBeGreaterThan(9)
    expect(filesWith(canary).length).toBeGreaterThan(0)

    await tomasz.call(eraseUser, { action: 'request', confirmed_address: tomasz.address })
    server.clock.advance(erasureDelay - 60_000)
    await cleanUp()
    expect((await tomasz.signIn(tomasz.address)).profile_token).toBe(undefined)
    await maya.signIn(maya.address)
    expect(await archiveOf(maya)).toMatchObject({ status: 'ready' })
    expect(filesWith(canary).some(path => path.includes('/exports/'))).toBe(true)
    const lena = await server.person({ name: 'Lena Fuchs' })
    await lena.createOrganisation('Osprey watch')
    const elsewhere = await archiveOf(lena)
    server.clock.advance(120_000)
    await cleanUp()
    // What was theirs alone is deleted first, and removed by the cleanups an hour later.
    await cleanUp()

    expect(await tablesWith(canary)).toEqual([])
    expect(filesWith(canary)).toEqual([])
    const archive = await maya.call(exportOrganisation, { action: 'state' })
    expect(archive).toMatchObject({ status: 'withdrawn', url: null, bytes: null })
    expect(await archiveOf(maya)).toMatchObject({ status: 'ready' })
    expect(filesWith(canary)).toEqual([])
    // Of a workspace that they had nothing to do with.
    expect(await lena.call(exportOrganisation, { action: 'state' })).toMatchObject({
      status: 'ready',
      export_id: elsewhere?.export_id,
    })
    expect(
      readdirSync(join(server.app.context.settings.DATA_DIR, 'objects')).includes(`people/${tomasz.user_id}`),
    ).toBe(false)
    // Codes are only in the log of a server that sends no mail, where the operator reads them.
    expect(server.logLines.filter(line => line.toLowerCase().includes(canary) && !line.includes('"Outbox"'))).toEqual(
      [],
    )
    expect(await server.asOwner('select from organizations where id = $1', [own.organization_id])).toEqual([])
    await allRefused({ status: 401 }, [tomasz.call(fetchProfile, {})])
    await maya.signIn(maya.address)
    const { logs } = await maya.call(readLogs, { doc_id: shared })
    const texts = logs.map(log => log.content)
    expect(texts).toContain('*** oiled the "chain".')
    expect(texts).toContain('The chain is oiled.')
    await rota.sync()
    expect(rota.text).toBe('Opens (ask \\*\\*\\*): \\*\\*\\*.')
    expect(await tablesWith('nightingale')).toContain('logs')
    // The address is free for a new account.
    expect((await tomasz.signIn(tomasz.address)).profile_token).not.toBe(undefined)
  })
})
