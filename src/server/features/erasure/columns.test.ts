import { beforeAll, describe, expect, test } from 'vitest'
import { createDocument } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import { eraseUser, erasureDelay } from '#shared/contract/erasure/endpoints'
import { type Company, companyOf } from '../../../../test/company'
import { runCleanups } from '../../../../test/maintenance'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { PageClient } from '../documents/pages/test-page-client'
import { erasureCleanups } from './service'

const name = 'Tomasz Kingfisher'

/** Types in which nobody can write a word. */
const withoutWords =
  /^(boolean|smallint|integer|bigint|double precision|date|uuid|timestamp(\(3\))? with time zone)(\[\])?$/

/** What is written into a column of each other type. Pages have states of a shared document, into which a person types it. */
const planting: Readonly<Record<string, string | null>> = {
  text: `coalesce(%I || ' ', '') || '${name}'`,
  'text[]': `%I || '${name}'::text`,
  jsonb: `case when jsonb_typeof(%I) = 'array' then %I || '["${name}"]' else coalesce(%I, '{}') || '{"planted": "${name}"}' end`,
  bytea: null,
}

/** Columns, or whole tables, that hold no words of a person, or only where another test looks, and why. */
const noWords: Readonly<Record<string, string>> = {
  'audit.kind': 'what was done, of a list of the server; the database lets no entry change it',
  'audit.subject': 'a kind and a number; the database lets no entry change it',
  completed_erasures: 'a kind and a number',
  guests: 'visitors without an account, whom no person meets; the hash of a token',
  guest_arrivals: 'visitors without an account; a hash',
  guest_storage: 'visitors without an account; a hash',
  'invites.address': 'an address as it was checked, and the invites to those of the person go: below',
  'known_words.word': 'one word, and those of the name of the person go: below',
  migrations: 'names of the program',
  one_time_codes: 'each row belongs to one address, and those of the person go: below',
  operations: 'what the server says about files of backups',
  'organizations.image_key': 'made by the server of numbers',
  'page_threads.begins_at': 'a place in a shared document',
  'page_threads.ends_at': 'a place in a shared document',
  profile_tokens: 'the hash of a token',
  refresh_tokens: 'hashes of tokens',
  users: 'each row belongs to one person, and that of the person goes: below',
}

interface Column {
  table: string
  column: string
  type: string
  is_enumerated: boolean
}
const named = ({ table, column }: Column) => `${table}.${column}`

let server: TestServer
let company: Company
let columns: Column[]

