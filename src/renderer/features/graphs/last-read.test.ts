import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readGraph } from '#shared/contract/graphs/endpoints'
import { apiError } from '#shared/errors'
import { useCopiesShown } from '../../platform/copies-shown'
import { offlineCopies } from '../../platform/offline-copies'
import { endSession } from '../../platform/session'
import { resetOrganisation } from '../../platform/store'
import { MemoryCopies } from '../../platform/test-copies'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { useBeside } from './beside-store'
import { useGraphsInPage } from './in-page-store'
import { dropPlots } from './last-read'
import { type PlotParams, usePlot } from './plots'
import { plotOf } from './test-graphs'

withServer()
let storage: MemoryCopies
const newest: PlotParams = { graph_id: 5, zone: 'UTC' }
const friday = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' }
const ofFriday: PlotParams = { ...newest, ...friday, unit: 'hour' }

beforeEach(() => {
  storage = new MemoryCopies()
  offlineCopies.keepIn(storage)
  signInAs(7, { organizationId: 3 })
})
afterEach(() => {
  endSession()
  offlineCopies.keepIn(null)
})

const shown = () => Object.keys(useCopiesShown.getState().shown)
const away = () => serve(readGraph, () => Response.error())

/** Reads the graph over different times, then simulates a reload without a server. */
async function readThenReload(): Promise<void> {
  serve(readGraph, ({ query }) => plotOf({ name: query.get('from') ? 'Queue on Friday' : 'Queue' }))
  await usePlot.getState().open(newest)
  await usePlot.getState().open(ofFriday)
  await offlineCopies.flush()
  resetOrganisation()
  away()
}

describe('The numbers of a graph', () => {
  test('stay readable without the server for each time that was read, and no failure is shown beside them', async () => {
    await readThenReload()
    await usePlot.getState().open(newest)
    expect(usePlot.getState()).toMatchObject({ status: 'ready', failure: null, plot: { name: 'Queue' } })
    expect(shown()).toEqual(['document.3.plot.5'])
    await usePlot.getState().open(ofFriday)
    expect(usePlot.getState().plot?.name).toBe('Queue on Friday')
    usePlot.getState().close()
    expect(shown()).toEqual([])
  })

  test('of a time that was never read fail to load', async () => {
    await readThenReload()
    await usePlot.getState().open({ ...newest, from: friday.to, to: '2026-11-22T00:00:00.000Z' })
    expect(usePlot.getState()).toMatchObject({ status: 'failed', plot: null })
  })

  test('are as the server says once it answers again', async () => {
    await readThenReload()
    await usePlot.getState().open(newest)
    serve(readGraph, plotOf({ name: 'Queue of today' }))
    await usePlot.getState().reload()
    expect(usePlot.getState().plot?.name).toBe('Queue of today')
    expect(shown()).toEqual([])
  })

  test('leave the device when the server refuses them', async () => {
    await readThenReload()
    serve(readGraph, apiError('graph.not_found'))
    await usePlot.getState().open(newest)
    expect(usePlot.getState()).toMatchObject({ status: 'failed', plot: null })
    expect(storage.names).not.toContain('7.3 document.3.plot.5')
  })

  test('leave the device with a deleted graph, for all times', async () => {
    await readThenReload()
    expect(storage.names).toHaveLength(2)
    await dropPlots(3, 5)
    expect(storage.names).toEqual([])
  })

  test('stay readable beside another graph and within a page', async () => {
    serve(readGraph, plotOf())
    const time = { zone: 'UTC', ...friday, unit: 'hour' } as const
    await useBeside.getState().show([5], time)
    await useGraphsInPage.getState().load(5)
    const leave = useGraphsInPage.getState().show(5)
    await useGraphsInPage.getState().load(5)
    leave()
    await offlineCopies.flush()
    resetOrganisation()
    away()
    await useBeside.getState().show([5], time)
    expect(useBeside.getState().plots[5]).toMatchObject({ failure: null, plot: { graph_id: 5 } })
    useGraphsInPage.getState().show(5)
    await useGraphsInPage.getState().load(5)
    expect(useGraphsInPage.getState().graphs[5]?.plot?.graph_id).toBe(5)
  })
})
