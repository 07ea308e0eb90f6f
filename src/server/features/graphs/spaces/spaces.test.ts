import { beforeAll, describe, expect, test } from 'vitest'
import { deleteDocument } from '#shared/contract/documents/endpoints'
import { findGraphs } from '#shared/contract/graphs/endpoints'
import { graph as limits } from '#shared/contract/graphs/limits'
import { listSpaceGraphs, listSpacesOfGraph, pinToSpace } from '#shared/contract/graphs/spaces'
import { addBranch, deleteBranch, manageBranchUsers } from '#shared/contract/organisations/branches'
import type { Actor } from '../../../../../test/actor'
import { notAllowed, readOnly } from '../../documents/test-workshop'
import { type Counter, noGraph, openCounter } from '../test-graphs'

let counter: Counter
beforeAll(async () => {
  counter = await openCounter()
})

const noBranch = { status: 404, code: 'branch.not_found' }
const names = async (who: Actor, branch_id: number) =>
  (await who.call(listSpaceGraphs, { branch_id })).map(graph => graph.name)

describe('Graphs of a space [D4]', () => {
  test('are pinned by editors of their logbook, and shown to those who may read it', async () => {
    const { tom, ana, maya, lena, yard, server } = counter
    const logbook_id = await counter.logbook('Yard log')
    const { graph_id } = await counter.graph(logbook_id, undefined, 'Queue')
    const pin = { graph_id, branch_id: yard, is_pinned: true }
    expect(await tom.call(pinToSpace, pin)).toEqual([yard])
    expect(await tom.call(pinToSpace, pin)).toEqual([yard])
    expect(await names(tom, yard)).toEqual(['Queue'])
    expect(await names(maya, yard)).toEqual(['Queue'])
    expect(await names(ana, yard)).toEqual([])
    await expect(ana.call(listSpacesOfGraph, { graph_id })).rejects.toMatchObject(noGraph)
    await expect(ana.call(pinToSpace, pin)).rejects.toMatchObject(noGraph)

    await counter.gives(logbook_id, ana, 'viewer')
    expect(await names(ana, yard)).toEqual(['Queue'])
    await expect(ana.call(pinToSpace, pin)).rejects.toMatchObject(readOnly)
    await counter.gives(logbook_id, ana, 'editor')
    expect(await ana.call(pinToSpace, { ...pin, is_pinned: false })).toEqual([])
    expect(await ana.call(pinToSpace, { ...pin, is_pinned: false })).toEqual([])
    expect(await names(ana, yard)).toEqual([])
    expect((await counter.events('graph.changed')).at(-1)?.payload).toMatchObject({ graph_id, doc_id: logbook_id })

    const open = await counter.logbook('Open log', { access: 'organisation' })
    const shared = await counter.graph(open)
    const refused = lena.call(pinToSpace, { ...pin, graph_id: shared.graph_id })
    await expect(refused).rejects.toMatchObject(notAllowed)
    await expect(server.stranger().call(listSpaceGraphs, { branch_id: yard })).rejects.toMatchObject({ status: 401 })
  })

  test('are found by words of their names and those of their logbooks, among those that the caller may read', async () => {
    const { tom, ana, zoe, server } = counter
    const { graph_id } = await counter.graph(await counter.logbook('Ferry log'), undefined, 'Boats at the pier')
    const found = async (who: Actor, query: string) => (await who.call(findGraphs, { query })).map(graph => graph.name)
    expect(await tom.call(findGraphs, { query: 'pier fer' })).toEqual([
      { graph_id, name: 'Boats at the pier', logbook_id: expect.any(Number), logbook_name: 'Ferry log' },
    ])
    expect((await found(tom, '')).at(0)).toBe('Boats at the pier')
    expect(await found(tom, 'submarines')).toEqual([])
    expect(await found(ana, 'pier')).toEqual([])
    expect(await found(zoe, '')).toEqual([])
    await expect(server.stranger().call(findGraphs, { query: '' })).rejects.toMatchObject({ status: 401 })
  })

  test('exist only in spaces that the caller may see [D3, D6]', async () => {
    const { tom, maya, ana, zoe } = counter
    const branch_id = (await maya.call(addBranch, { branch_name: 'Vault', is_open_branch: false })).id
    await maya.call(manageBranchUsers, { branch_id, users_to_be_added: [ana.user_id] })
    const logbook_id = await counter.logbook('Vault log', { access: 'organisation' })
    const { graph_id } = await counter.graph(logbook_id, undefined, 'Doors')
    const pin = { graph_id, branch_id, is_pinned: true }
    await expect(tom.call(pinToSpace, pin)).rejects.toMatchObject(noBranch)
    await expect(tom.call(listSpaceGraphs, { branch_id })).rejects.toMatchObject(noBranch)
    await expect(zoe.call(listSpaceGraphs, { branch_id })).rejects.toMatchObject(noBranch)
    await expect(zoe.call(pinToSpace, pin)).rejects.toMatchObject(noGraph)
    await expect(zoe.call(listSpacesOfGraph, { graph_id })).rejects.toMatchObject(noGraph)
    expect(await maya.call(pinToSpace, pin)).toEqual([branch_id])
    expect(await names(ana, branch_id)).toEqual(['Doors'])
    expect(await tom.call(listSpacesOfGraph, { graph_id })).toEqual([])
    await maya.call(deleteBranch, { branch_id })
    await expect(ana.call(listSpaceGraphs, { branch_id })).rejects.toMatchObject(noBranch)
    expect(await maya.call(listSpacesOfGraph, { graph_id })).toEqual([])
  })

  test('say how often each label was given on each of the last seven days of the reader', async () => {
    const { tom, maya, server } = counter
    const branch_id = (await maya.call(addBranch, { branch_name: 'Counter' })).id
    const logbook_id = await counter.logbook('Days', { access: 'organisation' })
    const graph = await counter.graph(logbook_id)
    const now = server.clock.now()
    const ago = (days: number) => new Date(now - days * 86_400_000).toISOString()
    const [old, before, today] = await counter.logsAt(logbook_id, [ago(9), ago(3), ago(0)])
    const of = [old ?? 0, before ?? 0, today ?? 0] as const
    await counter.marks(graph, [
      [of[0], 0],
      [of[1], 0],
      [of[2], 0],
      [of[2], 1],
    ])
    await tom.call(pinToSpace, { graph_id: graph.graph_id, branch_id, is_pinned: true })
    const [shown] = await tom.call(listSpaceGraphs, { branch_id, zone: 'UTC' })
    expect(shown).toMatchObject({
      logbook_name: 'Days',
      totals: { 0: 2, 1: 1, 2: 0 },
      plot: { unit: 'day', zone: 'UTC' },
    })
    expect(shown?.plot.buckets.map(bucket => bucket.counts)).toEqual([{}, {}, {}, { 0: 1 }, {}, {}, { 0: 1, 1: 1 }])
  })

  test('are at most twelve, of which those of deleted logbooks take no place', async () => {
    const { tom, maya } = counter
    const branch_id = (await maya.call(addBranch, { branch_name: 'Full' })).id
    const gone = await counter.logbook('Gone')
    const logbook_id = await counter.logbook('Many')
    const pin = async (doc_id: number) => {
      const { graph_id } = await counter.graph(doc_id)
      return tom.call(pinToSpace, { graph_id, branch_id, is_pinned: true })
    }
    await pin(gone)
    for (let nr = 1; nr < limits.perSpace; nr++) await pin(logbook_id)
    await expect(pin(logbook_id)).rejects.toMatchObject({ status: 409, code: 'graph.space_full' })
    await tom.call(deleteDocument, { doc_id: gone })
    expect(await pin(logbook_id)).toEqual([branch_id])
    expect(await names(tom, branch_id)).toHaveLength(limits.perSpace)
  })
})
