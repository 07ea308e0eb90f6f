import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { fetchDocument } from '#shared/contract/documents/endpoints'
import { type Graph, labelLog } from '#shared/contract/graphs/endpoints'
import { graph } from '#shared/contract/graphs/limits'
import { logsByIds, readLogs, searchLogs, writeLog } from '#shared/contract/logs/endpoints'
import { notAllowed, notFound, readOnly } from '../documents/test-workshop'
import { eventReader } from '../notifications/feature'
import { type Counter, noGraph, noLabel, openCounter } from './test-graphs'

let counter: Counter

beforeAll(async () => {
  counter = await openCounter()
})

afterEach(() => {
  vi.restoreAllMocks()
})

const noLog = { status: 404, code: 'log.not_found' }
const says = ({ graph_id, labels }: Graph, ...wanted: (keyof Graph['labels'])[]) =>
  wanted.map(index => ({ graph_id, label: Number(index), text: labels[index] }))

/** The statements that PostgreSQL receives from the server meanwhile, but for those that look for notifications. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const reader = eventReader(counter.server.app.context)
  await reader.settled()
  const transactions = new Map<unknown, string[][]>()
  const query: { prepare(connection: unknown): void } = pg.Query.prototype as never
  const { prepare } = query
  const spy = vi.spyOn(query, 'prepare').mockImplementation(function (this: { text: string }, connection) {
    const known = transactions.get(connection) ?? [[]]
    transactions.set(connection, known)
    if (/^begin/i.test(this.text)) known.push([])
    known.at(-1)?.push(this.text)
    prepare.call(this as never, connection)
  })
  await work()
  await reader.settled()
  spy.mockRestore()
  const isReading = (sent: readonly string[]) => sent.some(text => text.includes('notification_positions'))
  return [...transactions.values()].flat().flatMap(sent => (isReading(sent) ? [] : sent))
}

describe('A log that is written with labels [3.8] [D19]', () => {
  test('has them wherever it is read, and in its event', async () => {
    const { tom } = counter
    const doc_id = await counter.logbook('Written')
    const [queue, hello] = [await counter.graph(doc_id), await counter.graph(doc_id, { 3: 'Slow hello' })]
    const marks = [
      { graph_id: hello.graph_id, label: 3 },
      { graph_id: queue.graph_id, label: 1 },
      { graph_id: queue.graph_id, label: 0 },
      { graph_id: queue.graph_id, label: 1 },
    ]
    const log = await tom.call(writeLog, { doc_id, content: 'Six waiting', labels: marks })
    expect(log.labels).toEqual([...says(queue, '0', '1'), ...says(hello, '3')])
    expect((await counter.events('log.added')).at(-1)?.payload).toEqual({
      kind: 'log.added',
      doc_id,
      log: { ...log, is_cut: false },
    })
    expect((await tom.call(readLogs, { doc_id })).logs).toEqual([log])
    expect((await tom.call(fetchDocument, { doc_id })).logs).toEqual([log])
    expect(await tom.call(logsByIds, { doc_log_ids: [log.id] })).toEqual([log])
    expect(await tom.call(searchLogs, { doc_ids: [doc_id] })).toEqual([log])
  })

  test('is not written at all if one of them is not of its logbook', async () => {
    const { tom } = counter
    const doc_id = await counter.logbook('Refused')
    const { graph_id } = await counter.graph(doc_id)
    const elsewhere = await counter.graph(await counter.logbook('Elsewhere'))
    for (const wrong of [
      { graph_id, label: 4 },
      { graph_id: elsewhere.graph_id, label: 0 },
      { graph_id: 1_000_000, label: 0 },
    ]) {
      const labels = [{ graph_id, label: 0 }, wrong]
      await expect(tom.call(writeLog, { doc_id, content: 'Six waiting', labels })).rejects.toMatchObject(noLabel)
    }
    const labels = [{ graph_id, label: 5 }]
    await expect(tom.call(writeLog, { doc_id, content: 'Six', labels })).rejects.toMatchObject({ status: 400 })
    const many = Array.from({ length: graph.labelsAtOnce + 1 }, () => ({ graph_id, label: 0 }))
    await expect(tom.call(writeLog, { doc_id, content: 'Six', labels: many })).rejects.toMatchObject({
      status: 400,
      issues: [{ path: 'labels' }],
    })
    expect((await tom.call(readLogs, { doc_id })).logs).toEqual([])
  })

  test('requires the right to write, like any other', async () => {
    const { ana, lena } = counter
    const doc_id = await counter.logbook('Read only')
    const { graph_id } = await counter.graph(doc_id)
    await counter.gives(doc_id, ana, 'viewer')
    const params = { doc_id, content: 'Six waiting', labels: [{ graph_id, label: 0 }] }
    await expect(ana.call(writeLog, params)).rejects.toMatchObject(readOnly)
    await expect(lena.call(writeLog, params)).rejects.toMatchObject(notFound)
  })

  test('runs one more statement; a log without labels runs none, and neither does a page of them', async () => {
    const { tom } = counter
    const doc_id = await counter.logbook('Counted')
    const { graph_id } = await counter.graph(doc_id)
    const write = (labels?: { graph_id: number; label: number }[]) =>
      statementsOf(() => tom.call(writeLog, { doc_id, content: 'Hello', ...(labels && { labels }) }))
    await write()
    const plain = await write()
    expect(plain.filter(text => /insert into logs/.test(text))).toHaveLength(1)
    expect(plain.filter(text => !/insert into logs/.test(text) && /log_labels|graphs/.test(text))).toEqual([])
    const labelled = await write([{ graph_id, label: 0 }])
    expect(labelled).toHaveLength(plain.length + 1)
    expect(labelled.filter(text => /log_labels/.test(text))).toHaveLength(1)

    const read = () => statementsOf(() => tom.call(readLogs, { doc_id }))
    const few = await read()
    for (let nr = 0; nr < 5; nr++)
      await write([
        { graph_id, label: 0 },
        { graph_id, label: 1 },
      ])
    expect(await read()).toHaveLength(few.length)
    expect(few.filter(text => /from logs l\b/.test(text))).toHaveLength(1)
  })
})

describe('Labelling an existing log [D19]', () => {
  test('sets its labels of one graph, keeps those of others, and announces all of them to its readers', async () => {
    const { tom } = counter
    const doc_id = await counter.logbook('Labelled')
    const [queue, hello] = [await counter.graph(doc_id), await counter.graph(doc_id, { 3: 'Slow hello' })]
    const [log] = await counter.writes(tom, doc_id, 'Six waiting')
    const log_id = log?.id ?? 0
    expect(await counter.labels(hello, log_id, 3)).toEqual(says(hello, '3'))
    expect(await counter.labels(queue, log_id, 2, 0, 2)).toEqual([...says(queue, '0', '2'), ...says(hello, '3')])
    const labels = [...says(queue, '1', '2'), ...says(hello, '3')]
    expect(await counter.labels(queue, log_id, 1, 2)).toEqual(labels)
    expect((await tom.call(logsByIds, { doc_log_ids: [log_id] }))[0]?.labels).toEqual(labels)
    const told = await counter.events('log.labelled')
    expect(told.at(-1)).toEqual({
      audience: { to: 'document', doc_id },
      payload: { kind: 'log.labelled', doc_id, log_id, labels },
    })
    expect(await counter.labels(queue, log_id, 2, 1)).toEqual(labels)
    expect(await counter.events('log.labelled'), 'nothing changed').toEqual(told)
    expect(await counter.labels(queue, log_id)).toEqual(says(hello, '3'))
  })

  test('is allowed to its writer, and to those who may edit the logbook', async () => {
    const { tom, ana, lena, dev } = counter
    const doc_id = await counter.logbook('Shared', { access: 'organisation' })
    const graph = await counter.graph(doc_id)
    const [toms] = await counter.writes(tom, doc_id, 'By Tom')
    const [anas] = await counter.writes(ana, doc_id, 'By Ana')
    const label = (who: typeof ana, log_id = 0) =>
      who.call(labelLog, { doc_id, log_id, graph_id: graph.graph_id, labels: [1] })
    expect(await label(ana, anas?.id)).toEqual(says(graph, '1'))
    await expect(label(ana, toms?.id)).rejects.toMatchObject(notAllowed)
    await expect(label(lena, anas?.id)).rejects.toMatchObject(notAllowed)
    expect(await label(dev, toms?.id)).toEqual(says(graph, '1'))
    expect(await label(tom, anas?.id)).toEqual(says(graph, '1'))
  })

  test('is not allowed to readers, nor to a writer who became one, nor to anybody else', async () => {
    const { tom, ana, lena } = counter
    const doc_id = await counter.logbook('Closed')
    const graph = await counter.graph(doc_id)
    await counter.gives(doc_id, ana, 'editor')
    const [log] = await counter.writes(ana, doc_id, 'By Ana')
    await counter.gives(doc_id, ana, 'viewer')
    const params = { doc_id, log_id: log?.id ?? 0, graph_id: graph.graph_id, labels: [1] }
    await expect(ana.call(labelLog, params)).rejects.toMatchObject(readOnly)
    await expect(lena.call(labelLog, params)).rejects.toMatchObject(notFound)
    expect((await tom.call(logsByIds, { doc_log_ids: [params.log_id] }))[0]?.labels).toEqual([])
  })

  test('requires a log, a graph and labels of one logbook', async () => {
    const { tom } = counter
    const [doc_id, other] = [await counter.logbook('One'), await counter.logbook('Other')]
    const [graph, another] = [await counter.graph(doc_id), await counter.graph(other)]
    const [log] = await counter.writes(tom, doc_id, 'Here')
    const [elsewhere] = await counter.writes(tom, other, 'There')
    const params = { doc_id, log_id: log?.id ?? 0, graph_id: graph.graph_id, labels: [1] }
    await expect(tom.call(labelLog, { ...params, log_id: elsewhere?.id ?? 0 })).rejects.toMatchObject(noLog)
    await expect(tom.call(labelLog, { ...params, graph_id: another.graph_id })).rejects.toMatchObject(noGraph)
    await expect(tom.call(labelLog, { ...params, graph_id: another.graph_id, labels: [] })).rejects.toMatchObject(
      noGraph,
    )
    await expect(tom.call(labelLog, { ...params, labels: [1, 4] })).rejects.toMatchObject(noLabel)
    await expect(tom.call(labelLog, { ...params, labels: [-1] })).rejects.toMatchObject({ status: 400 })
    expect((await tom.call(logsByIds, { doc_log_ids: [params.log_id] }))[0]?.labels).toEqual([])
  })

  test('by two at once, for different graphs, announces both in the end', async () => {
    const { tom } = counter
    const doc_id = await counter.logbook('At once')
    const [first, other] = [await counter.graph(doc_id), await counter.graph(doc_id)]
    const [log] = await counter.writes(tom, doc_id, 'Busy')
    await counter.meeting(
      () => counter.labels(first, log?.id ?? 0, 0),
      () => counter.labels(other, log?.id ?? 0, 1),
    )
    const labels = [...says(first, '0'), ...says(other, '1')]
    expect((await counter.events('log.labelled')).at(-1)?.payload).toMatchObject({ log_id: log?.id, labels })
  })
})
