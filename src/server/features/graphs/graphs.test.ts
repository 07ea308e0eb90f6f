import { beforeAll, describe, expect, test } from 'vitest'
import { deleteDocument } from '#shared/contract/documents/endpoints'
import type { Input } from '#shared/contract/endpoint'
import { createGraph, deleteGraph, listGraphs, readGraph, updateGraph } from '#shared/contract/graphs/endpoints'
import { graph as limits } from '#shared/contract/graphs/limits'
import { logsByIds } from '#shared/contract/logs/endpoints'
import { notAllowed, notFound, readOnly } from '../documents/test-workshop'
import { type Counter, noGraph, openCounter } from './test-graphs'

let counter: Counter

beforeAll(async () => {
  counter = await openCounter()
})

const inUse = { status: 409, code: 'label.in_use' }
const person = (user_id: number) => expect.objectContaining({ user_id })

describe('Creating a graph [3.9] [7.24] [D22]', () => {
  test('returns it and announces it to those who may read its logbook', async () => {
    const { tom, server } = counter
    const logbook_id = await counter.logbook('Counter log')
    const graph = await tom.call(createGraph, {
      logbook_id,
      name: ' Queue at the counter ',
      labels: { 0: 'Clear', 1: ' Short queue ', 4: 'Lights off' },
    })
    const now = new Date(server.clock.now()).toISOString()
    expect(graph).toEqual({
      graph_id: graph.graph_id,
      name: 'Queue at the counter',
      logbook_id,
      instruction_id: null,
      created_at: now,
      created_by: person(tom.user_id),
      updated_at: now,
      updated_by: person(tom.user_id),
      is_pinned: false,
      mate_labels: 'off',
      labels: { 0: 'Clear', 1: 'Short queue', 4: 'Lights off' },
    })
    expect((await counter.events('graph.created')).at(-1)).toEqual({
      audience: { to: 'document', doc_id: logbook_id },
      payload: { kind: 'graph.created', graph_id: graph.graph_id, doc_id: logbook_id },
    })
  })

  test.each<[string, Input<typeof createGraph>['labels'], string]>([
    ['none', {}, 'labels'],
    ['a sixth', { 5: 'Six' } as never, 'labels'],
    ['one without a text', { 0: ' ' }, 'labels.0'],
    ['one that is too long', { 0: 'x'.repeat(limits.labelLength + 1) }, 'labels.0'],
    ['two that read the same', { 0: 'Queue', 3: ' queue' }, 'labels'],
    ['a list instead', ['Clear', 'Queue'] as never, 'labels'],
  ])('requires one to five labels that differ [9.8c]: not %s', async (_, labels, path) => {
    const logbook_id = await counter.logbook('Labels')
    await expect(counter.tom.call(createGraph, { logbook_id, name: 'Graph', labels })).rejects.toMatchObject({
      status: 400,
      code: 'request.invalid',
      issues: expect.arrayContaining([expect.objectContaining({ path })]),
    })
  })

  test('is allowed to those who may edit a logbook, and only in logbooks', async () => {
    const { tom, ana, lena, maya } = counter
    const logbook_id = await counter.logbook('Open', { access: 'organisation' })
    const params = { name: 'Graph', labels: { 0: 'Clear' } }
    await expect(ana.call(createGraph, { ...params, logbook_id })).rejects.toMatchObject(notAllowed)
    await counter.gives(logbook_id, ana, 'editor')
    expect((await ana.call(createGraph, { ...params, logbook_id })).created_by).toEqual(person(ana.user_id))
    expect((await maya.call(createGraph, { ...params, logbook_id })).created_by).toEqual(person(maya.user_id))

    const closed = await counter.logbook('Closed')
    await counter.gives(closed, ana, 'viewer')
    await expect(ana.call(createGraph, { ...params, logbook_id: closed })).rejects.toMatchObject(readOnly)
    await expect(lena.call(createGraph, { ...params, logbook_id: closed })).rejects.toMatchObject(notFound)
    await expect(tom.call(createGraph, { ...params, logbook_id: 1_000_000 })).rejects.toMatchObject(notFound)
    const page = await counter.logbook('A page', { document_type: 'document' })
    await expect(tom.call(createGraph, { ...params, logbook_id: page })).rejects.toMatchObject({
      status: 409,
      code: 'document.not_a_logbook',
    })
    expect(await tom.call(listGraphs, { logbook_id: closed })).toEqual([])
  })

  test('is limited to fifty in one logbook', async () => {
    const { server, maya } = counter
    const logbook_id = await counter.logbook('Full')
    await counter.graph(logbook_id)
    await server.asOwner(
      `insert into graphs (organization_id, logbook_id, name, created_at, updated_at)
       select $1, $2, 'Graph', now(), now() from generate_series(1, $3)`,
      [maya.organization_id, logbook_id, limits.perLogbook - 2],
    )
    await counter.graph(logbook_id)
    await expect(counter.graph(logbook_id)).rejects.toMatchObject({ status: 409, code: 'graph.too_many' })
  })
})

