import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#shared/contract/all'
import { changesSomething, type Endpoint } from '#shared/contract/endpoint'
import {
  allEndpoints,
  answerOf,
  answersIn,
  ask as askAbout,
  type Caller,
  castOf,
  cellsOf,
  changed,
  contradictionsOf,
  eachOf,
  gateFault,
  nameOf,
  neededFields,
  superUser,
  titleOf,
} from '../../../../test/access-matrix'
import type { Actor } from '../../../../test/actor'
import { type Company, companyOf } from '../../../../test/company'
import { deletedRows } from '../../../../test/deleted-rows'
import { DryRun } from '../../../../test/dry-run'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import type { OrganizationContext } from '../request-context'
import { inTransaction, type TenantScope } from './transaction'

/**
 * While it is set, every service works in this organisation, whichever one the caller was admitted to: the
 * application's checks are disabled.
 */
const override = vi.hoisted(() => ({ organization_id: undefined as number | undefined, told: 0 }))

vi.mock('../request-context', async importOriginal => {
  const real = await importOriginal<typeof import('../request-context')>()
  const inOrganisation: typeof real.inOrganisation = (ctx, organization_id, effects) => {
    if (override.organization_id !== undefined) override.told += 1
    return real.inOrganisation(ctx, override.organization_id ?? organization_id, effects)
  }
  return { ...real, inOrganisation }
})

vi.mock('../../features/access/document-sql', async importOriginal => {
  const real = await importOriginal<typeof import('../../features/access/document-sql')>()
  const everything = sql<boolean>`true`
  const unless =
    <A extends OrganizationContext, T>(rule: (ctx: A) => T, instead: T) =>
    (ctx: A) =>
      override.organization_id === undefined ? rule(ctx) : instead
  return {
    ...real,
    readable: unless(real.readable, everything),
    writable: unless(real.writable, everything),
    rights: unless(real.rights, sql<never>`true as writable, true as editable, true as managed`),
  }
})

let server: TestServer
let ours: Company
let theirs: Company
let tables: string[]

beforeAll(async () => {
  server = await openTestServer({ settings: { SUPER_USERS: superUser } })
  ours = await companyOf(server, { owner: 'Ana Brandt', colleague: 'Noor Haddad', secret: 'kingfisher' })
  theirs = await companyOf(server, { owner: 'Maya Okafor', colleague: 'Tom Reyes', secret: 'nightingale' })
  const withOrganisation =
    await names(`select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'organization_id' and table_type = 'BASE TABLE'`)
  tables = withOrganisation.filter(name => name !== ofGuests)
  expect(tables).toHaveLength(withOrganisation.length - 1)
})

/** These belong to people, whom each organisation that they are in may notify. */
const ofPersons = ['notification_preferences', 'push_subscriptions']

/** Holds no rows of companies: guests have organisations of their own, which have their own tests below. */
const ofGuests = 'guests'

async function names(query: string): Promise<string[]> {
  return (await server.asOwner<{ name: string }>(query)).map(row => row.name).sort()
}

/** Runs a statement as the role that serves requests. */
async function runAsServingRole(narrowedTo: TenantScope, statement: string): Promise<Record<string, unknown>[]> {
  const { rows } = await inTransaction(server.pool, { readOnly: false, ...narrowedTo }, tx =>
    sql.raw<Record<string, unknown>>(statement).execute(tx),
  )
  return rows
}

