import type pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#shared/contract/all'
import { readAudit } from '#shared/contract/audit/endpoints'
import { readDashboard } from '#shared/contract/dashboard/endpoints'
import { createDocument } from '#shared/contract/documents/endpoints'
import { changesSomething } from '#shared/contract/endpoint'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { listOrganisations } from '#shared/contract/organisations/endpoints'
import { removeUser } from '#shared/contract/organisations/people'
import { search } from '#shared/contract/search/endpoints'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'

let server: TestServer
let maya: Actor
let doc_id: number
/** What the replica was asked. */
let asked: string[]

beforeAll(async () => {
  server = await openTestServer({ withReplica: true })
  maya = await server.person({ name: 'Maya Okafor' })
  await maya.createOrganisation('Ridgeway Cycles')
  ;({ doc_id } = await maya.call(createDocument, { document_name: 'Bay log', document_type: 'logbook' }))
  listenTo(server.replica as pg.Pool)
})
beforeEach(() => {
  asked = []
})

function listenTo(replica: pg.Pool): void {
  const known = new WeakSet<pg.PoolClient>()
  replica.on('acquire', client => {
    if (known.has(client)) return
    known.add(client)
    const query = client.query.bind(client) as (statement: unknown, ...rest: unknown[]) => unknown
    Object.assign(client, {
      query: (statement: { text: string } | string, ...rest: unknown[]) => {
        asked.push((typeof statement === 'string' ? statement : statement.text).trim())
        return query(statement, ...rest)
      },
    })
  })
}

/** Queries of a call, without those that every transaction sends. */
const questions = () =>
  asked.filter(text => !/^(begin|commit|rollback)|set_config|event_counters|pg_is_in_recovery/.test(text))
const found = async (who: Actor, query: string) => (await who.call(search, { query })).hits.length

describe('A replica of the database', () => {
  test('answers what reads much, and nothing else', async () => {
    await maya.call(readDashboard, {})
    expect(questions().length).toBeGreaterThan(0)
    expect(asked.filter(text => text.startsWith('begin'))).toEqual(['begin read only'])
    asked = []
    await maya.call(readAudit, {})
    expect(questions().some(text => text.includes('audit'))).toBe(true)
    asked = []
    await maya.call(readLogs, { doc_id })
    await maya.call(listOrganisations, {})
    await maya.call(writeLog, { doc_id, content: 'The tandem is back.' })
    expect(asked).toEqual([])
  })

  test('is never written to: all that it answers is declared as reading', async () => {
    const many = endpoints.map(({ endpoint }) => endpoint).filter(({ readsMuch }) => readsMuch)
    expect(many.length).toBeGreaterThan(5)
    expect(many.filter(changesSomething)).toEqual([])
    await expect((server.replica as pg.Pool).query('insert into product_events default values')).rejects.toMatchObject({
      code: '42501',
    })
  })

  test('shows only what the person may see there [D6]', async () => {
    const stella = await server.person({ name: 'Stella' })
    await stella.createOrganisation('Tidewater')
    await maya.call(writeLog, { doc_id, content: 'The nightingale sings.' })
    asked = []
    expect(await found(maya, 'nightingale')).toBe(1)
    expect(await found(stella, 'nightingale')).toBe(0)
    expect(questions().length).toBeGreaterThan(0)
  })

  test('that has not caught up is not believed: who writes sees it at once, and rights end at once [D41]', async () => {
    await server.asOwner('update behind.lag set events = 1')
    const dev = await server.person({ name: 'Dev' })
    await maya.invites(dev)
    await maya.call(writeLog, { doc_id, content: 'The kingfisher dives.' })
    asked = []
    expect(await found(maya, 'kingfisher')).toBe(1)
    expect(questions()).toEqual([])
    await maya.call(removeUser, { user_to_be_removed: dev.user_id })
    await expect(dev.call(readDashboard, {})).rejects.toMatchObject({ code: 'organization.not_member' })
    await server.asOwner('update behind.lag set events = 0')
    await expect(dev.call(readDashboard, {})).rejects.toMatchObject({ code: 'organization.not_member' })
    asked = []
    expect(await found(maya, 'kingfisher')).toBe(1)
    expect(questions().length).toBeGreaterThan(0)
  })

  test('that is away costs nothing but time: the database answers', async () => {
    const replica = server.replica as pg.Pool
    const connect = replica.connect
    Object.assign(replica, { connect: () => Promise.reject(new Error('connection refused')) })
    expect(await found(maya, 'kingfisher')).toBe(1)
    expect(server.logLines.some(line => line.includes('The replica is away'))).toBe(true)
    Object.assign(replica, { connect })
  })
})