describe('The graphs of a logbook [7.24]', () => {
  test('are listed with the number of logs for each label, pinned ones first, then by name', async () => {
    const { tom, ana, lena } = counter
    const logbook_id = await counter.logbook('Listed')
    const other = await counter.logbook('Another')
    await counter.graph(other)
    const queue = await counter.graph(logbook_id, { 0: 'Clear', 1: 'Queue' }, 'queue')
    const hello = await counter.graph(logbook_id, { 2: 'Slow' }, 'Slow hello')
    const lights = await counter.graph(logbook_id, { 3: 'Off' }, 'Lights')
    await tom.call(updateGraph, { graph_id: lights.graph_id, is_pinned: true })
    const logs = await counter.writes(tom, logbook_id, 'One', 'Two', 'Three')
    for (const log of logs) await counter.labels(queue, log.id, 0)
    await counter.labels(queue, logs[0]?.id ?? 0, 0, 1)
    const listed = await tom.call(listGraphs, { logbook_id })
    expect(listed.map(graph => [graph.name, graph.is_pinned, graph.label_counts])).toEqual([
      ['Lights', true, { 3: 0 }],
      ['queue', false, { 0: 3, 1: 1 }],
      ['Slow hello', false, { 2: 0 }],
    ])
    expect(listed.find(graph => graph.graph_id === hello.graph_id)).toEqual({ ...hello, label_counts: { 2: 0 } })

    await expect(ana.call(listGraphs, { logbook_id })).rejects.toMatchObject(notFound)
    await counter.gives(logbook_id, ana, 'viewer')
    expect(await ana.call(listGraphs, { logbook_id })).toEqual(listed)
    await expect(lena.call(listGraphs, { logbook_id: 1_000_000 })).rejects.toMatchObject(notFound)
  })
})

