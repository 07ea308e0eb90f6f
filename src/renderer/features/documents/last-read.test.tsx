import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listAccessRequests, listGrants } from '#shared/contract/access/endpoints'
import { fetchDocument, listDocuments, listUnread, openedDocument } from '#shared/contract/documents/endpoints'
import { listGraphs } from '#shared/contract/graphs/endpoints'
import { logsByIds, readLogs } from '#shared/contract/logs/endpoints'
import type { Log } from '#shared/contract/logs/log'
import { readSide } from '#shared/contract/logs/side'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { apiError } from '#shared/errors'
import { useCopiesShown } from '../../platform/copies-shown'
import { startLive } from '../../platform/live'
import { offlineCopies } from '../../platform/offline-copies'
import { endSession } from '../../platform/session'
import { resetOrganisation } from '../../platform/store'
import { detailOf, organisationOf, profileOf } from '../../platform/test-cast'
import { MemoryCopies } from '../../platform/test-copies'
import { FakeEnvironment, ManualClock, settled } from '../../platform/test-environment'
import { withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { listedOf } from '../graphs/test-graphs'
import { followLastLogs } from '../logs/keep-last-read'
import { documentOf, itemOf, logOf, logsOf, pageFrom, sideFrom } from '../logs/test-logs'
import { useDirectory, useOrganisations } from '../organisations/store'
import { useProfile } from '../profile/store'
import { followLastRead } from './keep-last-read'
import { DocumentsPage } from './page'
import { startDocuments } from './start'
import { withDocumentSlots } from './test-slots'

// jsdom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({
  Virtualizer: ({ data, children }: { data: unknown[]; children: (row: unknown, index: number) => unknown }) => (
    <>{data.map(children) as never}</>
  ),
}))
withServer()
withEnglish('documents', 'graphs', 'logs', 'summaries')
startDocuments()
withDocumentSlots()
followLastRead()
followLastLogs()

const idsIn = (query: URLSearchParams) => JSON.parse(query.get('doc_log_ids') ?? '[]') as number[]

let storage: MemoryCopies
let environment: FakeEnvironment
let logs: Log[]
let isThere: boolean
/** A network that accepts calls but does not answer until the test releases the answers. */
let silence: Promise<void> | null
let clock: ManualClock
let isReadable: boolean
let stop: () => void

beforeEach(() => {
  storage = new MemoryCopies()
  clock = new ManualClock()
  silence = null
  offlineCopies.keepIn(storage, clock)
  environment = new FakeEnvironment()
  logs = [logOf(2, { title: 'Pads fitted' }), logOf(1, { title: 'Brakes bled', frame_ids: [] })]
  isThere = true
  isReadable = true
  signInAs(7, { organizationId: 3 })
  useProfile.setState({ profile: profileOf({ user_timezone: 'UTC' }), status: 'ready' })
  useOrganisations.setState({ items: [organisationOf({ organization_id: 3, org_role: 'member' })], status: 'ready' })
  const gone = () => Response.error()
  const document = () => (isReadable ? documentOf() : apiError('document.not_found'))
  serve(listDocuments, () => answered(() => (isThere ? [itemOf(3, 'Bay log')] : gone())))
  serve(fetchDocument, () => answered(() => (isThere ? document() : gone())))
  serve(readLogs, call => answered(() => (isThere ? pageFrom(logs, call) : gone())))
  serve(logsByIds, ({ query }) => (isThere ? logs.filter(log => idsIn(query).includes(log.id)) : gone()))
  serve(readSide, call => (isThere ? sideFrom(logs, call) : gone()))
  serve(listAccessRequests, () => (isThere ? [] : gone()))
  serve(listGrants, () => (isThere ? [] : gone()))
  serve(listGraphs, () => (isThere ? [] : gone()))
  serve(openedDocument, () => (isThere ? null : gone()))
  serve(listUnread, () => (isThere ? [] : gone()))
  stop = startLive(environment)
})
afterEach(() => {
  cleanup()
  stop()
  endSession()
  offlineCopies.keepIn(null)
  localStorage.clear()
})

async function answered<T>(answer: () => T): Promise<T> {
  await silence
  return answer()
}

function open(at = '/docs/3') {
  const router = createMemoryRouter(
    [
      { path: '/docs', element: <DocumentsPage /> },
      { path: '/docs/:doc_id', element: <DocumentsPage /> },
    ],
    { initialEntries: [at] },
  )
  render(<RouterProvider router={router} />)
  return router
}
const article = (name: string) => screen.findByRole('article', { name })
/** The names of copies on screen, for the strip. */
const shown = () => Object.keys(useCopiesShown.getState().shown).sort()

