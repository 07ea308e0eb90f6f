import { beforeAll, describe, expect, test } from 'vitest'
import { revokeAccess } from '#shared/contract/documents/endpoints'
import { deleteGraph, updateGraph } from '#shared/contract/graphs/endpoints'
import { threshold as limits } from '#shared/contract/graphs/limits'
import {
  addThreshold,
  changeThreshold,
  deleteThreshold,
  listThresholds,
  restoreThreshold,
  watchThreshold,
} from '#shared/contract/graphs/thresholds'
import { writeLog } from '#shared/contract/logs/endpoints'
import { listNotifications, type Notification } from '#shared/contract/notifications/endpoints'
import { day, hour } from '#shared/limits'
import { notificationRoute } from '#shared/rules/notification-route'
import type { Actor } from '../../../../test/actor'
import { runCleanups } from '../../../../test/maintenance'
import { readOnly } from '../documents/test-workshop'
import { type Counter, noGraph, noLabel, openCounter } from '../graphs/test-graphs'
import { deletedThresholds } from '../graphs/thresholds/thresholds-service'
import { pass, settled } from './test-notifications'

let counter: Counter
beforeAll(async () => {
  counter = await openCounter()
})

const missing = { status: 404, code: 'threshold.not_found' }
const notYours = { status: 403, code: 'threshold.not_yours' }
const atTwo = { label: 1, side: 'above', value: 2, unit: 'day', zone: 'UTC' } as const

/** Tom’s graph of a new logbook, with a way to write logs with the label Queue, or others. */
async function openGraph(name: string) {
  const logbook_id = await counter.logbook(name)
  const { graph_id } = await counter.graph(logbook_id, undefined, name)
  const write = (label = 1) =>
    counter.tom.call(writeLog, { doc_id: logbook_id, content: 'Six waiting', labels: [{ graph_id, label }] })
  return {
    ...{ logbook_id, graph_id, write },
    async writes(logs: number): Promise<void> {
      for (let nr = 0; nr < logs; nr += 1) await write()
    },
    /** What a person was notified of about the graph, newest first: the count, and the time it is of. */
    async noticesOf(who: Actor): Promise<[number, string][]> {
      return (await about(graph_id, who)).map(({ data, subject }) => [
        data.count,
        subject.kind === 'graph' ? subject.from.slice(0, 10) : '',
      ])
    },
  }
}

/** Lets time pass, after which Tom signs in again. */
async function later(milliseconds: number): Promise<void> {
  await pass(counter.server, milliseconds)
  await counter.tom.signIn(counter.tom.address)
}

async function about(graph_id: number, who: Actor): Promise<Notification[]> {
  await settled(counter.server)
  const all = await who.call(listNotifications, {})
  return all.filter(({ subject }) => subject.kind === 'graph' && subject.graph_id === graph_id)
}