describe('Changing a graph [7.24]', () => {
  test('renames and pins it, and keeps fields that are left out', async () => {
    const { tom, dev, server } = counter
    const logbook_id = await counter.logbook('Changed')
    const graph = await counter.graph(logbook_id)
    const { graph_id } = graph
    server.clock.advance(60_000)
    expect(await dev.call(updateGraph, { graph_id, name: 'Renamed', is_pinned: true })).toEqual({
      ...graph,
      name: 'Renamed',
      is_pinned: true,
      updated_at: new Date(server.clock.now()).toISOString(),
      updated_by: person(dev.user_id),
    })
    expect((await counter.events('graph.changed')).at(-1)).toEqual({
      audience: { to: 'document', doc_id: logbook_id },
      payload: { kind: 'graph.changed', graph_id, doc_id: logbook_id },
    })
    const told = await counter.events('graph.changed')
    expect(await tom.call(updateGraph, { graph_id })).toMatchObject({ name: 'Renamed', is_pinned: true })
    expect(await counter.events('graph.changed')).toEqual(told)
  })

  test('a renamed label stays on its logs; a new one is on none', async () => {
    const { tom } = counter
    const logbook_id = await counter.logbook('Relabelled')
    const graph = await counter.graph(logbook_id, { 0: 'Clear', 1: 'Queue' })
    const [log] = await counter.writes(tom, logbook_id, 'Six waiting')
    await counter.labels(graph, log?.id ?? 0, 1)
    const { graph_id } = graph
    const labels = { 0: 'Queue', 1: 'Long queue', 3: 'Unattended' }
    expect((await tom.call(updateGraph, { graph_id, labels })).labels).toEqual(labels)
    const [after] = await tom.call(logsByIds, { doc_log_ids: [log?.id ?? 0] })
    expect(after?.labels).toEqual([{ graph_id, label: 1, text: 'Long queue' }])
  })

  test('a label that logs carry is removed only if the caller confirms it, which the audit log records [D8]', async () => {
    const { tom, server } = counter
    const logbook_id = await counter.logbook('Dropped')
    const graph = await counter.graph(logbook_id)
    const [first, two] = (await counter.writes(tom, logbook_id, 'One', 'Two')).map(log => log.id)
    await counter.labels(graph, first ?? 0, 0, 1)
    await counter.labels(graph, two ?? 0, 1)
    const { graph_id } = graph
    const change = { graph_id, labels: { 0: 'Clear' }, name: 'Only clear' }
    await expect(tom.call(updateGraph, change)).rejects.toMatchObject(inUse)
    expect((await tom.call(readGraph, { graph_id })).labels).toEqual(graph.labels)

    expect(await tom.call(updateGraph, { ...change, drop_labels: true })).toMatchObject({
      name: 'Only clear',
      labels: { 0: 'Clear' },
    })
    const logs = await tom.call(logsByIds, { doc_log_ids: [first ?? 0, two ?? 0] })
    expect(logs.map(log => log.labels)).toEqual([[{ graph_id, label: 0, text: 'Clear' }], []])
    const audited = await server.asOwner('select kind, actor_id::int, details from audit where subject = $1', [
      `graph:${graph_id}`,
    ])
    expect(audited).toEqual([
      {
        kind: 'graph.labels_dropped',
        actor_id: tom.user_id,
        details: { name: 'Counter', labels: { 1: 'Queue', 2: 'Unattended' }, logs: 2 },
      },
    ])
  })

  test('a label that no log carries is simply removed', async () => {
    const { tom } = counter
    const graph = await counter.graph(await counter.logbook('Free'))
    const { graph_id } = graph
    expect((await tom.call(updateGraph, { graph_id, labels: { 2: 'Unattended' } })).labels).toEqual({ 2: 'Unattended' })
  })

  test('a label that somebody is giving to a log at this moment counts as in use', async () => {
    const { tom } = counter
    const logbook_id = await counter.logbook('Just now')
    const graph = await counter.graph(logbook_id, { 0: 'Clear', 1: 'Queue' })
    const { graph_id } = graph
    const [log] = await counter.writes(tom, logbook_id, 'Six waiting')
    const ended = await counter.meeting(
      () => counter.labels(graph, log?.id ?? 0, 1),
      () => tom.call(updateGraph, { graph_id, labels: { 0: 'Clear' } }),
    )
    expect(ended).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: inUse }])
    expect((await tom.call(readGraph, { graph_id })).labels).toEqual(graph.labels)
  })

  test('while others label logs, no log keeps a removed label', async () => {
    const { tom, server } = counter
    const logbook_id = await counter.logbook('Meanwhile')
    const graph = await counter.graph(logbook_id, { 0: 'Clear', 1: 'Queue' })
    const logs = await counter.writes(tom, logbook_id, ...Array.from({ length: 12 }, (_, index) => `Log ${index}`))
    const { graph_id } = graph
    const labelling = logs.map(log =>
      counter.labels(graph, log.id, 0, 1).then(
        () => 200,
        refused => refused.status,
      ),
    )
    const dropping = tom.call(updateGraph, { graph_id, labels: { 0: 'Clear' }, drop_labels: true })
    const [answers] = await Promise.all([Promise.all(labelling), dropping])
    for (const status of answers) expect([200, 404]).toContain(status)
    expect(await server.asOwner('select from log_labels where graph_id = $1 and label = 1', [graph_id])).toEqual([])
  })

  test('is allowed to those who may edit its logbook', async () => {
    const { ana, lena, tom } = counter
    const logbook_id = await counter.logbook('Guarded', { access: 'organisation' })
    const { graph_id } = await counter.graph(logbook_id)
    for (const endpoint of [updateGraph, deleteGraph]) {
      await expect(ana.call(endpoint, { graph_id, name: 'Mine' })).rejects.toMatchObject(notAllowed)
      await expect(tom.call(endpoint, { graph_id: 1_000_000, name: 'Mine' })).rejects.toMatchObject(noGraph)
    }
    const closed = await counter.logbook('Private')
    const hidden = await counter.graph(closed)
    await counter.gives(closed, ana, 'viewer')
    for (const endpoint of [updateGraph, deleteGraph]) {
      const params = { graph_id: hidden.graph_id, name: 'Mine' }
      await expect(ana.call(endpoint, params)).rejects.toMatchObject(readOnly)
      await expect(lena.call(endpoint, params)).rejects.toMatchObject(noGraph)
    }
    expect((await tom.call(readGraph, { graph_id: hidden.graph_id })).name).toBe('Counter')
  })
})