/** Opens the logbook, then simulates a reload without a server. */
async function readThenReload(): Promise<void> {
  open()
  await article('Pads fitted')
  await screen.findByRole('link', { name: /^Bay log/ })
  await offlineCopies.flush()
  cleanup()
  resetOrganisation()
  isThere = false
}

describe('Without the server', () => {
  test('the list, the document and its newest logs are the copies read last, and the strip says from when', async () => {
    logs = logsOf(1, 40)
    open()
    await article('Log 40')
    await screen.findByRole('link', { name: /^Bay log/ })
    const beside = ['document.3.day.2026-11-20', 'document.3.files', 'document.3.graphs']
    await waitFor(async () => {
      await offlineCopies.flush()
      expect(storage.names).toEqual(expect.arrayContaining(beside.map(name => `7.3 ${name}`)))
    })
    cleanup()
    resetOrganisation()
    isThere = false
    open()
    expect(await article('Log 40')).toBeVisible()
    expect(screen.getByRole('link', { name: /^Bay log/ })).toBeVisible()
    expect(within(screen.getByRole('feed')).getAllByRole('article')).toHaveLength(30)
    await expect.poll(shown).toEqual(['document.3', ...beside, 'document.3.logs', 'logbooks'])
  })

  test('a log that is written there can have the labels of the logbook [3.8]', async () => {
    const listed = [listedOf({ labels: { 0: 'Bay free', 1: 'Over plan' } })]
    serve(listGraphs, () => (isThere ? listed : Response.error()))
    await readThenReload()
    open()
    await article('Pads fitted')
    const form = within(screen.getByRole('form', { name: 'Write in one line' }))
    await userEvent.click(await form.findByRole('button', { name: 'Labels' }))
    expect(await screen.findByRole('menuitemcheckbox', { name: 'Over plan' })).toBeVisible()
  })

  test('a log that is written there can name people, of whom nothing but their names is stored [D38]', async () => {
    const tom = {
      user_id: 8,
      user_displayname: 'Tom Reyes',
      user_image: null,
      user_phone: null,
      user_email: 'tom@b.example',
    }
    const joined = { org_role: 'member' as const, role_ids: [], branch_ids: [], joined_at: '2026-10-01T09:00:00.000Z' }
    serve(organisationInfo, () => (isThere ? detailOf({ all_users: [{ ...tom, ...joined }] }) : Response.error()))
    open()
    const line = () => screen.findByRole('textbox', { name: 'Write a log' })
    await userEvent.click(await line())
    await waitFor(() => expect(useDirectory.getState().status).toBe('ready'))
    await settled()
    await offlineCopies.flush()
    expect(JSON.stringify([...storage.copies.values()])).not.toContain('tom@b.example')
    cleanup()
    resetOrganisation()
    isThere = false
    open()
    await userEvent.type(await line(), 'Keys are with @to')
    expect(await screen.findByRole('option', { name: 'Tom Reyes' })).toBeVisible()
  })

  test('copies contain no addresses of people’s pictures', async () => {
    const face = {
      user_id: 8,
      user_displayname: 'Tom Reyes',
      user_image: '/objects/face',
      user_phone: null,
      user_email: null,
    }
    logs = [logOf(1, { title: 'Brakes bled', created_by: face })]
    open()
    await article('Brakes bled')
    await offlineCopies.flush()
    expect(storage.names).toContain('7.3 document.3')
    expect(JSON.stringify([...storage.copies.values()])).not.toContain('/objects/face')
  })

  test('data that was never read says that it did not load', async () => {
    isThere = false
    open()
    expect(await screen.findByRole('heading', { level: 1, name: /did not load/ })).toBeVisible()
    expect(shown()).toEqual([])
  })

  test('once it is back everything is loaded again, and the strip disappears', async () => {
    await readThenReload()
    open()
    await article('Pads fitted')
    isThere = true
    logs = [logOf(3, { title: 'Wheel trued' }), ...logs]
    environment.latest.accept()
    environment.latest.emit({ event: 'ready', seq: 10 })
    expect(await article('Wheel trued')).toBeVisible()
    await waitFor(() => expect(shown()).toEqual([]))
  })

  test('once it is back, documents that were left meanwhile are loaded again too, so that the strip does not stay', async () => {
    await readThenReload()
    const router = open()
    await article('Pads fitted')
    await act(() => router.navigate('/docs'))
    expect(shown()).toContain('document.3')
    isThere = true
    environment.latest.accept()
    environment.latest.emit({ event: 'ready', seq: 10 })
    await waitFor(() => expect(shown()).toEqual([]))
  })

  test('a displayed copy is not stored again as if it were new', async () => {
    await readThenReload()
    const before = [...storage.copies.values()]
    open()
    await article('Pads fitted')
    await settled()
    await offlineCopies.flush()
    expect([...storage.copies.values()]).toEqual(before)
  })
})