/** For each table, one digest of an organisation's rows. */
async function digests(organization_id: number): Promise<Record<string, string>> {
  const each = tables.map(
    table => `select '${table}' as name, md5(coalesce(string_agg(t::text, ';' order by t::text), '')) as digest
      from "${table}" t where organization_id = ${organization_id}`,
  )
  const rows = await server.asOwner<{ name: string; digest: string }>(each.join(' union all '))
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

const refusedByTheWall = { code: '42501' }

describe('Row level security [D6]', () => {
  test('is forced on every table that has an organisation, also for the owner of the table', async () => {
    const guarded = await names(`select relname as name from pg_class c where relnamespace = 'public'::regnamespace
      and relrowsecurity and relforcerowsecurity and exists (select from pg_policy where polrelid = c.oid)`)
    expect(tables.length).toBeGreaterThan(10)
    expect(guarded).toEqual([...tables, ...ofPersons, ofGuests, 'organizations'].sort())
  })

  test('is not needed on the tables listed here, which belong to people and not to an organisation', async () => {
    const others = await names(`select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relrowsecurity`)
    const ofPeople = [
      'erasures',
      'guest_arrivals',
      'guest_storage',
      'identities',
      'one_time_codes',
      'product_events',
      'profile_tokens',
    ]
    const ofServer = ['completed_erasures', 'migrations', 'operations', 'restores', 'workspace_count']
    expect(others).toEqual([...ofPeople, ...ofServer, 'refresh_tokens', 'sessions', 'users'].sort())
  })

  test('cannot be bypassed: there is no view, and no function that runs as another role', async () => {
    expect(
      await names(
        "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')",
      ),
    ).toEqual([])
    expect(
      await names("select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef"),
    ).toEqual([])
  })

  test('is not circumvented by a reference: a row refers to rows of its own organisation', async () => {
    const hasOrganisation = (table: string) =>
      `exists (select from pg_attribute a where a.attrelid = ${table} and a.attname = 'organization_id')`
    const others = await names(`select conrelid::regclass || '.' || a.attname as name from pg_constraint c
      join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
      where contype = 'f' and array_length(conkey, 1) = 1 and a.attname <> 'organization_id'
        and ${hasOrganisation('conrelid')} and ${hasOrganisation('confrelid')}`)
    // Their rows are also bound to a document or task of the organisation; a guest has an organisation of their own.
    const bound = ['attachments.comment_id', 'attachments.log_id', 'label_proposals.log_id', 'log_labels.log_id']
    // Written together with a log that was found in the organisation; logs have no key with it that others could name.
    const found = ['log_comments.log_id', 'log_reactions.log_id', 'log_revisions.log_id', 'text_links.log_id']
    expect(others).toEqual([...bound, ...found, 'recordings.converted_from'].sort())
  })

  test('binds the role that serves requests, which has no privileges and owns nothing', async () => {
    const role = `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
      exists (select from pg_class where relowner = r.oid) as owns,
      exists (select from pg_auth_members where member = r.oid) as belongs
      from pg_roles r where rolname = current_user`
    expect(new Set(Object.values((await runAsServingRole({}, role))[0] ?? {}))).toEqual(new Set([false]))
  })
})

describe('SQL without any check of its own', () => {
  test('finds secrets planted in every table of both organisations, as the owner of the database', async () => {
    for (const { organization_id } of [ours, theirs]) {
      for (const table of tables) {
        const rows = await server.asOwner(`select from "${table}" where organization_id = ${organization_id}`)
        expect(rows.length, `${table} is empty: plant something in test/company.ts`).toBeGreaterThan(0)
      }
    }
  })

  test('sees its own organisation in every table, and nothing of the other', async () => {
    const narrowedTo = { organization_id: ours.organization_id, user_id: ours.owner.user_id }
    for (const table of tables) {
      const rows = await runAsServingRole(narrowedTo, `select * from "${table}"`)
      expect(new Set(rows.map(row => row.organization_id)), table).toEqual(new Set([ours.organization_id]))
      expect(JSON.stringify(rows), table).not.toContain(theirs.secret)
    }
    const organisations = await runAsServingRole(narrowedTo, 'select * from organizations')
    expect(organisations.map(row => row.id)).toEqual([ours.organization_id])
  })

  test('changes, moves, adds and removes nothing of the other', async () => {
    const narrowedTo = { organization_id: ours.organization_id, user_id: ours.owner.user_id }
    const before = await digests(theirs.organization_id)
    for (const table of tables) {
      const columns = await names(`select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = '${table}' and is_generated = 'NEVER'`)
      const listed = columns.map(name => `"${name}"`).join()
      const moved = columns.map(name => (name === 'organization_id' ? theirs.organization_id : `"${name}"`)).join()
      const move = `update "${table}" set organization_id = ${theirs.organization_id} where organization_id = ${ours.organization_id}`
      const add = `insert into "${table}" (${listed}) overriding system value select ${moved} from "${table}"`
      await expect(runAsServingRole(narrowedTo, move), `${table}: move`).rejects.toMatchObject(refusedByTheWall)
      await expect(runAsServingRole(narrowedTo, add), `${table}: add`).rejects.toMatchObject(refusedByTheWall)
      const which = `where organization_id = ${theirs.organization_id} returning 1`
      for (const statement of [
        `update "${table}" set organization_id = organization_id ${which}`,
        `delete from "${table}" ${which}`,
      ]) {
        const found = await runAsServingRole(narrowedTo, statement).catch(error => error.code)
        expect([[], refusedByTheWall.code], statement).toContainEqual(found)
      }
    }
    expect(
      await runAsServingRole(
        narrowedTo,
        `update organizations set name = 'Taken' where id = ${theirs.organization_id} returning 1`,
      ),
    ).toEqual([])
    expect(await digests(theirs.organization_id)).toEqual(before)
  })

  test('without a tenant sees nothing, nor does a connection that others have used before', async () => {
    for (const table of [...tables, ofGuests, 'organizations']) {
      expect(await runAsServingRole({}, `select * from "${table}"`), table).toEqual([])
      const others = Array.from({ length: 8 }, () => server.pool.query(`select * from "${table}"`))
      for (const { rows } of await Promise.all(others)) expect(rows, table).toEqual([])
    }
  })

  test('sees what belongs to its own members, and changes that of its own person alone', async () => {
    await server.asOwner('insert into notification_preferences (user_id) select id from users on conflict do nothing')
    await server.asOwner(`insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
      select user_id, max(id), 'https://push.example/' || user_id, '', '', now() from sessions group by user_id`)
    const narrowedTo = { organization_id: ours.organization_id, user_id: ours.owner.user_id }
    const own = [ours.owner, ours.colleague].map(({ user_id }) => user_id).sort((one, other) => one - other)
    for (const table of ofPersons) {
      const seen = await runAsServingRole(narrowedTo, `select user_id from "${table}" order by user_id`)
      expect(seen.map(row => row.user_id)).toEqual(own)
      expect(await runAsServingRole({ user_id: ours.owner.user_id }, `select user_id from "${table}"`)).toEqual([
        { user_id: ours.owner.user_id },
      ])
      expect(await runAsServingRole({}, `select user_id from "${table}"`)).toEqual([])
      for (const statement of [
        `update "${table}" set user_id = user_id returning user_id`,
        `delete from "${table}" returning user_id`,
      ])
        expect(await runAsServingRole(narrowedTo, statement)).toEqual([{ user_id: ours.owner.user_id }])
    }
  })

  test('limited to a person sees their memberships and no more', async () => {
    const narrowedTo = { user_id: theirs.owner.user_id }
    const rows = await runAsServingRole(narrowedTo, 'select user_id from memberships')
    expect(rows).toEqual([{ user_id: theirs.owner.user_id }])
    for (const table of [...tables, ofGuests].filter(name => name !== 'memberships')) {
      expect(await runAsServingRole(narrowedTo, `select * from "${table}"`), table).toEqual([])
    }
  })
})

/** Every endpoint for members, with the ids of a company's rows. */
const forMembers: Endpoint[] = endpoints
  .map(endpoint => endpoint.endpoint)
  .filter(({ access }) => access.who === 'member')
const reading = forMembers.filter(forMember => !changesSomething(forMember))
const writing = forMembers.filter(changesSomething)

const ask = (who: Actor, endpoint: Endpoint, company: Company) => who.reply(endpoint, company.fields as never)

const isLimited = (text: string) => text.includes('request.too_many')

/** Where the answers are listed that no access rule of the contract decides, but the services do. */
const table = '../../../../test/access-table.txt'

describe('Access to every endpoint, by who calls and what the call is about [D6, 6.1, 7.1a]', () => {
  let cast: Caller[]
  let deleted: Record<string, unknown>
  let dryRun: DryRun

  beforeAll(async () => {
    deleted = await deletedRows(ours)
    cast = await castOf(server, ours, theirs)
    dryRun = new DryRun(server.pool)
    dryRun.isOn = true
  })
  afterAll(() => {
    dryRun.isOn = false
  })

  const called = (name: string) => cast.find(caller => caller.name === name) ?? expect.fail(`There is no ${name}.`)

  test('those whom the access rule of the contract refuses are refused, and nobody else, in the common shape [7.1c, 7.1d]', {
    timeout: 300_000,
  }, async () => {
    const cells = allEndpoints.flatMap(endpoint => cast.map(caller => ({ endpoint, caller })))
    const wrong: string[] = []
    await eachOf(cells, async ({ endpoint, caller }) => {
      const fault = gateFault(endpoint, caller, await askAbout(caller.actor, endpoint, neededFields(endpoint, ours)))
      if (fault) wrong.push(`${nameOf(endpoint)}, ${caller.name}: ${fault}`)
    })
    expect(wrong).toEqual([])
    expect(cells.length).toBeGreaterThan(3_000)
  })

  test('a row of another organisation, a deleted one, or one without a grant looks as if it never existed', {
    timeout: 300_000,
  }, async () => {
    const cells = cellsOf(ours, ['owner', 'admin', 'manager', 'granted', 'not granted', 'guest'].map(called))
    const wrong: string[] = []
    const answers: string[] = []
    let compared = 0
    await eachOf(cells, async cell => {
      const { never, own, same } = await answersIn(cell, { ours, theirs, deleted })
      if (own) answers.push(`${titleOf(cell)}: ${answerOf(own)}; never existed: ${answerOf(never)}`)
      for (const [relation, { text }] of Object.entries(same)) {
        compared += 1
        // A limit of calls within a minute says nothing about the row.
        if (isLimited(text) || isLimited(never.text)) continue
        if (text !== never.text) wrong.push(`${titleOf(cell)}, ${relation}: ${text}, not ${never.text}`)
      }
    })
    expect(wrong.map(line => line.slice(0, 700))).toEqual([])
    expect(compared).toBeGreaterThan(1_500)
    await expect(`${answers.sort().join('\n')}\n`).toMatchFileSnapshot(table)
  })

  test('ids of two people or organisations in one call, or in call and token, are refused before anything is read', async () => {
    const { actor } = called('owner')
    const wrong: string[] = []
    let bodies = 0
    await eachOf(allEndpoints, async endpoint => {
      for (const { changes, code: expected, isInBody } of contradictionsOf(endpoint, actor, theirs.owner)) {
        const { code } = await askAbout(changed(actor, changes), endpoint, {})
        if (code !== expected && code !== 'request.too_many')
          wrong.push(`${endpoint.path} with ${JSON.stringify(changes)}: ${code}`)
        if (isInBody) bodies += 1
      }
    })
    expect(wrong).toEqual([])
    expect(bodies).toBeGreaterThan(800)
  })
})

/** Meanwhile every caller works in this organisation, and every caller passes the access check of documents. */
async function withoutFirstWall(work: () => Promise<void>): Promise<void> {
  Object.assign(override, { organization_id: theirs.organization_id, told: 0 })
  try {
    await work()
    expect(override.told, 'the first wall was really gone').toBeGreaterThan(0)
  } finally {
    override.organization_id = undefined
  }
}

describe("Without the application's checks, including the access rule of documents", () => {
  test('every reading endpoint still reveals nothing of the other organisation [D6]', async () => {
    const told: string[] = []
    for (const endpoint of reading) {
      if (JSON.stringify(await ask(theirs.owner, endpoint, theirs)).includes(theirs.secret)) told.push(endpoint.path)
    }
    expect(told.length, 'to those who belong there it is told').toBeGreaterThan(10)

    await withoutFirstWall(async () => {
      for (const endpoint of reading) {
        const reply = JSON.stringify(await ask(ours.owner, endpoint, theirs))
        expect(reply, `${endpoint.method} ${endpoint.path}`).not.toContain(theirs.secret)
      }
    })
  })

  test('every writing endpoint still changes nothing there [D6]', async () => {
    const before = await digests(theirs.organization_id)
    await withoutFirstWall(async () => {
      for (const endpoint of writing) {
        const reply = await ask(ours.owner, endpoint, theirs)
        expect(JSON.stringify(reply), endpoint.path).not.toContain(theirs.secret)
      }
    })
    expect(await digests(theirs.organization_id)).toEqual(before)
  })
})

describe('The audit log [D8]', () => {
  const changes = ["update audit set kind = 'nothing.happened'", 'delete from audit', 'truncate audit']

  test('cannot be changed, not even by the owner of the database', async () => {
    const before = await server.asOwner('select * from audit order by id')
    for (const statement of changes) {
      await expect(server.asOwner(statement), statement).rejects.toThrow('the audit log is append-only')
    }
    expect(await server.asOwner('select * from audit order by id')).toEqual(before)
    expect(before.length).toBeGreaterThan(0)
  })

  test('can only be appended to by the role that serves requests', async () => {
    for (const statement of changes) {
      await expect(runAsServingRole({ organization_id: ours.organization_id }, statement)).rejects.toMatchObject(
        refusedByTheWall,
      )
    }
  })
})
