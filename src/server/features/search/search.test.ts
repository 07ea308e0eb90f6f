import { beforeAll, describe, expect, test } from 'vitest'
import { createDocument, deleteDocument, fetchDocument } from '#shared/contract/documents/endpoints'
import { replaceContent } from '#shared/contract/documents/versions'
import type { Input } from '#shared/contract/endpoint'
import { createGraph } from '#shared/contract/graphs/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { type SearchHit, search } from '#shared/contract/search/endpoints'
import { addCamera } from '#shared/contract/sources/cameras'
import { openWorkshop, type Workshop } from '../documents/test-workshop'
import { textOf } from './test-hits'

let workshop: Workshop
let bay: number

beforeAll(async () => {
  workshop = await openWorkshop()
  const { tom, ana, maya } = workshop
  bay = await workshop.logbook('Bay log', { access: 'organisation' })
  await workshop.writes(tom, bay, 'Pads worn on ticket BX-204', 'The café on the corner is closed')
  await workshop.writes(ana, bay, 'Anhänger geprüft, Straße nass', 'चेन ठीक है', 'Se cambió el cañón del freno')
  await workshop.writes(tom, bay, 'Torque wrench lent to Ana', 'Torque of the wrench checked: 5.5 Nm')
  await tom.call(writeLog, { doc_id: bay, title: 'Wrench', content: 'It was the torque that was wrong.' })
  await tom.call(createDocument, {
    document_name: 'How we bleed brakes',
    document_type: 'document',
    access: 'organisation',
    document_description: 'For newcomers at the stand',
  })
  await tom.call(createGraph, {
    logbook_id: bay,
    name: 'Stand occupied',
    labels: { 0: 'Free', 1: 'Waiting for parts' },
  })
  await maya.call(addCamera, { name: 'Harbour gate', url: 'http://9.9.9.9/gate.jpg', description: 'Looks at the quay' })
})

const answer = (params: Input<typeof search>, who = workshop.tom) => who.call(search, params)
const found = async (query: string, params: Partial<Input<typeof search>> = {}, who = workshop.tom) =>
  (await answer({ query, ...params }, who)).hits.map(hit => `${hit.kind}: ${textOf(hit.title)}`)

