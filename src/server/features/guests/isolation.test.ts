import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#shared/contract/all'
import { allowsGuests, changesSomething, type Endpoint } from '#shared/contract/endpoint'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { inTransaction, type TenantScope } from '../../platform/database/transaction'
import type { OrganizationContext } from '../../platform/request-context'
import { LoopbackSpeech } from '../../platform/speech/testing/loopback-speech'
import { type Belongings, guestIds, storesSecret } from './test-visitor'

/** While it is set, every service works in this organisation, whichever guest calls, and may read all its documents. */
const override = vi.hoisted(() => ({ organization_id: undefined as number | undefined, told: 0 }))

vi.mock('../../platform/request-context', async importOriginal => {
  const real = await importOriginal<typeof import('../../platform/request-context')>()
  const inOrganisation: typeof real.inOrganisation = (ctx, organization_id, effects) => {
    if (override.organization_id !== undefined) override.told += 1
    return real.inOrganisation(ctx, override.organization_id ?? organization_id, effects)
  }
  return { ...real, inOrganisation }
})

vi.mock('../access/document-sql', async importOriginal => {
  const real = await importOriginal<typeof import('../access/document-sql')>()
  const unless =
    <A extends OrganizationContext, T>(rule: (ctx: A) => T, instead: T) =>
    (ctx: A) =>
      override.organization_id === undefined ? rule(ctx) : instead
  return {
    ...real,
    readable: unless(real.readable, sql<boolean>`true`),
    writable: unless(real.writable, sql<boolean>`true`),
    rights: unless(real.rights, sql<never>`true as writable, true as editable, true as managed`),
  }
})

type Home = Awaited<ReturnType<typeof guestIds>>

const secret = 'nightingale'
let server: TestServer
let speech: LoopbackSpeech
let ours: Belongings
let theirs: Belongings
let ourHome: Home
let theirHome: Home

beforeAll(async () => {
  speech = await LoopbackSpeech.open()
  server = await openTestServer({ settings: { SPEECH_URL: speech.url, SPEECH_NAME: 'whisper-1' } })
  ours = await storesSecret(await server.guest(), speech, 'kingfisher')
  theirs = await storesSecret(await server.guest(), speech, secret)
  ourHome = await guestIds(ours.guest)
  theirHome = await guestIds(theirs.guest)
})
afterAll(() => speech.close())

const forGuests: Endpoint[] = endpoints.map(endpoint => endpoint.endpoint).filter(allowsGuests)
const reading = forGuests.filter(forGuest => !changesSomething(forGuest))
const writing = forGuests.filter(changesSomething)

/** The fields that any endpoint for guests may need, with ids of one guest's data. */
const fields = (of: Belongings) => ({
  ...{ doc_id: of.doc_id, batch_id: of.batch_id, file_ids: [of.file_id], file_id: of.upload_id },
  ...{ last_id: of.message_id + 1, part: 1, parts: 1, version: 2, speaker: 1, name: 'Mine', file_name: 'a.wav' },
  ...{ message: 'What can you do here?', client_id: 'from-a-test' },
})
const ask = (who: Belongings, endpoint: Endpoint, of: Belongings) => who.guest.reply(endpoint, fields(of) as never)

/** One digest of all rows of an organisation. */
async function digest(organization_id: number): Promise<unknown> {
  const tables = await server.asOwner<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'organization_id'`,
  )
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, coalesce(string_agg(t::text, ';' order by t::text), '') as rows from "${name}" t where organization_id = ${organization_id}`,
  )
  return server.asOwner(`${each.join(' union all ')} order by name`)
}

async function withoutFirstWall(work: () => Promise<void>): Promise<void> {
  Object.assign(override, { organization_id: theirHome.organization_id, told: 0 })
  try {
    await work()
    expect(override.told, 'the first wall was really gone').toBeGreaterThan(0)
  } finally {
    override.organization_id = undefined
  }
}

describe('Isolation of two guests [D6, D42]', () => {
  const tellsNothing = async () => {
    for (const endpoint of reading)
      expect(JSON.stringify(await ask(ours, endpoint, theirs)), endpoint.path).not.toContain(secret)
  }
  const changesNothing = async () => {
    const before = await digest(theirHome.organization_id)
    for (const endpoint of writing)
      expect(JSON.stringify(await ask(ours, endpoint, theirs)), endpoint.path).not.toContain(secret)
    expect(await digest(theirHome.organization_id)).toEqual(before)
  }

  test('holds for every endpoint: what its own guest receives, no other does', async () => {
    const told: string[] = []
    for (const endpoint of reading)
      if (JSON.stringify(await ask(theirs, endpoint, theirs)).includes(secret)) told.push(endpoint.path)
    expect(told).toEqual(expect.arrayContaining(['/guest-diarization/status_info', '/mate/fetch']))
    await tellsNothing()
    await changesNothing()
  })

  test("holds without the application's checks", async () => {
    await withoutFirstWall(tellsNothing)
    await withoutFirstWall(changesNothing)
  })
})

describe('SQL without any check of its own [D6]', () => {
  const serving = async (narrowedTo: TenantScope, ...statements: string[]) =>
    inTransaction(server.pool, { readOnly: false, ...narrowedTo }, async tx => {
      let rows: unknown[] = []
      for (const statement of statements) rows = (await sql.raw(statement).execute(tx)).rows
      return rows
    })
  const showing = (token: string) => `select set_config('wheelhouse.guest_token', '${token}', true)`
  const which = 'select organization_id from guests'

  test('sees one guest: the current tenant, or the owner of the given token', async () => {
    const [their] = await server.asOwner<{ token_hash: string }>('select token_hash from guests where user_id = $1', [
      theirHome.user_id,
    ])
    expect(await serving(ourHome, which)).toEqual([{ organization_id: ourHome.organization_id }])
    expect(await serving({}, which)).toEqual([])
    expect(await serving({ user_id: ourHome.user_id }, which)).toEqual([])
    expect(await serving({}, showing(their?.token_hash ?? ''), which)).toEqual([
      { organization_id: theirHome.organization_id },
    ])
    expect(await serving({}, showing(''), which)).toEqual([])
    const others = Array.from({ length: 8 }, () => server.pool.query(which))
    for (const { rows } of await Promise.all(others)) expect(rows).toEqual([])
  })

  test('changes, moves and removes no other guest', async () => {
    const all = () => server.asOwner('select * from guests order by id')
    const before = await all()
    const other = `where organization_id = ${theirHome.organization_id} returning 1`
    expect(await serving(ourHome, `update guests set recordings = 0 ${other}`)).toEqual([])
    expect(await serving(ourHome, `delete from guests ${other}`)).toEqual([])
    const refusedByTheWall = { code: '42501' }
    const move = `update guests set organization_id = ${theirHome.organization_id}`
    await expect(serving(ourHome, move)).rejects.toMatchObject(refusedByTheWall)
    const add = `insert into guests (id, organization_id, user_id, session_id, token_hash, created_at, expires_at)
      select gen_random_uuid(), ${theirHome.organization_id}, user_id, session_id, 'another', created_at, expires_at from guests`
    await expect(serving(ourHome, add)).rejects.toMatchObject(refusedByTheWall)
    expect(await all()).toEqual(before)
  })
})