describe('Deleting a graph [7.24]', () => {
  test('removes its labels from all logs, announces it, and is recorded in the audit log [D8]', async () => {
    const { tom, server } = counter
    const logbook_id = await counter.logbook('Deleted')
    const [kept, gone] = [await counter.graph(logbook_id, { 0: 'Stays' }), await counter.graph(logbook_id)]
    const [log] = await counter.writes(tom, logbook_id, 'One')
    await counter.labels(kept, log?.id ?? 0, 0)
    await counter.labels(gone, log?.id ?? 0, 1)
    const { graph_id } = gone
    expect(await tom.call(deleteGraph, { graph_id })).toBeNull()
    await expect(tom.call(readGraph, { graph_id })).rejects.toMatchObject(noGraph)
    const [after] = await tom.call(logsByIds, { doc_log_ids: [log?.id ?? 0] })
    expect(after?.labels).toEqual([{ graph_id: kept.graph_id, label: 0, text: 'Stays' }])
    expect((await counter.events('graph.deleted')).at(-1)).toEqual({
      audience: { to: 'document', doc_id: logbook_id },
      payload: { kind: 'graph.deleted', graph_id, doc_id: logbook_id },
    })
    const audited = await server.asOwner('select kind, actor_id::int, details from audit where subject = $1', [
      `graph:${graph_id}`,
    ])
    expect(audited).toEqual([
      {
        kind: 'graph.deleted',
        actor_id: tom.user_id,
        details: { doc_id: logbook_id, name: 'Counter', labels: gone.labels },
      },
    ])
  })

  test('of a logbook hides its graphs', async () => {
    const { tom } = counter
    const logbook_id = await counter.logbook('All gone')
    const { graph_id } = await counter.graph(logbook_id)
    await tom.call(deleteDocument, { doc_id: logbook_id })
    await expect(tom.call(readGraph, { graph_id })).rejects.toMatchObject(noGraph)
    await expect(tom.call(updateGraph, { graph_id, name: 'Back' })).rejects.toMatchObject(noGraph)
  })
})

test('A graph of another organisation does not exist [D6]', async () => {
  const { zoe } = counter
  const { graph_id, logbook_id } = await counter.graph(await counter.logbook('Ours'))
  await expect(zoe.call(readGraph, { graph_id })).rejects.toMatchObject(noGraph)
  await expect(zoe.call(updateGraph, { graph_id, name: 'Mine' })).rejects.toMatchObject(noGraph)
  await expect(zoe.call(deleteGraph, { graph_id })).rejects.toMatchObject(noGraph)
  await expect(zoe.call(listGraphs, { logbook_id })).rejects.toMatchObject(notFound)
  await expect(zoe.call(createGraph, { logbook_id, name: 'Mine', labels: { 0: 'A' } })).rejects.toMatchObject(notFound)
})