describe('Thresholds of a graph [D22]', () => {
  test('are set by who may write in the logbook, and changed, removed and brought back by their author or its manager', async () => {
    const { tom, maya, ana, lena, zoe, server } = counter
    const { logbook_id, graph_id } = await openGraph('Rights')
    await expect(lena.call(addThreshold, { graph_id, ...atTwo })).rejects.toMatchObject(noGraph)
    await expect(lena.call(listThresholds, { graph_id })).rejects.toMatchObject(noGraph)
    await counter.gives(logbook_id, ana, 'viewer')
    await counter.gives(logbook_id, lena, 'editor')
    await expect(ana.call(addThreshold, { graph_id, ...atTwo })).rejects.toMatchObject(readOnly)
    await expect(lena.call(addThreshold, { graph_id, ...atTwo, label: 4 })).rejects.toMatchObject(noLabel)
    await expect(lena.call(addThreshold, { graph_id, ...atTwo, side: 'below', value: 0 })).rejects.toMatchObject({
      code: 'request.invalid',
    })

    const { zone: _zone, ...set } = atTwo
    const made = await lena.call(addThreshold, { graph_id, ...set })
    const { threshold_id } = made
    expect(made).toMatchObject({
      ...set,
      zone: 'UTC',
      is_editable: true,
      is_watched: true,
      watcher_ids: [lena.user_id],
    })
    const editable = async (who: Actor) => (await who.call(listThresholds, { graph_id })).map(item => item.is_editable)
    expect([await editable(lena), await editable(ana), await editable(tom), await editable(maya)]).toEqual([
      ...[[true], [false], [true], [true]],
    ])
    const watched = await ana.call(watchThreshold, { threshold_id, is_watched: true })
    expect(watched).toMatchObject({
      ...{ is_watched: true, is_editable: false },
      watcher_ids: [lena.user_id, ana.user_id].sort((a, b) => a - b),
    })

    const second = await tom.call(addThreshold, { graph_id, ...atTwo, value: 5 })
    for (const [who, error] of [[lena, notYours] as const, [ana, readOnly] as const, [zoe, missing] as const]) {
      const { threshold_id: theirs } = second
      await expect(who.call(changeThreshold, { threshold_id: theirs, ...set })).rejects.toMatchObject(error)
      await expect(who.call(deleteThreshold, { threshold_id: theirs })).rejects.toMatchObject(error)
    }
    await expect(zoe.call(watchThreshold, { threshold_id, is_watched: true })).rejects.toMatchObject(missing)
    await expect(server.stranger().call(listThresholds, { graph_id })).rejects.toMatchObject({ status: 401 })

    await expect(tom.call(changeThreshold, { threshold_id, ...set, label: 4 })).rejects.toMatchObject(noLabel)
    expect(await tom.call(changeThreshold, { threshold_id, ...set, value: 9 })).toMatchObject({ value: 9 })
    await lena.call(deleteThreshold, { threshold_id })
    await expect(lena.call(deleteThreshold, { threshold_id })).rejects.toMatchObject(missing)
    await expect(ana.call(restoreThreshold, { threshold_id })).rejects.toMatchObject(readOnly)
    expect(await lena.call(restoreThreshold, { threshold_id })).toMatchObject({
      ...{ value: 9, is_watched: true },
      watcher_ids: { length: 2 },
    })
    await lena.call(deleteThreshold, { threshold_id })
    const kept = await tom.call(listThresholds, { graph_id })
    await server.asOwner(
      `insert into graph_thresholds (organization_id, graph_id, label, side, value, unit, zone, created_at, set_at, since)
       select organization_id, graph_id, label, side, value, unit, zone, created_at, set_at, since
       from graph_thresholds, generate_series(1, ${limits.perGraph - kept.length}) where id = $1`,
      [kept[0]?.threshold_id],
    )
    const full = { status: 409, code: 'threshold.too_many' }
    await expect(tom.call(addThreshold, { graph_id, ...atTwo })).rejects.toMatchObject(full)
    await expect(lena.call(restoreThreshold, { threshold_id })).rejects.toMatchObject(full)

    server.clock.advance(day + 1_000)
    await lena.signIn(lena.address)
    await expect(lena.call(restoreThreshold, { threshold_id })).rejects.toMatchObject(missing)
    await runCleanups(server, [deletedThresholds])
    expect(await server.asOwner('select from graph_thresholds where id = $1', [threshold_id])).toEqual([])
  })

  test('notify the people whom their author chose and who may read the graph, until they leave or lose the right', async () => {
    const { tom, maya, ana, lena, zoe } = counter
    for (const who of [tom, maya, ana, lena]) await who.signIn(who.address)
    const graph = await openGraph('Chosen')
    const { logbook_id, graph_id } = graph
    await counter.gives(logbook_id, ana, 'viewer')
    const is = (who: Actor, is_watching = true) => ({ user_id: who.user_id, is_watching })
    const blind = { status: 400, code: 'threshold.watcher_blind' }
    for (const who of [lena, zoe])
      await expect(tom.call(addThreshold, { graph_id, ...atTwo, watchers: [is(who)] })).rejects.toMatchObject(blind)
    expect(await tom.call(listThresholds, { graph_id })).toEqual([])

    // The author may leave themselves out.
    const made = await tom.call(addThreshold, { graph_id, ...atTwo, watchers: [is(ana), is(tom, false)] })
    const { threshold_id } = made
    expect(made).toMatchObject({ is_watched: false, watcher_ids: [ana.user_id] })
    const { zone: _zone, ...set } = atTwo
    await expect(ana.call(changeThreshold, { threshold_id, ...set, watchers: [is(ana, false)] })).rejects.toMatchObject(
      readOnly,
    )
    await counter.gives(logbook_id, lena, 'viewer')
    await graph.writes(1)
    const changed = await maya.call(changeThreshold, { threshold_id, ...set, watchers: [is(lena)] })
    expect(changed.watcher_ids.toSorted()).toEqual([ana.user_id, lena.user_id].toSorted())
    expect(await ana.call(watchThreshold, { threshold_id, is_watched: false })).toMatchObject({
      ...{ is_watched: false, watcher_ids: [lena.user_id] },
    })
    await graph.writes(2)
    expect([await graph.noticesOf(lena), await graph.noticesOf(ana), await graph.noticesOf(tom)]).toMatchObject([
      [[3, expect.any(String)]],
      [],
      [],
    ])

    await tom.call(revokeAccess, { doc_id: logbook_id, grantee_kind: 'user', grantee_id: lena.user_id })
    expect((await tom.call(listThresholds, { graph_id }))[0]?.watcher_ids).toEqual([])
    await tom.call(changeThreshold, { threshold_id, ...set, value: 3 })
    await graph.write()
    await counter.gives(logbook_id, lena, 'viewer')
    expect(await graph.noticesOf(lena)).toHaveLength(1)
  })

  test('go with the label that they are about', async () => {
    const { tom } = counter
    await tom.signIn(tom.address)
    const { graph_id } = await openGraph('Labels')
    await tom.call(addThreshold, { graph_id, ...atTwo })
    await tom.call(updateGraph, { graph_id, labels: { 0: 'Clear' } })
    expect(await tom.call(listThresholds, { graph_id })).toEqual([])
  })
})

