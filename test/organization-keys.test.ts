import { expect, test } from 'vitest'
import { allEndpoints, eachOf, neededFields, superUser } from './access-matrix'
import { connectionsOf, jobsOf } from './background-calls'
import { type Company, companyOf } from './company'
import { DryRun } from './dry-run'
import { inProcess } from './in-process'
import { unkeyedIn } from './organization-keys'
import { statementsOf } from './statements'
import { openTestServer, type TestServer } from './test-server'

/**
 * What is about a person or a guest, whose organisations are not known yet: each statement by a part of its text. They
 * need these tables at every node, or by person.
 */
const aboutPersons = [
  /** The entry for a sign-in stands in the audit log of each of the person's organisations. */
  'select m.organization_id from memberships m where m.user_id = u.id union all',
  /** Whoever accepts an invite names it alone. */
  'from "invites" where "id" = $1 and "address" = any($2::text[])',
  /** A guest shows a secret. */
  'from guests where token_hash = $1',
]

test('Every statement names the organisation of each table that it reads, so that tables can be distributed by it [D6]', {
  timeout: 180_000,
}, async () => {
  const settings = { SUPER_USERS: superUser, LOG_LEVEL: 'silent', BILLING: 'sandbox' }
  const made: { server: TestServer; ours: Company }[] = []
  const sent = await statementsOf(async () => {
    // What a server asks when it starts is checked as well.
    const server = await openTestServer({ settings })
    const ours = await companyOf(server, { owner: 'Ana Brandt', colleague: 'Noor Haddad', secret: 'kingfisher' })
    made.push({ server, ours })
  })
  const [{ server, ours } = expect.unreachable()] = made
  // Messages of the company count as missed now.
  server.clock.advance(120_000)
  const idle: string[] = []
  for (const [what, call] of Object.entries({ ...jobsOf(server, ours), ...connectionsOf(server, ours) })) {
    const ofCall = await statementsOf(call)
    if (!ofCall.some(({ sql }) => sql.includes('organization_id'))) idle.push(what)
    sent.push(...ofCall)
  }
  expect(idle, 'background work that asks for nothing of an organisation with the input that it is given').toEqual([])
  const ofCalls = await statementsOf(async () => {
    const root = await server.person({ name: 'Super User', email: superUser })
    root.organization_id = ours.organization_id
    const callers = [ours.owner, ours.colleague, root, await server.guest()]
    new DryRun(server.pool).isOn = true
    for (const actor of callers) actor.send = inProcess(server.app.http)
    await eachOf(
      allEndpoints.flatMap(endpoint => callers.map(actor => ({ endpoint, actor }))),
      async ({ endpoint, actor }) => void (await actor.reply(endpoint, neededFields(endpoint, ours) as never)),
    )
  })
  sent.push(...ofCalls)
  const statements = [...new Set(sent.map(({ sql }) => sql.trim()))].filter(text =>
    /^(with|select|insert|update|delete)\b/.test(text),
  )
  expect(statements.length).toBeGreaterThan(500)
  const unkeyed = await unkeyedIn(server, statements)
  expect(unkeyed.filter(({ sql }) => !aboutPersons.some(part => sql.includes(part)))).toEqual([])
  expect(aboutPersons.filter(part => !unkeyed.some(({ sql }) => sql.includes(part)))).toEqual([])
  // The check itself: a statement without the key is found, also where it is in a subquery.
  const planted = [
    'select l.title from logs l where l.id = $1',
    'select d.id from documents d where d.organization_id = $1 and exists (select from logs l where l.doc_id = d.id)',
    'select d.id from documents d join logs l on l.organization_id = d.organization_id where d.organization_id = $1',
  ]
  expect((await unkeyedIn(server, planted)).map(({ tables }) => tables)).toEqual([['logs'], ['logs']])
})
