import { beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#shared/contract/endpoint'
import type { Graph } from '#shared/contract/graphs/endpoints'
import type { LabelAssignment } from '#shared/contract/graphs/label'
import { readLogs, searchLogs } from '#shared/contract/logs/endpoints'
import { type Counter, openCounter } from './test-graphs'

let counter: Counter
let doc_id: number
let graph: Graph
/** 120 logs, oldest first, two at each instant; every third is Tom's, the others Ana's. */
let ids: number[]
/** The labels of each log. */
let carried: number[][]

const noon = Date.parse('2026-11-01T12:00:00Z')
const isToms = (position: number) => position % 3 === 0

beforeAll(async () => {
  counter = await openCounter()
  const { tom, ana } = counter
  doc_id = await counter.logbook('Counter log', { access: 'organisation' })
  graph = await counter.graph(doc_id)
  const instants = Array.from({ length: 120 }, (_, index) =>
    new Date(noon + Math.floor(index / 2) * 1_800_000).toISOString(),
  )
  ids = await counter.logsAt(doc_id, instants, ana.user_id)
  const toms = ids.filter((_, position) => isToms(position))
  await counter.server.asOwner('update logs set created_by = $1 where id = any($2::bigint[])', [tom.user_id, toms])
  carried = ids.map((_, position) => [
    ...(position % 2 === 0 ? [0] : []),
    ...(position % 5 === 0 ? [1] : []),
    ...(position === 77 ? [2] : []),
  ])
  await counter.marks(
    graph,
    ids.flatMap((log_id, position) => (carried[position] ?? []).map(label => [log_id, label] as const)),
  )
})

const marks = (...labels: number[]): LabelAssignment[] => labels.map(label => ({ graph_id: graph.graph_id, label }))
const id = (position: number) => ids.at(position) ?? 0

const read = async (params: Omit<Input<typeof readLogs>, 'doc_id'>) => {
  const { logs, ...rest } = await counter.tom.call(readLogs, { doc_id, ...params })
  return { ids: logs.map(log => log.id), ...rest }
}

/** Ids of logs with any of these labels, newest first; with `of` only those at certain positions. */
const having = (labels: number[], of: (position: number) => boolean = () => true) =>
  ids.filter((_, position) => of(position) && carried[position]?.some(label => labels.includes(label))).reverse()

describe('A timeline filtered by labels [D20] [D22]', () => {
  test('shows the newest matches, each once, and continues to its end', async () => {
    const all = having([0, 1])
    const seen: number[][] = []
    let page = await read({ labels: marks(0, 1) })
    expect(page.has_newer).toBe(false)
    for (;;) {
      seen.push(page.ids)
      if (!page.has_older) break
      page = await read({ labels: marks(0, 1), end_before: page.ids.at(-1) })
      expect(page.has_newer).toBe(true)
    }
    expect(seen.map(ids => ids.length)).toEqual([30, 30, 12])
    expect(seen.flat()).toEqual(all)
  })

  test('continues upwards without a gap, also from a log that does not match', async () => {
    const wanted = having([1])
    const from = (position: number) => wanted.filter(candidate => candidate > id(position))
    expect(await read({ labels: marks(1), start_after: id(1) })).toEqual({
      ids: from(1),
      has_newer: false,
      has_older: true,
    })
    const many = having([0]).filter(candidate => candidate > id(3))
    expect(await read({ labels: marks(0), start_after: id(3) })).toEqual({
      ids: many.slice(-30),
      has_newer: true,
      has_older: true,
    })
    // The only one is at 77.
    expect(await read({ labels: marks(2), start_after: id(77) })).toEqual({
      ids: [],
      has_newer: false,
      has_older: true,
    })
    expect(await read({ labels: marks(2), start_after: id(76) })).toEqual({
      ids: [id(77)],
      has_newer: false,
      has_older: false,
    })
    expect(await read({ labels: marks(2), end_before: id(78) })).toEqual({
      ids: [id(77)],
      has_newer: false,
      has_older: false,
    })
    expect(await read({ labels: marks(2), end_before: id(77) })).toEqual({ ids: [], has_newer: true, has_older: false })
    expect(await read({ labels: marks(2), end_before: id(79) })).toEqual({
      ids: [id(77)],
      has_newer: false,
      has_older: false,
    })
  })

  test('around a log has fifteen matches on either side, and the log itself if it matches', async () => {
    const wanted = having([0])
    const at = wanted.indexOf(id(60))
    expect(await read({ labels: marks(0), center_id: id(60) })).toEqual({
      ids: wanted.slice(at - 15, at + 16),
      has_newer: true,
      has_older: true,
    })
    expect((await read({ labels: marks(0), center_id: id(61) })).ids).not.toContain(id(61))
    expect(await read({ labels: marks(2), center_id: id(10) })).toEqual({
      ids: [id(77)],
      has_newer: false,
      has_older: false,
    })
  })

  test('of a day of the reader’s zone knows whether there are matches before and after it', async () => {
    // Tom lives in Berlin: his 2 November begins at 23:00 in UTC, 22 half hours after noon.
    const ofDay = (position: number) => position >= 44 && position < 120
    expect(await read({ labels: marks(1), on: '2026-11-02' })).toEqual({
      ids: having([1], ofDay),
      has_newer: false,
      has_older: true,
    })
    expect(await read({ labels: marks(2), on: '2026-11-02' })).toEqual({
      ids: [id(77)],
      has_newer: false,
      has_older: false,
    })
    expect(await read({ labels: marks(2), on: '2026-11-01' })).toEqual({ ids: [], has_newer: true, has_older: false })
    expect(await read({ labels: marks(2), on: '2026-11-03' })).toEqual({ ids: [], has_newer: false, has_older: true })
    const first = await read({ labels: marks(0), on: '2026-11-02' })
    expect(first).toEqual({ ids: having([0], ofDay).slice(0, 30), has_newer: false, has_older: true })
  })

  test('and by writers: both must match', async () => {
    const { tom, ana } = counter
    expect((await read({ user_ids: [tom.user_id] })).ids).toEqual(
      ids
        .filter((_, position) => isToms(position))
        .reverse()
        .slice(0, 30),
    )
    expect(await read({ user_ids: [tom.user_id], labels: marks(1) })).toEqual({
      ids: having([1], isToms),
      has_newer: false,
      has_older: false,
    })
    expect(await read({ user_ids: [ana.user_id], end_before: id(2) })).toEqual({
      ids: [id(1)],
      has_newer: true,
      has_older: false,
    })
    expect(await read({ user_ids: [tom.user_id], end_before: id(0) })).toEqual({
      ids: [],
      has_newer: true,
      has_older: false,
    })
    expect((await read({ user_ids: [tom.user_id, ana.user_id] })).ids).toEqual(ids.slice(-30).reverse())
    expect(await read({ user_ids: [] })).toEqual({ ids: [], has_newer: false, has_older: false })
  })

  test('by labels of another logbook, or by none, is empty', async () => {
    const { tom, maya } = counter
    const hidden = await counter.logbook('Hidden', {}, maya)
    const theirs = await counter.graph(await counter.logbook('Other'))
    const [log] = await counter.logsAt(theirs.logbook_id, ['2026-11-01T12:00:00Z'])
    await counter.marks(theirs, [[log ?? 0, 0]])
    const nothing = { ids: [], has_newer: false, has_older: false }
    expect(await read({ labels: [{ graph_id: theirs.graph_id, label: 0 }] })).toEqual(nothing)
    expect(await read({ labels: marks(4) })).toEqual(nothing)
    expect(await read({ labels: [] })).toEqual(nothing)
    await expect(tom.call(readLogs, { doc_id: hidden, labels: marks(0) })).rejects.toMatchObject({ status: 404 })
  })
})

describe('Searching logs by label [7.14d]', () => {
  const found = async (params: Input<typeof searchLogs>, who = counter.tom) =>
    (await who.call(searchLogs, { limit: 100, ...params })).map(log => log.id)

  test('finds logs with any of them, in all documents that the caller may read', async () => {
    const { ana, tom } = counter
    const closed = await counter.logbook('Closed')
    const other = await counter.graph(closed)
    const [log] = await counter.logsAt(closed, ['2026-11-01T20:15:00Z'])
    await counter.marks(other, [[log ?? 0, 1]])
    const labels = [...marks(1), { graph_id: other.graph_id, label: 1 }]
    const place = (of: number[]) => of.findIndex(log_id => ids.indexOf(log_id) < 34)
    const mixed = having([1])
    mixed.splice(place(mixed), 0, log ?? 0)
    expect(await found({ labels })).toEqual(mixed)
    expect(await found({ labels }, ana)).toEqual(having([1]))
    expect(await found({ labels: marks(1), user_ids: [tom.user_id] })).toEqual(having([1], isToms))
    expect(await found({ labels: [] })).toEqual([])
  })

  test('combined with words, documents and time, page by page', async () => {
    const { tom } = counter
    expect(await found({ labels: marks(0, 1), query: '"log 11"' })).toEqual([id(10)])
    expect(await found({ labels: marks(0, 1), query: 'nowhere' })).toEqual([])
    expect(await found({ labels: marks(0), doc_ids: [1_000_000] })).toEqual([])
    const [from, to] = [4, 10].map(position => new Date(noon + (position / 2) * 1_800_000).toISOString())
    expect(await found({ labels: marks(0, 1), from, to })).toEqual([id(8), id(6), id(5), id(4)])
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await tom.reply(searchLogs, { labels: marks(0, 1), limit: 7, ...(cursor && { cursor }) })
      seen.push(...page.data.map(log => log.id))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(having([0, 1]))
  })
})
