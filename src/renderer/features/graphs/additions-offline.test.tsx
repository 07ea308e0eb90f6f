import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchDocument, listDocuments } from '#shared/contract/documents/endpoints'
import { listAnnotations } from '#shared/contract/graphs/annotations'
import { listGraphs, readGraph } from '#shared/contract/graphs/endpoints'
import { listThresholds } from '#shared/contract/graphs/thresholds'
import { searchLogs } from '#shared/contract/logs/endpoints'
import { apiError } from '#shared/errors'
import { useCopiesShown } from '../../platform/copies-shown'
import { offlineCopies } from '../../platform/offline-copies'
import { resetOrganisation } from '../../platform/store'
import { MemoryCopies } from '../../platform/test-copies'
import { withEnglish } from '../../platform/test-page'
import { serve, withServer } from '../../platform/test-server'
import { dropPlots } from './last-read'
import { listedOf, plotOf, thresholdOf } from './test-graphs'
import { withTestLogbook } from './test-logbook'

// jsdom has no canvas.
vi.mock('./drawing', () => ({
  draw: () => ({ show: () => undefined, seriesAt: () => null, resize: () => undefined, dispose: () => undefined }),
}))
withServer()
withEnglish('graphs', 'documents')
const setup = withTestLogbook()

const tom = { user_id: 8, user_displayname: 'Tom Reyes', user_image: '/objects/face', user_phone: null }
const author = { ...tom, user_email: 'tom@example.org' }
const annotation = {
  ...{ annotation_id: 1, graph_id: 5, text: 'Till 2 was shut', author, is_editable: true },
  ...{ from: '2026-11-20T09:00:00.000Z', to: null, created_at: '2026-11-20T11:00:00.000Z' },
}
const parts = ['annotations', 'thresholds'].map(part => `7.3 document.3.plot.5.${part}`)

let storage: MemoryCopies
beforeEach(() => {
  storage = new MemoryCopies()
  offlineCopies.keepIn(storage)
  setup.logbook.graphs = [listedOf()]
  serve(readGraph, plotOf())
  serve(searchLogs, [])
  serve(listAnnotations, [annotation])
  serve(listThresholds, [thresholdOf()])
})
afterEach(() => offlineCopies.keepIn(null))

const listed = async (name: string) => within(await screen.findByRole('list', { name })).getAllByRole('listitem')

/** Reads the graph, then comes again after a reload without a server. */
async function readThenReload(): Promise<() => void> {
  const { unmount } = setup.logbook.open('/docs/3/5')
  expect(await listed('Annotations')).toHaveLength(1)
  expect(await listed('Thresholds')).toHaveLength(1)
  await offlineCopies.flush()
  unmount()
  resetOrganisation()
  for (const endpoint of [listAnnotations, listThresholds, readGraph, listGraphs, fetchDocument, listDocuments])
    serve(endpoint, () => Response.error())
  return setup.logbook.open('/docs/3/5').unmount
}

test('The annotations and thresholds of a graph stay readable without the server, with their authors’ names only', async () => {
  await readThenReload()
  expect((await listed('Annotations'))[0]).toHaveTextContent('Till 2 was shut')
  expect((await listed('Annotations'))[0]).toHaveTextContent('Tom Reyes')
  expect((await listed('Thresholds'))[0]).toHaveTextContent(/more than|above/i)
  expect(screen.queryByText(/did not load/)).toBeNull()
  const shown = Object.keys(useCopiesShown.getState().shown).map(name => `7.3 ${name}`)
  expect(shown).toEqual(expect.arrayContaining(parts))
  const stored = JSON.stringify(parts.map(name => storage.copies.get(name)?.json))
  expect(stored).toContain('Tom Reyes')
  expect(stored).not.toMatch(/objects|example\.org/)
})

test('They leave the device when the server refuses them, and the strip when the graph is left', async () => {
  const leave = await readThenReload()
  await listed('Annotations')
  await listed('Thresholds')
  leave()
  expect(Object.keys(useCopiesShown.getState().shown).filter(name => name.includes('plot'))).toEqual([])
  resetOrganisation()
  serve(readGraph, plotOf())
  for (const endpoint of [listAnnotations, listThresholds]) serve(endpoint, apiError('graph.not_found'))
  setup.logbook.open('/docs/3/5')
  await expect.poll(() => storage.names.filter(name => parts.includes(name))).toEqual([])
})

test('They leave the device with a deleted graph', async () => {
  await readThenReload()
  expect(storage.names).toEqual(expect.arrayContaining(parts))
  await dropPlots(3, 5)
  expect(storage.names.filter(name => parts.includes(name))).toEqual([])
})