beforeAll(async () => {
  server = await openTestServer({ settings: { TOKEN_SECONDS: '86400' } })
  company = await companyOf(server, { owner: 'Maya Okafor', colleague: name, secret: 'nightingale' })
  columns = await server.asOwner<Column & Record<string, unknown>>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, exists (
      select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[') as is_enumerated
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    order by 1, 2`)
}, 120_000)

/** The columns in which the person’s name stands, also as bytes. */
async function withName(): Promise<string[]> {
  const searches = columns.map(column => {
    const text = column.type === 'bytea' ? `encode("${column.column}", 'escape')` : `"${column.column}"::text`
    return `select '${named(column)}' as name where exists (
      select from "${column.table}" where ${text} ilike '%kingfisher%')`
  })
  return (await server.asOwner<{ name: string }>(searches.join(' union all '))).map(column => column.name)
}

/** Writes the name into every row of these columns that takes it, and at least into one. */
async function plant(into: readonly Column[]): Promise<void> {
  const updates = into.flatMap(({ table, column, type }) => {
    const value = planting[type]?.replaceAll('%I', `"${column}"`)
    if (value === undefined) return []
    const update = `update "${table}" set "${column}" = ${value}`
    // An entry of no organisation says of the one who did it that they signed in, and names nobody else.
    const where =
      table === 'audit' ? `(organization_id is not null or actor_id = ${company.colleague.user_id})` : 'true'
    const one = `ctid = (select min(ctid) from "${table}")`
    return `begin ${update} where ${where}; exception when others then ${update} where ${one}; end;`
  })
  // What triggers refuse or change would be other rows and columns.
  await server.asOwner(
    `set local session_replication_role = replica; do $plant$ begin ${updates.join(' ')} end $plant$`,
  )
}

/** Rows of the person in tables of which the company has none, and a calendar that is fetched. */
async function addRows(): Promise<void> {
  const { user_id } = company.colleague
  for (const statement of [
    `insert into identities (issuer, subject, user_id) values ('https://id.example', 'tomasz', $1)`,
    `insert into notification_preferences (user_id, kinds, quiet_from, quiet_to) values ($1, '{}', '22:00', '06:00')`,
    `insert into product_events (user_id, name, properties, at) values ($1, 'opened', '{}', now())`,
    `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
     select $1, id, 'https://push.example', 'p', 'a', now() from sessions where user_id = $1 limit 1`,
  ])
    await server.asOwner(statement, [user_id])
  await server.asOwner(
    `update busy_calendars set address = 'https://calendar.example', host = 'calendar.example', subscribed_at = now()`,
  )
}

describe('A person who is erased', () => {
  test('leaves their name in no column of any table, whoever wrote it there', async () => {
    const { owner: maya, colleague: tomasz } = company
    await tomasz.call(eraseUser, { action: 'request', confirmed_address: tomasz.address })
    server.clock.advance(erasureDelay + 60_000)
    await maya.signIn(maya.address)
    const { doc_id } = await maya.call(createDocument, { document_name: 'Rota', document_type: 'document' })
    await maya.call(replaceContent, { doc_id, content: `Opens: ${name}.`, version: 0 })
    const rota = await PageClient.open(maya, doc_id)
    await rota.types('Opens', ` (ask ${name})`)
    await addRows()
    await server.asOwner(`insert into invites (organization_id, address, role_id, invited_by, status, created_at, expires_at)
      select organization_id, '${tomasz.address}', role_id, invited_by, status, created_at, expires_at from invites limit 1`)
    const ofThem = `
      select 'code' as what from one_time_codes where address = '${tomasz.address}' union
      select 'invite' from invites where address = '${tomasz.address}' union
      select 'account' from users where email = '${tomasz.address}' union
      select 'word' from known_words where word = 'kingfisher'`
    expect(await server.asOwner(`${ofThem} order by 1`)).toEqual(
      ['account', 'code', 'invite', 'word'].map(what => ({ what })),
    )

    const isLeftOut = (column: Column) => named(column) in noWords || column.table in noWords
    const meant = columns.filter(
      column => !withoutWords.test(column.type) && !column.is_enumerated && !isLeftOut(column),
    )
    await plant(meant)
    const planted = await withName()
    const without = meant.map(named).filter(column => !planted.includes(column))
    expect(without, 'columns without the name: plant a row, or say in `noWords` why they hold no words').toEqual([])
    expect(meant.length).toBeGreaterThan(140)
    const names = new Set(columns.flatMap(column => [named(column), column.table]))
    expect(Object.keys(noWords).filter(each => !names.has(each))).toEqual([])

    await runCleanups(server, erasureCleanups(server.app.context.objects, server.app.context.settings))

    expect(await server.asOwner(ofThem)).toEqual([])
    expect(await withName()).toEqual([])
    await rota.sync()
    expect(rota.text).not.toMatch(/kingfisher/i)
    // What others did, and wrote beside it, stays.
    expect(await server.asOwner(`select from organizations where name = 'Company nightingale ***'`)).toHaveLength(1)
  }, 120_000)

  test('leaves no address on the network, also where they signed in before they belonged to an organisation', async () => {
    const { user_id } = company.colleague
    const entries = await server.asOwner<{ organization_id: number | null; ip: string | null }>(
      'select organization_id, ip from audit where actor_id = $1',
      [user_id],
    )
    expect(entries.some(({ organization_id }) => organization_id === null)).toBe(true)
    expect(entries.filter(({ ip }) => ip !== null)).toEqual([])
  })

  test('has no words in background work, which holds numbers alone', async () => {
    const rows = await server.asOwner<{ has_words: boolean }>(
      `select j::text ~* 'kingfisher|nightingale' as has_words from pgboss.job j`,
    )
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.filter(({ has_words }) => has_words)).toEqual([])
  })
})