describe('Search over everything', () => {
  test('indexes a text of endless combining marks in linear time', async () => {
    const marks = (times: number) => `repeat(U&'\\05b0\\0591', ${times})`
    const [{ is_same } = { is_same: false }] = await workshop.server.asOwner<{ is_same: boolean }>(
      `select search_text('é' || ${marks(10)}) = 'e' || normalize(${marks(10)}, NFKD) as is_same`,
    )
    expect(is_same).toBe(true)
    // Quadratic time would be ten minutes.
    const endless = `begin; set local statement_timeout = '30s'; select length(search_text(${marks(200_000)})); commit`
    await workshop.server.asOwner(endless)
  })

  test('finds sources by name and description, for those who may see them', async () => {
    expect(await found('quay', {}, workshop.maya)).toEqual(['source: Harbour gate'])
    expect(await found('quay')).toEqual([])
  })

  test('ranks names before texts, adjacent words before separate ones, and newer before older', async () => {
    expect(await found('torque wrench')).toEqual([
      'log: Torque wrench lent to Ana',
      'log: Torque of the wrench checked: 5.5 Nm',
      'log: Wrench',
    ])
    expect(await found('wrench')).toEqual([
      'log: Wrench',
      'log: Torque of the wrench checked: 5.5 Nm',
      'log: Torque wrench lent to Ana',
    ])
    expect(await found('ana')).toEqual(['person: Ana Lima', 'log: Torque wrench lent to Ana', 'person: Dev Anand'])
  })

  test('ranks whole words before prefixes of longer ones, however new these are', async () => {
    const { tom } = workshop
    await workshop.writes(tom, bay, 'Spoke of a wheel', 'Spokes ordered')
    expect(await found('spoke')).toEqual(['log: Spoke of a wheel', 'log: Spokes ordered'])
  })

  test('shows the document, the writer and the time, and marks the matches', async () => {
    const { hits } = await answer({ query: 'pads' })
    expect(hits).toEqual([
      {
        kind: 'log',
        log_id: expect.any(Number),
        doc_id: bay,
        doc_name: 'Bay log',
        title: [
          { text: 'Pads', hit: true },
          { text: ' worn on ticket BX-204', hit: false },
        ],
        // Its title says everything.
        excerpt: [],
        by: 'Tom Reyes',
        at: expect.any(String),
      } satisfies SearchHit,
    ])
  })

  test('shows once what a title only repeats [D45]', async () => {
    await workshop.tom.call(writeLog, { doc_id: bay, content: 'Zirconia seal fitted. It holds since noon.' })
    const { hits } = await answer({ query: 'zirconia' })
    expect(textOf(hits[0]?.title ?? [])).toBe('Zirconia seal fitted')
    expect(textOf(hits[0]?.excerpt ?? [])).toBe('It holds since noon.')
  })

  test('shows the best matching part of a long text, on one line and without markdown', async () => {
    const long = `${'Nothing of note. '.repeat(40)}\n\n## After\n\n- the **derailleur hanger** was [bent](https://a.example)\n${'So it goes. '.repeat(40)}`
    await workshop.tom.call(writeLog, { doc_id: bay, title: 'Long', content: long })
    const { hits } = await answer({ query: 'derailleur hanger' })
    const excerpt = hits[0]?.excerpt ?? []
    expect(textOf(excerpt)).toMatch(/^….*the derailleur hanger was bent So it goes\..*…$/)
    expect(textOf(excerpt).length).toBeLessThan(200)
    expect(excerpt.filter(part => part.hit).map(part => part.text)).toEqual(['derailleur', 'hanger'])
    const table = '| Part | Left |\n| --- | ---: |\n| Bottom brackets | 4 |'
    await workshop.tom.call(writeLog, { doc_id: bay, title: 'Stock', content: table })
    const found = await answer({ query: 'bottom brackets' })
    expect(textOf(found.hits[0]?.excerpt ?? [])).toBe('Part Left Bottom brackets 4')
  })

  test('shows a summary without the numbers of its citations [D25]', async () => {
    const { doc_id, version } = await workshop.maya.call(fetchDocument, { doc_id: bay })
    const content =
      'The freewheel seized [12](#/docs/3?log=12). It was said at noon [1:05](#/docs/3?at=65), and [there](#/docs/3).'
    await workshop.maya.call(replaceContent, { doc_id, version, content })
    const { hits } = await answer({ query: 'freewheel' })
    expect(textOf(hits[0]?.excerpt ?? [])).toBe('The freewheel seized. It was said at noon, and there.')
  })

  test('can be limited to kinds and a time range; all kinds are counted', async () => {
    const all = await answer({ query: 'ana', kinds: ['log'] })
    expect(all.hits.map(hit => hit.kind)).toEqual(['log'])
    expect(all.counts.filter(count => count.found > 0)).toEqual(
      expect.arrayContaining([
        { kind: 'person', found: 2, is_more: false },
        { kind: 'log', found: 1, is_more: false },
      ]),
    )
    const at = all.hits[0]?.at ?? ''
    const next = new Date(Date.parse(at) + 1).toISOString()
    expect(await found('ana', { from: at, to: next })).toEqual(['log: Torque wrench lent to Ana'])
    expect(await found('ana', { to: at })).toEqual([])
    expect(await found('ana', { from: next })).toEqual([])
  })

  test('pages through all kinds, each hit once, also if newer ones are added', async () => {
    const { tom, server } = workshop
    const doc_id = await workshop.logbook('Widget shelf', { access: 'organisation' })
    await workshop.writes(tom, doc_id, ...Array.from({ length: 5 }, (_, nr) => `Widget ${nr} counted`))
    await tom.call(createGraph, { logbook_id: doc_id, name: 'Widget count', labels: { 0: 'Some' } })
    await tom.call(createDocument, { document_name: 'Widget', document_type: 'document' })
    const whole = await found('widget')
    expect(whole).toHaveLength(8)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await answer({ query: 'widget', limit: 2, ...(cursor && { cursor }) })
      seen.push(...page.hits.map(hit => `${hit.kind}: ${textOf(hit.title)}`))
      cursor = page.next_cursor
      server.clock.advance(1_000)
      await tom.call(writeLog, { doc_id, content: 'Widget that came later' })
    } while (cursor)
    expect(seen).toEqual(whole)
    await expect(answer({ query: 'widget', cursor: 'none of ours' })).rejects.toMatchObject({ status: 400 })
  })

  test('never finds deleted things', async () => {
    const { tom } = workshop
    const doc_id = await workshop.logbook('Scrapbook')
    await tom.call(writeLog, { doc_id, content: 'Scrap metal' })
    await tom.call(createGraph, { logbook_id: doc_id, name: 'Scrap by week', labels: { 0: 'Some' } })
    expect(await found('scrap')).toHaveLength(3)
    await tom.call(deleteDocument, { doc_id })
    expect(await found('scrap')).toEqual([])
    expect(await found('scarp', {}, workshop.maya)).toEqual([])
  })

  test.each([
    ['only what separates words', '!!! -- "" ( ) & | * : \\'],
    ['only what is to be left out', '-pads -torque'],
    ['emoji', '🚲🔧'],
    ['what PostgreSQL would read as a query', "'pads' & !( | <-> :*A"],
    ['quotes that never end', '"pads "pads -"'],
    ['marks without letters', '\u0301\u093e'],
    ['two hundred words', 'a '.repeat(99)],
    ['letters that are joined', 'ﬁ①Ⅷ㎏'],
  ])('answers %s with hits or with none', async (_, query) => {
    const { hits } = await answer({ query })
    expect(hits.every(hit => textOf(hit.title) !== '')).toBe(true)
  })

  test('refuses an empty query, a very long one, and text that cannot be stored', async () => {
    for (const query of ['pads\0pads', 'pads \ud800'])
      await expect(answer({ query })).rejects.toMatchObject({ status: 400, code: 'request.invalid' })
    await expect(answer({ query: '  ' })).rejects.toMatchObject({ status: 400, code: 'request.invalid' })
    await expect(answer({ query: 'x'.repeat(10_000) })).rejects.toMatchObject({ status: 400, code: 'request.invalid' })
  })
})

