import { beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#shared/contract/endpoint'
import { readLogs, searchLogs } from '#shared/contract/logs/endpoints'
import { search } from '#shared/contract/search/endpoints'
import { rowsRead, statementsOf } from '../../../../test/statements'
import { notFound, openWorkshop, type Workshop } from '../documents/test-workshop'

let workshop: Workshop
/** A private logbook of Maya's, with many logs. */
let hidden: number
/** The newest log in it. */
let hiddenLog: number
const missing = 999_999_999

beforeAll(async () => {
  workshop = await openWorkshop()
  const { server, tom, maya, zoe } = workshop
  const open = await workshop.logbook('Bay log', { access: 'organisation' })
  await workshop.writes(tom, open, 'Brake pads worn', 'Chain replaced and oiled')
  hidden = await workshop.logbook('Wages', {}, maya)
  const theirs = await workshop.logbook('Elsewhere', { access: 'organisation' }, zoe)
  for (const [at, doc_id] of [
    [maya, hidden],
    [zoe, theirs],
  ] as const) {
    await server.asOwner(
      `insert into logs (organization_id, doc_id, title, content, created_by, created_at)
       select $1, $2, 'Number ' || nr, 'acquisition severance', $3, timestamptz '2026-01-01' + nr * interval '1 second'
       from generate_series(1, 3000) nr`,
      [at.organization_id, doc_id, at.user_id],
    )
  }
  await server.asOwner('vacuum analyze logs')
  const [log] = await maya.call(searchLogs, { doc_ids: [hidden], limit: 1 })
  hiddenLog = log?.id ?? 0
})

/** The SQL of a call by Tom, and how many logs it reads. */
async function costOf(call: () => Promise<unknown>) {
  const { server, tom } = workshop
  // The caller's identity is cached after the first call.
  await call()
  const statements = await statementsOf(call)
  return {
    statements: statements.map(statement => statement.sql),
    logs: await rowsRead(server, { organization_id: tom.organization_id, table: 'logs' }, statements),
  }
}

describe('The cost of a call does not reveal hidden data [D6]', () => {
  test.each<[string, Omit<Input<typeof searchLogs>, 'doc_ids'>]>([
    ['all of it', {}],
    ['a word', { query: 'severance' }],
    ['a common word of a person', { query: 'number', user_ids: [1, 2, 3] }],
    ['a time', { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }],
  ])('asking a private logbook for %s queries and reads what asking a missing one does', async (_, params) => {
    const { tom } = workshop
    const ofPrivate = await costOf(() => tom.call(searchLogs, { ...params, doc_ids: [hidden] }))
    const ofNone = await costOf(() => tom.call(searchLogs, { ...params, doc_ids: [missing] }))
    expect(ofPrivate.statements.length).toBeGreaterThan(0)
    expect(ofPrivate).toEqual(ofNone)
    expect(ofPrivate.logs).toBe(0)
  })

  test.each<[string, Omit<Input<typeof readLogs>, 'doc_id'>]>([
    ['its newest logs', {}],
    ['those of a day', { on: '2026-01-01' }],
    ['those of a person', { user_ids: [1, 2, 3] }],
  ])('the timeline of a private logbook refuses %s like that of a missing one', async (_, params) => {
    const { tom } = workshop
    const refused = (doc_id: number) => () =>
      expect(tom.call(readLogs, { doc_id, ...params })).rejects.toMatchObject(notFound)
    const ofPrivate = await costOf(refused(hidden))
    expect(ofPrivate.statements.length).toBeGreaterThan(0)
    expect(ofPrivate).toEqual(await costOf(refused(missing)))
    expect(ofPrivate.logs).toBe(0)
  })

  test.each(['center_id', 'start_after', 'end_before'] as const)(
    'the timeline of a private logbook refuses %s like that of a missing one, also for a log that exists',
    async place => {
      const { tom } = workshop
      const refused = (doc_id: number) => () =>
        expect(tom.call(readLogs, { doc_id, [place]: hiddenLog })).rejects.toMatchObject(notFound)
      const ofPrivate = await costOf(refused(hidden))
      expect(ofPrivate.statements.length).toBeGreaterThan(0)
      expect(ofPrivate).toEqual(await costOf(refused(missing)))
    },
  )

  test.each(['acquisition', 'acquis', 'severance', '-brake acquisition'])(
    'searching %j, which hidden logs contain, reads as many logs as searching a word of nobody',
    async query => {
      const { tom } = workshop
      const ofNobody = await costOf(() => tom.call(searchLogs, { query: 'xylophonist' }))
      expect(await costOf(() => tom.call(searchLogs, { query }))).toEqual(ofNobody)
      expect(ofNobody.logs).toBeLessThan(10)
      const found = await costOf(() => tom.call(search, { query }))
      const nothing = await costOf(() => tom.call(search, { query: query.replace(/[a-z]+$/, 'xylophonist') }))
      expect(found.logs).toBe(nothing.logs)
    },
  )

  test.each<[string, Input<typeof searchLogs>]>([
    ['any', {}],
    ['those of a person', { user_ids: [1, 2, 3] }],
    ['those of a time', { from: '2025-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }],
  ])('listing %s of all logs that one may read reads no hidden ones', async (_, params) => {
    const { tom } = workshop
    const { logs } = await costOf(() => tom.call(searchLogs, params))
    expect(logs).toBeLessThan(20)
  })

  test('every word of the indexes belongs to one organisation', async () => {
    const { server } = workshop
    for (const table of ['logs', 'documents']) {
      const others = await server.asOwner(
        `select word from ${table} t, unnest(tsvector_to_array(t.words)) word
         where word !~ '^#[odt][0-9]' and not starts_with(word, to_hex(t.organization_id) || ':')`,
      )
      expect(others).toEqual([])
      const all = await server.asOwner<{ found: number }>(
        `select count(*)::int as found from ${table} where numnode(own_query(1, 'a')) > 0 and length(words) > 1`,
      )
      expect(all[0]?.found).toBeGreaterThan(0)
    }
    const [said] = await server.asOwner(`select transcript_words(26, 4, 'The acquisition')::text as words`)
    expect(said).toEqual({ words: "'#d4' '#o26' '1a:acquisition':2 '1a:the':1" })
  })

  test('a word that is nearly too long for PostgreSQL is stored with its log', async () => {
    const { tom } = workshop
    const doc_id = await workshop.logbook('Long words')
    const long = 'x'.repeat(2040)
    await workshop.writes(tom, doc_id, `${long} kaleidoscope it's C:\\temp`)
    expect(await tom.call(searchLogs, { query: 'kaleidoscope', doc_ids: [doc_id] })).toHaveLength(1)
    expect(await tom.call(searchLogs, { query: `"it's c"`, doc_ids: [doc_id] })).toHaveLength(1)
  })
})
