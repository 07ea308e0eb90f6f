import { act, cleanup, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listAccessRequests, listGrants } from '#shared/contract/access/endpoints'
import {
  type Document,
  fetchDocument,
  listDocuments,
  openedDocument,
  updateDocument,
} from '#shared/contract/documents/endpoints'
import { listGraphs } from '#shared/contract/graphs/endpoints'
import { logsByIds, readLogs } from '#shared/contract/logs/endpoints'
import { readSide } from '#shared/contract/logs/side'
import { refreshSummary, type SummaryState } from '#shared/contract/summaries/endpoints'
import { apiError } from '#shared/errors'
import { withNamespaces } from '../../i18n/languages'
import { startLive } from '../../platform/live'
import { endSession } from '../../platform/session'
import { organisationOf, profileOf } from '../../platform/test-cast'
import { FakeEnvironment, settled } from '../../platform/test-environment'
import { withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { DocumentsPage } from '../documents/page'
import { startDocuments } from '../documents/start'
import { withDocumentSlots } from '../documents/test-slots'
import { documentOf, itemOf, logOf, logsOf, pageFrom, sideFrom } from '../logs/test-logs'
import { useOrganisations } from '../organisations/store'
import { useProfile } from '../profile/store'
import { useSummaryTexts } from './use-summary-texts'

vi.mock('virtua', () => ({
  Virtualizer: ({ data, children }: { data: unknown[]; children: (row: unknown, index: number) => unknown }) => (
    <>{data.map(children) as never}</>
  ),
}))
withServer()
withEnglish()
beforeAll(() => withNamespaces('summaries', withNamespaces('documents', Promise.resolve())))
startDocuments()
withDocumentSlots()

const text = 'Bay 2 **ran over** [2](#/docs/3?log=2). Pads are short [77](#/docs/3?log=77) [2](#/docs/3?log=2).'
const state: SummaryState = {
  range: 'day',
  from: '2026-11-20T08:01:00.000Z',
  to: '2026-11-20T08:03:00.000Z',
  log_count: 3,
  newer_count: 0,
  corrected_count: 0,
  written_at: '2026-11-20T14:04:00.000Z',
  by: 'mate',
  model: 'used',
}
let doc: Document
let environment: FakeEnvironment
let stop: () => void
let seq: number

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T15:00:00Z') })
  environment = new FakeEnvironment()
  signInAs(7, { organizationId: 3 })
  useProfile.setState({ profile: profileOf({ user_timezone: 'UTC' }), status: 'ready' })
  useOrganisations.setState({ items: [organisationOf({ org_role: 'owner' })], status: 'ready' })
  doc = documentOf({ content: text, summary: state, log_id: 3, prompt: 'Be brief.' })
  serve(listDocuments, [itemOf(3, 'Bay log')])
  serve(fetchDocument, () => doc)
  serve(readSide, call => sideFrom([], call))
  serve(readLogs, call => pageFrom(logsOf(1, 3), call))
  serve(listGrants, [])
  serve(listGraphs, [])
  serve(listAccessRequests, [])
  serve(openedDocument, null)
  serve(logsByIds, () => [logOf(77, { title: 'Shelf counted' })])
  stop = startLive(environment)
  await settled()
  environment.latest.accept()
  seq = 10
  environment.latest.emit({ event: 'ready', seq })
})
afterEach(() => {
  cleanup()
  stop()
  endSession()
  localStorage.clear()
  vi.useRealTimers()
})

function emit(change: unknown): void {
  seq += 1
  act(() => environment.latest.emit({ event: 'event', seq, actor_id: 8, at: '2026-11-20T15:00:00.000Z', change }))
}

async function open(): Promise<HTMLElement> {
  const router = createMemoryRouter([{ path: '/docs/:doc_id', element: <DocumentsPage /> }], {
    initialEntries: ['/docs/3'],
  })
  render(<RouterProvider router={router} />)
  return screen.findByRole('region', { name: 'Summary' })
}

const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime })

describe('The summary of a logbook [D18]', () => {
  test('shows what it covers and how old it is, and its citations link to their logs by name', async () => {
    const card = within(await open())
    expect(card.getByRole('heading', { name: 'Today so far' })).toBeVisible()
    expect(card.getByText('Updated 2:04 PM from 3 logs')).toBeVisible()
    const [first, other] = await card.findAllByRole('link', { name: 'Log 1: Log 2' })
    expect(first).toHaveAttribute('href', '#/docs/3?log=2')
    expect(other).toHaveTextContent('1')
    expect(await card.findByRole('link', { name: 'Log 2: Shelf counted' })).toHaveAttribute('href', '#/docs/3?log=77')
    expect(card.queryByText(/copied from the logs/)).toBeNull()
    expect((await axe.run(document.body)).violations.filter(violation => violation.id !== 'color-contrast')).toEqual([])
  })

  test('asks before Mate replaces one that was written by hand, however it is requested', async () => {
    doc = { ...doc, summary: { ...state, by: 'person' } }
    const calls = serve(refreshSummary, 'New')
    const card = within(await open())
    await user().click(card.getByRole('button', { name: 'Refresh' }))
    const question = await screen.findByRole('alertdialog', { name: 'Replace the summary that was written by hand?' })
    await user().click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(calls).toHaveLength(0)
    await user().click(card.getByRole('button', { name: /^Logs that Mate reads/ }))
    await user().click(await screen.findByRole('menuitemradio', { name: 'This week' }))
    await user().click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Replace' }))
    await waitFor(() => expect(calls.map(call => call.body)).toMatchObject([{ doc_id: 3, range: 'week' }]))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test.each([
    ['logbook', 'none', /copied from the logs, because no language model/],
    ['diarization', 'none', /copied from what was said, because no language model/],
    ['diarization', 'unused', /copied from what was said, because the language model/],
  ] as const)('says of a %s that its sentences are copied, and why (%s)', (document_type, model, note) => {
    const info = { ...doc, document_type, summary: { ...state, model } }
    const { result } = renderHook(() => useSummaryTexts(info))
    expect(result.current.note).toMatch(note)
  })

  test.each([
    [
      { written_at: '2026-11-19T14:04:00.000Z', to: '2026-11-19T14:00:00.000Z' },
      'Until Yesterday',
      /^Updated Yesterday, 2:04 PM/,
    ],
    [{ range: 'week' }, 'This week so far', /^Updated 2:04 PM/],
    [{ range: 'all', log_count: 1 }, 'Summary', /from 1 log$/],
    [{ by: 'person' }, 'Summary', /^Written by hand, 2:04 PM$/],
  ] as const)('shows its time range and its author: %o', async (more, title, made) => {
    doc = { ...doc, summary: { ...state, ...more } }
    const card = within(await open())
    expect(card.getByRole('heading', { name: title })).toBeVisible()
    expect(card.getByText(made)).toBeVisible()
  })

  test('says when it is copied from the logs, and that a model can be connected [D25]', async () => {
    doc = { ...doc, summary: { ...state, model: 'none' } }
    expect(within(await open()).getByText(/copied from the logs.*Its operator can connect one/)).toBeVisible()
  })

  test('shows the number of newer logs, including those that arrive meanwhile', async () => {
    doc = { ...doc, summary: { ...state, newer_count: 2 } }
    const card = within(await open())
    expect(card.getByText('2 newer logs')).toBeVisible()
    emit({ kind: 'log.added', doc_id: 3, log: logOf(4) })
    expect(await card.findByText('3 newer logs')).toBeVisible()
    emit({ kind: 'log.added', doc_id: 3, log: logOf(4) })
    expect(card.getByText('3 newer logs')).toBeVisible()
  })

  test('shows the number of corrections since, including those made meanwhile [D19]', async () => {
    const card = within(await open())
    expect(card.queryByText(/correction/)).toBeNull()
    doc = { ...doc, summary: { ...state, corrected_count: 1 } }
    emit({ kind: 'log.corrected', doc_id: 3, log: logOf(2, { title: 'Said better', revision: 1 }) })
    expect(await card.findByText('1 correction since')).toBeVisible()
    doc = { ...doc, summary: { ...state, corrected_count: 2 } }
    // A log that is not part of the summary.
    emit({ kind: 'log.corrected', doc_id: 3, log: logOf(9, { revision: 1 }) })
    emit({ kind: 'log.corrected', doc_id: 3, log: logOf(1, { revision: 1 }) })
    expect(await card.findByText('2 corrections since')).toBeVisible()
  })

  test('is refreshed for the chosen time range: busy meanwhile, and then the new one', async () => {
    let answer = (_text: string) => {}
    const calls = serve(refreshSummary, () => new Promise<string>(resolve => (answer = resolve)))
    const card = within(await open())
    await user().click(card.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toMatchObject({ doc_id: 3, range: 'day' })
    expect(card.getByRole('status')).toHaveTextContent('Mate is writing the summary')
    await user().click(card.getByRole('button', { name: 'Refresh' }))
    expect(card.getByText(/Pads are short/)).toBeVisible()
    doc = { ...doc, content: 'New words [3](#/docs/3?log=3).', version: 2 }
    answer(doc.content)
    expect(await card.findByText(/New words/)).toBeVisible()
    expect(card.getByRole('status')).toBeEmptyDOMElement()
    expect(calls).toHaveLength(1)

    await user().click(card.getByRole('button', { name: 'Logs that Mate reads: Today' }))
    await user().click(await screen.findByRole('menuitemradio', { name: 'This week' }))
    await waitFor(() => expect(calls[1]?.body).toMatchObject({ range: 'week' }))
    answer(doc.content)
    await waitFor(() => expect(card.getByRole('status')).toBeEmptyDOMElement())
  })

  test('that could not be refreshed stays, and says why until it is closed', async () => {
    serve(refreshSummary, apiError('summary.model_failed'))
    const card = within(await open())
    await user().click(card.getByRole('button', { name: 'Refresh' }))
    expect(await card.findByRole('alert')).toHaveTextContent('The language model did not answer.')
    expect(card.getByText(/Pads are short/)).toBeVisible()
    await user().click(card.getByRole('button', { name: 'Close the message' }))
    expect(card.queryByRole('alert')).toBeNull()
  })

  test('has no buttons for people who may only read, and no card if there is nothing to read', async () => {
    useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })], status: 'ready' })
    useProfile.setState({ profile: profileOf({ user_timezone: 'UTC', role_info: [] }), status: 'ready' })
    doc = { ...doc, read_only: true, createdby: null }
    expect(within(await open()).queryAllByRole('button')).toEqual([])
    doc = { ...doc, content: '', version: 2 }
    emit({ kind: 'document.updated', doc_id: 3 })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Summary' })).toBeNull())
  })

  test('is offered if there is none yet', async () => {
    doc = { ...doc, content: '', summary: null }
    const card = within(await open())
    expect(card.getByText('No summary yet. Choose Refresh to let Mate write one.')).toBeVisible()
    expect(card.getByRole('button', { name: 'Refresh' })).toBeVisible()
  })
})