describe('A threshold that is crossed [D22, D38]', () => {
  test('notifies its watchers once, and again only after a day that was not above it', async () => {
    const { tom, lena, ana, server } = counter
    for (const who of [tom, lena, ana]) await who.signIn(who.address)
    const graph = await openGraph('Counter')
    const { logbook_id, graph_id } = graph
    await counter.gives(logbook_id, ana, 'viewer')
    await counter.gives(logbook_id, lena, 'viewer')
    const { threshold_id } = await tom.call(addThreshold, { graph_id, ...atTwo })
    await ana.call(watchThreshold, { threshold_id, is_watched: true })
    await graph.writes(2)
    await graph.write(0)
    expect(await graph.noticesOf(tom)).toEqual([])
    await graph.write()
    const [first] = await about(graph_id, ana)
    await graph.writes(2)
    const today = new Date(server.clock.now()).toISOString().slice(0, 10)
    expect(first).toMatchObject({
      ...{ kind: 'graph_threshold', actor: null },
      data: { title: 'Counter', count: 3, threshold: { side: 'above', value: 2, unit: 'day', label_text: 'Queue' } },
      subject: { kind: 'graph', doc_id: logbook_id, graph_id, from: `${today}T00:00:00.000Z`, label: 1 },
    })
    expect(first && notificationRoute(first.subject)).toBe(
      `/docs/${logbook_id}/${graph_id}?at=${today}T00:00:00.000Z&unit=day&label=1`,
    )
    // A server that was killed before it noted how far it read reads the same events again.
    await server.asOwner('update notification_positions set seq = 0 where organization_id = $1', [tom.organization_id])
    await graph.write()
    expect([await graph.noticesOf(tom), await graph.noticesOf(lena)]).toEqual([[[3, today]], []])

    // The next day is above it as well; the one after that is not.
    const days: string[] = []
    for (const logs of [3, 1, 3]) {
      await later(day)
      await graph.writes(logs)
      days.push(new Date(server.clock.now()).toISOString().slice(0, 10))
    }
    expect(await graph.noticesOf(tom)).toEqual([
      [3, days[2]],
      [3, today],
    ])
  })

  test('does not notify of what was so before it was set, nor who may no longer read the graph', async () => {
    const { tom, lena } = counter
    const graph = await openGraph('Gate')
    const { logbook_id, graph_id } = graph
    await counter.gives(logbook_id, lena, 'editor')
    await graph.writes(3)
    await lena.signIn(lena.address)
    const { threshold_id } = await lena.call(addThreshold, { graph_id, ...atTwo })
    await graph.write()
    expect(await graph.noticesOf(lena)).toEqual([])
    // Above a higher value it is news.
    const { zone: _zone, ...set } = atTwo
    await lena.call(changeThreshold, { threshold_id, ...set, value: 4 })
    await tom.call(watchThreshold, { threshold_id, is_watched: true })
    await tom.call(revokeAccess, { doc_id: logbook_id, grantee_kind: 'user', grantee_id: lena.user_id })
    await graph.write()
    expect(await graph.noticesOf(tom)).toMatchObject([[5, expect.any(String)]])
    await counter.gives(logbook_id, lena, 'viewer')
    expect(await graph.noticesOf(lena)).toEqual([])

    await tom.call(deleteGraph, { graph_id })
    expect(await graph.noticesOf(tom)).toEqual([])
  })

  test('below a number notifies at the end of an hour that has fewer, also after a pause of the server', async () => {
    const { tom } = counter
    await tom.signIn(tom.address)
    const graph = await openGraph('Till')
    const { graph_id } = graph
    await graph.writes(2)
    await tom.call(addThreshold, { graph_id, label: 1, side: 'below', value: 2, unit: 'hour', zone: 'UTC' })
    await later(hour)
    expect(await graph.noticesOf(tom)).toEqual([])
    // An hour with one log, and then hours with none while nothing runs.
    await graph.write()
    await later(5 * hour)
    expect(await graph.noticesOf(tom)).toMatchObject([[1, expect.any(String)]])
    await graph.writes(2)
    await later(hour)
    await later(hour)
    expect((await graph.noticesOf(tom)).map(([count]) => count)).toEqual([0, 1])
  })
})