describe('On a network that accepts calls and does not answer them', () => {
  const awaited = () => Object.keys(useCopiesShown.getState().awaited).sort()

  /** Simulates a reload on such a network; returns the function that releases the answers. */
  async function readThenReloadInSilence(): Promise<() => void> {
    await readThenReload()
    isThere = true
    let answer = () => {}
    silence = new Promise(resolve => {
      answer = resolve
    })
    open()
    await settled()
    return answer
  }

  test('copies are shown after a tenth of a second', async () => {
    await readThenReloadInSilence()
    await clock.pass(99)
    expect(screen.queryByRole('article')).toBeNull()
    await clock.pass(1)
    expect(await article('Pads fitted')).toBeVisible()
    expect(screen.getByRole('link', { name: /^Bay log/ })).toBeVisible()
    expect(shown()).toEqual(['document.3', 'document.3.logs', 'logbooks'])
    expect(awaited()).toEqual(shown())
  })

  test('late answers join the displayed data, in its newest version', async () => {
    const answer = await readThenReloadInSilence()
    await clock.pass(100)
    const read = await article('Brakes bled')
    logs = [
      logOf(3, { title: 'Wheel trued' }),
      ...logs.map(log => ({ ...log, title: `${log.title} well`, revision: 1 })),
    ]
    answer()
    expect(await article('Wheel trued')).toBeVisible()
    expect(await article('Brakes bled well')).toBe(read)
    await waitFor(() => expect(shown()).toEqual([]))
  })

  test('a late answer replaces its copy without a moment in which the server seems to be unreachable', async () => {
    const answer = await readThenReloadInSilence()
    await clock.pass(100)
    await article('Pads fitted')
    const unreachable = new Set<string>()
    const unfollow = useCopiesShown.subscribe(state => {
      for (const name of Object.keys(state.shown)) if (!(name in state.awaited)) unreachable.add(name)
    })
    answer()
    await waitFor(() => expect(shown()).toEqual([]))
    unfollow()
    expect([...unreachable]).toEqual([])
  })

  test('late answers leave no gap after many new logs', async () => {
    const answer = await readThenReloadInSilence()
    await clock.pass(100)
    await article('Pads fitted')
    logs = [...logsOf(3, 60), ...logs]
    answer()
    expect(await article('Log 3')).toBeVisible()
    expect(await article('Log 32')).toBeVisible()
    expect(await article('Brakes bled')).toBeVisible()
    await waitFor(() => expect(shown()).toEqual([]))
  })

  test('a call that finally fails keeps the copy, and the strip says that the server cannot be reached', async () => {
    const answer = await readThenReloadInSilence()
    await clock.pass(100)
    await article('Pads fitted')
    isThere = false
    answer()
    await waitFor(() => expect(awaited()).toEqual([]))
    expect(await article('Pads fitted')).toBeVisible()
    expect(shown()).toEqual(['document.3', 'document.3.logs', 'logbooks'])
  })

  test('a late refusal removes the copy', async () => {
    const answer = await readThenReloadInSilence()
    await clock.pass(100)
    await article('Pads fitted')
    isReadable = false
    answer()
    expect(await screen.findByRole('heading', { name: 'You cannot open this' })).toBeVisible()
    expect(screen.queryByRole('article')).toBeNull()
  })

  test('an answer in time is shown without a copy', async () => {
    const answer = await readThenReloadInSilence()
    await clock.pass(80)
    logs = [logOf(4, { title: 'Saddle raised' })]
    answer()
    expect(await article('Saddle raised')).toBeVisible()
    await clock.pass(5_000)
    expect(screen.queryByRole('article', { name: 'Pads fitted' })).toBeNull()
    expect(shown()).toEqual([])
  })
})

describe('Copies are removed from the device', () => {
  test('with the first contact after the access was taken away', async () => {
    await readThenReload()
    isThere = true
    isReadable = false
    environment.latest.accept()
    environment.latest.emit({ event: 'ready', seq: 10 })
    await waitFor(() => expect(storage.names).toEqual(['7.3 logbooks']))
  })

  test('with a workspace that the person has left', async () => {
    await readThenReload()
    useOrganisations.setState({ items: [organisationOf({ organization_id: 4 })], status: 'ready' })
    await waitFor(() => expect(storage.names).toEqual([]))
  })

  test('a refusal of the server never shows a copy', async () => {
    await readThenReload()
    isThere = true
    isReadable = false
    open()
    expect(await screen.findByRole('heading', { name: 'You cannot open this' })).toBeVisible()
    expect(shown()).toEqual([])
  })
})
