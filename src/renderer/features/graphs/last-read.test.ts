import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readGraph } from '#shared/contract/graphs/endpoints'
import { searchLogs } from '#shared/contract/logs/endpoints'
import { apiError } from '#shared/errors'
import { useCopiesShown } from '../../platform/copies-shown'
import { offlineCopies } from '../../platform/offline-copies'
import { endSession } from '../../platform/session'
import { resetOrganisation } from '../../platform/store'
import { MemoryCopies } from '../../platform/test-copies'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { logOf, logsOf } from '../logs/test-logs'
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

describe('The logs of a point that was chosen in a graph', () => {
  const point = { from: '2026-11-20T09:00:00.000Z', to: '2026-11-20T10:00:00.000Z', label: 1 }
  const chosen = () => usePlot.getState().chosen
  const titles = () => chosen()?.logs.map(({ title }) => title)
  const copyName = `7.3 document.3.plot.5.chosen.${point.from}.${point.to}.1`

  /** Chooses a point, then simulates a reload without a server. */
  async function chooseThenReload(): Promise<void> {
    serve(readGraph, plotOf())
    serve(searchLogs, [logOf(2, { title: 'Six waiting' })])
    await usePlot.getState().open({ ...newest })
    await usePlot.getState().choose(point)
    await offlineCopies.flush()
    resetOrganisation()
    away()
    serve(searchLogs, () => Response.error())
    await usePlot.getState().open({ ...newest })
  }

  test('stay readable without the server, and the strip says from when', async () => {
    await chooseThenReload()
    await usePlot.getState().choose(point)
    expect(chosen()).toMatchObject({ status: 'ready', next: null })
    expect(titles()).toEqual(['Six waiting'])
    expect(shown().map(name => `7.3 ${name}`)).toContain(copyName)
    await usePlot.getState().choose({ ...point, label: null })
    expect(chosen()).toMatchObject({ status: 'failed', logs: [] })
    expect(shown()).toEqual(['document.3.plot.5'])
  })

  test('leave the strip when the graph is left', async () => {
    await chooseThenReload()
    await usePlot.getState().choose(point)
    usePlot.getState().close()
    expect(shown()).toEqual([])
  })

  test('are as the server says once it answers again', async () => {
    await chooseThenReload()
    await usePlot.getState().choose(point)
    serve(searchLogs, [logOf(3, { title: 'Seven waiting' })])
    await usePlot.getState().readChosen()
    expect(titles()).toEqual(['Seven waiting'])
    expect(shown()).toEqual(['document.3.plot.5'])
  })

  test('are copied as far as they are shown at first, and without anybody’s picture', async () => {
    const face = { user_id: 8, user_displayname: 'Tom Reyes', user_image: '/objects/face' }
    const created_by = { ...face, user_phone: null, user_email: null }
    serve(readGraph, plotOf())
    serve(
      searchLogs,
      logsOf(1, 30).map(log => ({ ...log, created_by })),
    )
    await usePlot.getState().open({ ...newest })
    await usePlot.getState().choose(point)
    await offlineCopies.flush()
    const json = storage.copies.get(copyName)?.json ?? ''
    expect(JSON.parse(json)).toHaveLength(12)
    expect(json).not.toContain('/objects/face')
  })

  test('leave the device when the server refuses them, and with their graph', async () => {
    await chooseThenReload()
    serve(searchLogs, apiError('document.not_found'))
    await usePlot.getState().choose(point)
    expect(chosen()).toMatchObject({ status: 'failed', logs: [] })
    expect(storage.names).not.toContain(copyName)
    await chooseThenReload()
    expect(storage.names).toContain(copyName)
    await dropPlots(3, 5)
    expect(storage.names).toEqual([])
  })
})