describe('A frequent word', () => {
  test('is ranked among the newest hits, and counted as more', async () => {
    const { server, maya } = workshop
    const doc_id = await workshop.logbook('Common', { access: 'organisation' })
    await server.asOwner(
      `insert into logs (organization_id, doc_id, title, content, created_at)
       select $1, $2, 'Common ' || nr, 'Gasket', timestamptz '2026-01-01' + nr * interval '1 second' from generate_series(1, 5200) nr`,
      [maya.organization_id, doc_id],
    )
    const { hits, counts } = await answer({ query: 'gasket', limit: 2 })
    expect(hits.map(hit => textOf(hit.title))).toEqual(['Common 5200', 'Common 5199'])
    expect(counts).toContainEqual({ kind: 'log', found: 500, is_more: true })
    expect(await found('"common 77"')).toEqual(['log: Common 77'])
  })

  test('finds the newest logs of all readable documents, also if some have more than others, and none of hidden ones', async () => {
    // The words occur in most of what the person may read.
    const workshop = await openWorkshop()
    const { server, maya, ana } = workshop
    const busy = { doc_id: await workshop.logbook('Busy', { access: 'organisation' }), every: 10, logs: 1_200 }
    const quiet = await Promise.all(
      Array.from({ length: 5 }, async (_, nr) => ({
        doc_id: await workshop.logbook(`Quiet ${nr}`, { access: 'organisation' }),
        every: 1_000 + nr,
        logs: 450,
      })),
    )
    const hidden = { doc_id: await workshop.logbook('Of the boss', {}, maya), every: 7, logs: 1_000 }
    for (const { doc_id, every, logs } of [busy, ...quiet, hidden])
      await server.asOwner(
        `insert into logs (organization_id, doc_id, title, content, created_at)
         select $1, $2, 'Second ' || nr * $3::int, 'Sprocket', timestamptz '2026-02-01' - nr * $3::int * interval '1 second'
         from generate_series(1, $4::int) nr`,
        [maya.organization_id, doc_id, every, logs],
      )
    const times = [busy, ...quiet].flatMap(({ every, logs }) =>
      Array.from({ length: logs }, (_, nr) => (nr + 1) * every),
    )
    const newest = times.sort((time, other) => time - other).slice(0, 500)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await answer({ query: 'sprocket', limit: 50, ...(cursor && { cursor }) }, ana)
      if (!cursor) expect(page.counts).toContainEqual({ kind: 'log', found: 500, is_more: true })
      seen.push(...page.hits.map(hit => textOf(hit.title)))
      cursor = page.next_cursor
    } while (cursor)
    expect(seen.toSorted()).toEqual(newest.map(second => `Second ${second}`).toSorted())
    const [from, to] = ['2026-01-31T10:00:00Z', '2026-01-31T23:00:00Z']
    const some = await answer({ query: 'sprock', from, to, limit: 2 }, ana)
    expect(some.hits.map(hit => textOf(hit.title))).toEqual(['Second 3610', 'Second 3620'])
  })
})