describe('What the summary should say', () => {
  test('is kept while it is typed, is saved, and refreshes the summary', async () => {
    const saved = serve(updateDocument, ({ body }) => ({ ...doc, prompt: String(body.prompt) }))
    const refreshed = serve(refreshSummary, 'New.')
    await open()
    await user().click(screen.getByRole('button', { name: 'Edit prompt' }))
    const field = await screen.findByRole('textbox', { name: 'What the summary should say' })
    expect(field).toHaveValue('Be brief.')
    await user().type(field, ' Name tickets.')
    await user().click(screen.getByRole('button', { name: 'Cancel' }))
    await user().click(screen.getByRole('button', { name: 'Edit prompt' }))
    expect(await screen.findByRole('textbox', { name: 'What the summary should say' })).toHaveValue(
      'Be brief. Name tickets.',
    )
    await user().click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(refreshed).toHaveLength(1))
    expect(saved[0]?.body).toMatchObject({ doc_id: 3, prompt: 'Be brief. Name tickets.' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is saved without a refresh if that is not wanted, and says when it was not saved', async () => {
    serve(updateDocument, apiError('permission.missing'))
    const refreshed = serve(refreshSummary, 'New.')
    await open()
    await user().click(screen.getByRole('button', { name: 'Edit prompt' }))
    await user().click(await screen.findByRole('checkbox', { name: 'Refresh the summary now' }))
    await user().click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('alert')).toBeVisible()
    serve(updateDocument, () => doc)
    await user().click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(refreshed).toHaveLength(0)
  })
})
