import { beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#shared/contract/endpoint'
import { searchLogs, writeLog } from '#shared/contract/logs/endpoints'
import { openWorkshop, type Workshop } from '../documents/test-workshop'

let workshop: Workshop
let bay: number
let yard: number
let hidden: number

beforeAll(async () => {
  workshop = await openWorkshop()
  const { tom, ana, maya } = workshop
  bay = await workshop.logbook('Bay log', { access: 'organisation' })
  yard = await workshop.logbook('Yard log', { access: 'organisation' })
  hidden = await workshop.logbook('Hidden', {}, maya)
  await workshop.writes(tom, bay, 'Brake pads worn', 'Chain replaced and oiled')
  await workshop.writes(ana, bay, 'Brake cable replaced')
  await workshop.writes(ana, yard, 'Anhänger geprüft', 'चेन ठीक है')
  await workshop.writes(maya, hidden, 'Brake budget')
  workshop.server.clock.advance(1_000)
  await tom.call(writeLog, { doc_id: yard, title: 'Wheelbarrow', content: 'Tyre replaced' })
})

const found = async (params: Input<typeof searchLogs>, who = workshop.tom) =>
  (await who.call(searchLogs, params)).map(log => log.content)

describe('Searching logs [7.14d]', () => {
  test('without criteria returns all logs that the caller may read, newest first', async () => {
    const all = [
      'Tyre replaced',
      'चेन ठीक है',
      'Anhänger geprüft',
      'Brake cable replaced',
      'Chain replaced and oiled',
      'Brake pads worn',
    ]
    expect(await found({})).toEqual(all)
    expect(await found({}, workshop.maya)).toEqual(['Tyre replaced', 'Brake budget', ...all.slice(1)])
    expect(await found({}, workshop.zoe)).toEqual([])
  })

  test.each([
    ['brake', ['Brake cable replaced', 'Brake pads worn']],
    ['bra', ['Brake cable replaced', 'Brake pads worn']],
    ['repl brake', []],
    ['replaced bra', ['Brake cable replaced']],
    ['wheelbarrow', ['Tyre replaced']],
    ['brake -pads', ['Brake cable replaced']],
    ['pads or oil', ['Chain replaced and oiled', 'Brake pads worn']],
    ['"replaced and"', ['Chain replaced and oiled']],
    ['"brake pad"', []],
    ['ANHÄNGER', ['Anhänger geprüft']],
    ['चेन', ['चेन ठीक है']],
    ["it's 100% (brake)", []],
    ['!!!', []],
    ["\\ ' : & | * <->", []],
  ])('by words finds them in titles and contents, the last one also as a prefix: %j', async (query, contents) => {
    expect(await found({ query })).toEqual(contents)
  })

  test('by person, document and time requires all of them', async () => {
    const { tom, ana } = workshop
    expect(await found({ user_ids: [ana.user_id], doc_ids: [bay] })).toEqual(['Brake cable replaced'])
    expect(await found({ user_ids: [tom.user_id], query: 'replaced' })).toEqual([
      'Tyre replaced',
      'Chain replaced and oiled',
    ])
    const [cable] = await tom.call(searchLogs, { query: 'cable' })
    const at = cable?.created_at ?? ''
    const next = new Date(Date.parse(at) + 1).toISOString()
    expect(await found({ from: at, to: next })).toEqual(['Brake cable replaced'])
    expect(await found({ to: at })).toEqual(['Chain replaced and oiled', 'Brake pads worn'])
    expect(await found({ from: next, doc_ids: [bay] })).toEqual([])
  })

  test('in no document, or by nobody, finds nothing', async () => {
    expect(await found({ doc_ids: [] })).toEqual([])
    expect(await found({ user_ids: [] })).toEqual([])
  })

  test('never finds what the caller may not read, not even by name', async () => {
    expect(await found({ query: 'budget' })).toEqual([])
    expect(await found({ doc_ids: [hidden] })).toEqual([])
    expect(await found({ doc_ids: [hidden] }, workshop.dev)).toEqual(['Brake budget'])
  })

  test('is paged, with words and without', async () => {
    const pages = async (params: Input<typeof searchLogs>) => {
      const seen: string[][] = []
      let cursor: string | undefined
      do {
        const page = await workshop.tom.reply(searchLogs, { ...params, limit: 2, ...(cursor && { cursor }) })
        seen.push(page.data.map(log => log.content))
        cursor = page.next_cursor ?? undefined
      } while (cursor)
      return seen
    }
    expect((await pages({})).map(page => page.length)).toEqual([2, 2, 2])
    expect(await pages({ query: 'replaced' })).toEqual([
      ['Tyre replaced', 'Brake cable replaced'],
      ['Chain replaced and oiled'],
    ])
  })

  test('finds frequent words too, newest first', async () => {
    const { tom, server, maya } = workshop
    const doc_id = await workshop.logbook('Common')
    await server.asOwner(
      `insert into logs (organization_id, doc_id, title, content, created_at)
       select $1, $2, 'Common ' || nr, '', timestamptz '2026-01-01' + nr * interval '1 second' from generate_series(1, 2100) nr`,
      [maya.organization_id, doc_id],
    )
    const titles = (await tom.call(searchLogs, { query: 'common', limit: 2 })).map(log => log.title)
    expect(titles).toEqual(['Common 2100', 'Common 2099'])
  })
})

describe('The word index', () => {
  test('serves the role that answers requests, although row level security guards the rows', async () => {
    const { server, maya } = workshop
    const doc_id = await workshop.logbook('Many')
    await server.asOwner(
      `insert into logs (organization_id, doc_id, title, content, created_at)
       select $1, $2, 'Number ' || nr, '', timestamptz '2026-01-01' + nr * interval '1 second' from generate_series(1, 3000) nr`,
      [maya.organization_id, doc_id],
    )
    await server.asOwner('vacuum analyze logs')
    const client = await server.pool.connect()
    try {
      await client.query('begin')
      await client.query("select set_config('wheelhouse.organization_id', $1, true)", [String(maya.organization_id)])
      const { rows } = await client.query("explain select id from logs where words @@ '2718'::tsquery")
      expect(JSON.stringify(rows)).toContain('Index Cond: (words @@')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
