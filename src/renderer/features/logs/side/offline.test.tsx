import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { downloadFiles } from '#shared/contract/attachments/endpoints'
import { listLinkedFrom } from '#shared/contract/documents/links'
import { type DocumentFile, readSide } from '#shared/contract/logs/side'
import { apiError } from '#shared/errors'
import { useCopiesShown } from '../../../platform/copies-shown'
import { offlineCopies } from '../../../platform/offline-copies'
import { resetOrganisation } from '../../../platform/store'
import { MemoryCopies } from '../../../platform/test-copies'
import { withEnglish } from '../../../platform/test-page'
import { onItsWay, serve, withServer } from '../../../platform/test-server'
import { fileId } from '../../../platform/test-uploads'
import { listedOf } from '../../graphs/test-graphs'
import { withTestLogbook } from '../../graphs/test-logbook'
import { logOf, sideFrom } from '../test-logs'
import { useSide } from './store'

// jsdom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({
  Virtualizer: ({ data, children }: { data: unknown[]; children: (row: unknown, index: number) => unknown }) => (
    <>{data.map(children) as never}</>
  ),
}))
withServer()
withEnglish('graphs', 'logs')
const setup = withTestLogbook()

const queue = { graph_id: 5, label: 1, text: 'Queue' }
const fileOf = (nr: number): DocumentFile => ({
  ...{ file_id: fileId(nr), file_name: `paper-${nr}.txt`, mime_type: 'text/plain', log_id: 1 },
  created_at: '2026-11-20T09:00:00.000Z',
})
const files = Array.from({ length: 7 }, (_, nr) => fileOf(nr + 1))
const copies = ['7.3 document.3.day.2026-11-20', '7.3 document.3.files']

let storage: MemoryCopies
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T15:00:00Z') })
  storage = new MemoryCopies()
  offlineCopies.keepIn(storage)
  const { logbook } = setup
  logbook.graphs = [listedOf()]
  logbook.logs = [logOf(4, { labels: [queue] })]
  serve(readSide, call => sideFrom(logbook.logs, call, files))
})
afterEach(() => {
  offlineCopies.keepIn(null)
  vi.useRealTimers()
})

const rows = async (name: string) =>
  (await within(await screen.findByRole('region', { name })).findAllByRole('listitem')).map(row => row.textContent)
const keptBeside = () => storage.names.filter(name => copies.includes(name)).sort()
const shownBeside = () => Object.keys(useCopiesShown.getState().shown).filter(name => copies.includes(`7.3 ${name}`))

/** Comes again after a reload without an answer for what is beside the timeline; copies of the timeline have their own tests. */
async function reload(leave: () => void): Promise<() => void> {
  await offlineCopies.flush()
  leave()
  resetOrganisation()
  for (const endpoint of [readSide, listLinkedFrom, downloadFiles]) serve(endpoint, () => Response.error())
  return setup.logbook.open('/docs/3').unmount
}

async function readThenReload(): Promise<() => void> {
  const { unmount } = setup.logbook.open('/docs/3')
  expect(await rows('Labels today')).toEqual(['Queue1'])
  expect(await rows('Files')).toHaveLength(5)
  return reload(unmount)
}

describe('What is beside a timeline', () => {
  test('stays readable without the server: the day, and its files by their names', async () => {
    await readThenReload()
    expect(await rows('Labels today')).toEqual(['Queue1'])
    expect(await rows('Files')).toEqual(files.slice(0, 5).map(file => file.file_name))
    expect(screen.queryByText(/did not load/)).toBeNull()
    expect(shownBeside().sort()).toEqual(copies.map(name => name.slice(4)))
  })

  test('has as many files as were read', async () => {
    const { unmount } = setup.logbook.open('/docs/3')
    await rows('Files')
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
    await waitFor(async () => expect(await rows('Files')).toHaveLength(7))
    await reload(unmount)
    expect(await rows('Files')).toHaveLength(7)
  })

  test('does not say that a file is gone that needs a connection', async () => {
    await readThenReload()
    const list = within(await screen.findByRole('region', { name: 'Files' }))
    await userEvent.click(list.getByRole('button', { name: 'paper-1.txt' }))
    expect(await list.findByRole('alert')).toHaveTextContent(/^paper-1\.txt could not be downloaded\. Check the conn/)
  })

  test('leaves the strip with the logbook, and the device when the server refuses it, even where it is shown', async () => {
    const leave = await readThenReload()
    await rows('Files')
    leave()
    expect(shownBeside()).toEqual([])
    expect(keptBeside()).toEqual(copies)
    resetOrganisation()
    const refusal = onItsWay(apiError('document.not_found'))
    serve(readSide, () => refusal.given)
    setup.logbook.open('/docs/3')
    await rows('Files')
    refusal.arrive()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Files' })).toBeNull())
    await expect.poll(keptBeside).toEqual([])
    expect(shownBeside()).toEqual([])
  })

  test('leaves the strip also when the reader leaves before its copies are read', async () => {
    const leave = await readThenReload()
    await rows('Files')
    leave()
    resetOrganisation()
    const { show, hide } = useSide.getState()
    const read = show(3, '2026-11-20')
    // The reader is gone in the moment in which the copies are read.
    vi.spyOn(storage, 'get').mockImplementation(async (account, name) => {
      hide()
      return storage.copies.get(`${account} ${name}`)
    })
    await read
    expect(shownBeside()).toEqual([])
  })
})
