import { expect, test } from 'vitest'
import { allEndpoints, eachOf, neededFields, superUser } from './access-matrix'
import { companyOf } from './company'
import { DryRun } from './dry-run'
import { inProcess } from './in-process'
import { unkeyedIn } from './organization-keys'
import { statementsOf } from './statements'
import { openTestServer } from './test-server'

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

test('Every statement of a call names the organisation of each table that it reads, so that tables can be distributed by it [D6]', {
  timeout: 120_000,
}, async () => {
  const server = await openTestServer({ settings: { SUPER_USERS: superUser, LOG_LEVEL: 'silent' } })
  const sent = await statementsOf(async () => {
    const ours = await companyOf(server, { owner: 'Ana Brandt', colleague: 'Noor Haddad', secret: 'kingfisher' })
    new DryRun(server.pool).isOn = true
    const callers = [ours.owner, ours.colleague]
    for (const actor of callers) actor.send = inProcess(server.app.http)
    await eachOf(
      allEndpoints.flatMap(endpoint => callers.map(actor => ({ endpoint, actor }))),
      async ({ endpoint, actor }) => void (await actor.reply(endpoint, neededFields(endpoint, ours) as never)),
    )
  })
  const statements = [...new Set(sent.map(({ sql }) => sql.trim()))].filter(text =>
    /^(with|select|insert|update|delete)\b/.test(text),
  )
  expect(statements.length).toBeGreaterThan(400)
  const unkeyed = (await unkeyedIn(server, statements)).filter(
    ({ sql }) => !aboutPersons.some(part => sql.includes(part)),
  )
  expect(unkeyed).toEqual([])
  // The check itself: a statement without the key is found, also where it is in a subquery.
  const planted = [
    'select l.title from logs l where l.id = $1',
    'select d.id from documents d where d.organization_id = $1 and exists (select from logs l where l.doc_id = d.id)',
    'select d.id from documents d join logs l on l.organization_id = d.organization_id where d.organization_id = $1',
  ]
  expect((await unkeyedIn(server, planted)).map(({ tables }) => tables)).toEqual([['logs'], ['logs']])
})
