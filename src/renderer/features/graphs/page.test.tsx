import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteGraph, type PlottedGraph, readGraph, updateGraph } from '#shared/contract/graphs/endpoints'
import { listSpacesOfGraph, pinToSpace } from '#shared/contract/graphs/spaces'
import { logsByIds, searchLogs } from '#shared/contract/logs/endpoints'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../platform/session'
import { useSidebar } from '../../platform/sidebar'
import { branchOf, detailOf } from '../../platform/test-cast'
import { expectMenuInPalette, offeredActions } from '../../platform/test-menu-actions'
import { withEnglish } from '../../platform/test-page'
import { type Received, serve, withServer } from '../../platform/test-server'
import { listedKeys } from '../../ui/local-keys'
import { documentOf, logOf } from '../logs/test-logs'
import { closeNotice, pressUndo } from '../undo/test-undo'
import { graphOf, listedOf, plotOf } from './test-graphs'
import { withTestLogbook } from './test-logbook'

const drawn = vi.hoisted(() => ({ options: [] as unknown[], series: null as string | null }))
// jsdom has no canvas.
vi.mock('./drawing', () => ({
  draw: () => ({
    show: (option: unknown) => drawn.options.push(option),
    seriesAt: () => drawn.series,
    resize: () => undefined,
    dispose: () => undefined,
  }),
}))
withServer()
withEnglish('graphs', 'documents')
const setup = withTestLogbook()

let plot: PlottedGraph
let reads: Received[]
let searches: Received[]
const label = (index: number, text: string) => ({ graph_id: 5, label: index, text })

beforeEach(() => {
  drawn.series = null
  plot = plotOf()
  setup.logbook.graphs = [
    listedOf({ is_pinned: true }),
    listedOf({ graph_id: 6, name: 'Tills', label_counts: { 0: 0 } }),
  ]
  reads = serve(readGraph, () => plot)
  searches = serve(searchLogs, [logOf(13, { labels: [label(0, 'Clear'), label(1, 'Queue')], frame_ids: [] })])
})

const time = () => screen.findByRole('slider', { name: /^Time/ })
const chosen = (name: string | RegExp) => screen.findByRole('region', { name })

describe('The page of a graph [1.6] [2.1]', () => {
  test('shows its labels over time with visible and accessible names, and passes the accessibility check', async () => {
    const { container } = setup.logbook.open('/docs/3/5')
    expect(await screen.findByRole('heading', { level: 1, name: 'Queue at the counter' })).toBeVisible()
    expect(screen.getByText('Labels from 3 logs')).toBeVisible()
    expect(screen.getByRole('img')).toHaveAccessibleName(
      'Queue at the counter, Fri, Nov 20, 2026: 3 logs. Clear 3, Queue 1, Unattended 0. Highest value: Clear, 2, Fri, Nov 20, 9:00 AM – 10:00 AM.',
    )
    expect(reads[0]?.query.get('zone')).toBe('UTC')
    expect(reads[0]?.query.has('from')).toBe(false)
    const list = within(screen.getByRole('navigation', { name: 'Graphs of this logbook' }))
    expect(list.getByRole('link', { current: 'page' })).toHaveTextContent(
      'Queue at the counterPinned, 3 labels, used 3 times',
    )
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  test('lists the logs of an hour chosen with the arrow keys, each linked to its place', async () => {
    setup.logbook.open('/docs/3/5')
    const slider = await time()
    slider.focus()
    expect(listedKeys().map(({ group }) => group)).toContain('chart')
    await userEvent.keyboard('{Home}{ArrowRight>9/}')
    expect(slider).toHaveAttribute('aria-valuetext', 'Fri, Nov 20, 9:00 AM – 10:00 AM: Clear 2')
    await userEvent.keyboard('{Enter}')
    const logs = within(await chosen('Fri, Nov 20, 9:00 AM – 10:00 AM'))
    expect(await logs.findByRole('link', { name: 'Log 13' })).toHaveAttribute('href', '#/docs/3?log=13')
    expect(logs.getByText('2 logs')).toBeVisible()
    expect(searches[0]?.body).toMatchObject({
      doc_ids: [3],
      labels: [0, 1, 2].map(index => ({ graph_id: 5, label: index })),
      from: '2026-11-20T09:00:00.000Z',
      to: '2026-11-20T10:00:00.000Z',
    })
    expect(logs.getByRole('link', { name: 'Open in logbook' })).toHaveAttribute(
      'href',
      '#/docs/3?on=2026-11-20&labels=5.0,5.1,5.2',
    )
  })

  test('lists those of a stretch extended with Shift, and clears it with Escape', async () => {
    setup.logbook.open('/docs/3/5')
    const slider = await time()
    slider.focus()
    await userEvent.keyboard('{Home}{ArrowRight>9/}{Shift>}{ArrowRight}{/Shift}')
    expect(slider).toHaveAttribute('aria-valuetext', 'Fri, Nov 20, 9:00 AM – 11:00 AM: Clear 3, Queue 1')
    await userEvent.keyboard('{Enter}')
    const region = await chosen('Fri, Nov 20, 9:00 AM – 11:00 AM')
    expect(searches[0]?.body).toMatchObject({ from: '2026-11-20T09:00:00.000Z', to: '2026-11-20T11:00:00.000Z' })
    await userEvent.keyboard('{Escape}')
    expect(region).not.toBeInTheDocument()
  })

  test('lists those of a pressed point, of a label, and a single one by its mark', async () => {
    serve(logsByIds, [logOf(12, { title: 'Two waiting' })])
    setup.logbook.open('/docs/3/5')
    drawn.series = '1'
    const slider = await time()
    fireEvent.pointerDown(slider, { button: 0, clientX: 0 })
    fireEvent.pointerUp(slider, { clientX: 0 })
    expect(await chosen(/^Queue, Fri, Nov 20/)).toBeVisible()
    expect(searches[0]?.body).toMatchObject({ labels: [{ graph_id: 5, label: 1 }] })
    await userEvent.click(screen.getByRole('button', { name: 'Clear 3' }))
    expect(await chosen('Clear, Fri, Nov 20, 2026')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Clear 3', pressed: true })).toBeVisible()
    const marks = screen.getByRole('slider', { name: /^Logs with Clear/ })
    marks.focus()
    expect(marks).toHaveAttribute('aria-valuetext', 'Friday, November 20, 2026, 10:30 AM, Log 13')
    expect(listedKeys().map(({ group }) => group)).toContain('marks')
    await userEvent.keyboard('{ArrowLeft}{Enter}')
    expect(await screen.findByRole('link', { name: 'Two waiting' })).toBeVisible()
  })

  test('shows the same as a table, with sums, from which times can be chosen too', async () => {
    setup.logbook.open('/docs/3/5')
    await userEvent.click(await screen.findByRole('radio', { name: 'Table' }))
    const table = within(await screen.findByRole('table', { name: 'Figures of Queue at the counter' }))
    const rows = table.getAllByRole('row').map(row => row.textContent)
    expect(rows).toHaveLength(26)
    expect(rows[0]).toBe('HourClearQueueUnattended')
    expect(rows[11]).toBe('Fri, Nov 20, 10:00 AM – 11:00 AM110')
    expect(rows[25]).toBe('Total310')
    await userEvent.click(table.getByRole('button', { name: 'Fri, Nov 20, 10:00 AM – 11:00 AM' }))
    expect(await chosen('Fri, Nov 20, 10:00 AM – 11:00 AM')).toBeVisible()
  })

  test('hides labels in chart and table, and draws bars', async () => {
    setup.logbook.open('/docs/3/5')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Clear' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Bars' }))
    const { series } = drawn.options.at(-1) as { series: { name: string; type: string }[] }
    expect(series.map(sery => [sery.name, sery.type])).toEqual([
      ['Queue', 'bar'],
      ['Unattended', 'bar'],
    ])
    expect(screen.queryByRole('button', { name: 'Clear 3' })).toBeNull()
  })

  test('shows another time and other units, and the address keeps them', async () => {
    const { router } = setup.logbook.open('/docs/3/5?from=2026-03-28&to=2026-03-29')
    await time()
    expect(reads[0]?.query.get('from')).toBe('2026-03-28T00:00:00.000Z')
    expect(reads[0]?.query.get('to')).toBe('2026-03-30T00:00:00.000Z')
    await userEvent.click(screen.getByRole('button', { name: 'Earlier' }))
    await waitFor(() => expect(router.state.location.search).toBe('?from=2026-11-19&to=2026-11-19'))
    await router.navigate('/docs/3/5')
    fireEvent.keyDown(document.body, { key: '[' })
    await waitFor(() => expect(router.state.location.search).toBe('?from=2026-11-19&to=2026-11-19'))
    await userEvent.click(screen.getByRole('button', { name: /Friday, November 20, 2026/ }))
    const form = within(await screen.findByRole('dialog', { name: 'Choose days' }))
    fireEvent.change(form.getByLabelText('From'), { target: { value: '2026-11-21' } })
    await userEvent.click(form.getByRole('button', { name: 'Show' }))
    expect(form.getByText('The last day cannot be before the first.')).toBeVisible()
    fireEvent.change(form.getByLabelText('From'), { target: { value: '2026-11-01' } })
    await userEvent.click(form.getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(router.state.location.search).toBe('?from=2026-11-01&to=2026-11-20'))
    await userEvent.click(screen.getByRole('radio', { name: 'Week' }))
    await waitFor(() => expect(reads.at(-1)?.query.get('unit')).toBe('week'))
  })

  test('changes live when logs are labelled, together with the selection', async () => {
    setup.logbook.open('/docs/3/5')
    await userEvent.click(await screen.findByRole('button', { name: 'Queue 1' }))
    await screen.findByRole('link', { name: 'Log 13' })
    plot = plotOf({ totals: { 0: 3, 1: 2, 2: 0 } })
    searches = serve(searchLogs, [logOf(14, { title: 'Six waiting' }), logOf(13)])
    setup.logbook.emit({ kind: 'log.labelled', doc_id: 3, log_id: 12, labels: [label(1, 'Queue')] })
    expect(await screen.findByRole('button', { name: 'Queue 2' })).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Six waiting' })).toBeVisible()
  })

  test('disappears with the right to see it', async () => {
    setup.logbook.open('/docs/3/5')
    await time()
    serve(readGraph, apiError('graph.not_found'))
    setup.logbook.emit({ kind: 'document.access_changed', doc_id: 3 })
    expect(await screen.findByRole('heading', { name: 'Graph not found' })).toBeVisible()
    expect(screen.queryByRole('img')).toBeNull()
  })

  test('keeps its content when a refresh fails, and says so', async () => {
    setup.logbook.open('/docs/3/5')
    await time()
    serve(readGraph, apiError('server.error'))
    setup.logbook.emit({ kind: 'graph.changed', graph_id: 5, doc_id: 3 })
    expect(await screen.findByText(/^This may be out of date\./)).toBeVisible()
    expect(screen.getByRole('img')).toBeVisible()
    serve(readGraph, plotOf({ name: 'Counter' }))
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Counter' })).toBeVisible()
  })

  test('that does not exist, or belongs to another logbook, says so and leads back', async () => {
    plot = plotOf({ logbook_id: 4 })
    setup.logbook.open('/docs/3/5')
    expect(await screen.findByRole('heading', { name: 'Graph not found' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open the logbook' })).toHaveAttribute('href', '#/docs/3')
  })

  test('that did not load can be tried again', async () => {
    serve(readGraph, apiError('server.error'))
    setup.logbook.open('/docs/3/5')
    expect(await screen.findByRole('heading', { name: 'The graph did not load' })).toBeVisible()
    serve(readGraph, plotOf())
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await time()).toBeVisible()
  })

  test('without logs in its time range says what to do', async () => {
    plot = plotOf({ log_count: 0, totals: { 0: 0, 1: 0, 2: 0 }, plot_data: [] })
    setup.logbook.open('/docs/3/5')
    expect(await screen.findByText(/^No logs from this period have labels/)).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Every log' })).toBeNull()
  })
})

describe('What was open last [3.21]', () => {
  test('is offered where nothing is open, also after a reload, and ends with the session', async () => {
    const first = setup.logbook.open('/docs/3/5')
    await screen.findByRole('heading', { name: 'Queue at the counter' })
    const saved = JSON.parse(localStorage.getItem('app') ?? '{}')
    expect(saved.sidebar).toMatchObject({ selectedSidebar: 'graph', selectedGraphData: { doc_id: 3, graph_id: 5 } })
    await act(() => first.router.navigate('/docs'))
    const last = await screen.findByRole('link', { name: 'Continue where you left off' })
    expect(last).toHaveAttribute('href', '#/docs/3/5')
    await act(() => first.router.navigate('/docs/3'))
    await screen.findByRole('heading', { level: 1, name: 'Bay log' })
    await act(() => first.router.navigate('/docs'))
    expect(await screen.findByRole('link', { name: 'Continue where you left off' })).toHaveAttribute('href', '#/docs/3')
    endSession()
    expect(useSidebar.getState().selectedNote).toBeNull()
  })
})

describe('Those who edit the logbook', () => {
  const openMore = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'More actions for this graph' }))

  test('rename a graph and its labels; removing one from its logs asks first [3.9a]', async () => {
    setup.logbook.open('/docs/3/5')
    await openMore()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit name and labels' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit graph' }))
    const calls = serve(updateGraph, ({ body }) => (body.drop_labels ? graphOf() : apiError('label.in_use')))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Label 1' }), ' now')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove Queue' }))
    // The label that takes its place must not be mistaken for it.
    await userEvent.click(dialog.getByRole('button', { name: 'Add label' }))
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Label 3' })).toHaveFocus())
    await userEvent.keyboard('Closed')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove labels from their logs?' }))
    expect(question.getByText(/in use: Queue\./)).toBeVisible()
    expect(calls.map(call => call.body.drop_labels)).toEqual([false])
    await userEvent.click(question.getByRole('button', { name: 'Remove from logs' }))
    // The question hides the dialog behind it, which says nothing about the answer.
    await waitFor(() => expect(calls).toHaveLength(2))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit graph' })).toBeNull())
    expect(calls[1]?.body).toMatchObject({
      drop_labels: true,
      labels: { 0: 'Clear now', 2: 'Unattended', 3: 'Closed' },
    })
  })

  test('pin it, and are told when that failed', async () => {
    setup.logbook.open('/docs/3/5')
    await openMore()
    const calls = serve(updateGraph, apiError('graph.not_found'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Pin' }))
    expect(await screen.findByText('The graph could not be pinned or unpinned')).toBeVisible()
    expect(calls[0]?.body).toMatchObject({ is_pinned: true })
  })

  test('choose the spaces that show it [D4]', async () => {
    serve(organisationInfo, detailOf({ branches: [branchOf(1, 'Harbourside'), branchOf(2, 'Old Market')] }))
    serve(listSpacesOfGraph, [2])
    const calls = serve(pinToSpace, [1, 2])
    setup.logbook.open('/docs/3/5')
    await openMore()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Show in spaces' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Spaces that show “Queue at the counter”' }))
    const first = await dialog.findByRole('checkbox', { name: 'Harbourside' })
    expect(first).not.toBeChecked()
    expect(dialog.getByRole('checkbox', { name: 'Old Market' })).toBeChecked()
    await userEvent.click(first)
    await waitFor(() => expect(first).toBeChecked())
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ graph_id: 5, branch_id: 1, is_pinned: true }))
    serve(pinToSpace, apiError('graph.space_full'))
    await userEvent.click(first)
    expect(await dialog.findByRole('alert')).toHaveTextContent('This space shows as many graphs as possible.')
    expect(first).toBeChecked()
  })

  test('find all of it in the command palette too', async () => {
    setup.logbook.open('/docs/3/5')
    await screen.findByRole('button', { name: 'More actions for this graph' })
    for (const menu of ['More actions for this graph', 'Download']) await expectMenuInPalette(menu)
    expect(offeredActions()).toEqual(expect.arrayContaining(['Add annotation', 'Add threshold']))
  })

  test('delete it with Undo', async () => {
    const calls = serve(deleteGraph, null)
    const { router } = setup.logbook.open('/docs/3/5')
    await openMore()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete graph' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/docs/3'))
    await waitFor(() => expect(screen.getAllByRole('heading', { name: 'Logbooks' })[0]).toHaveFocus())
    await pressUndo('“Queue at the counter” deleted')
    await waitFor(() => expect(router.state.location.pathname).toBe('/docs/3/5'))
    await openMore()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete graph' }))
    expect(calls).toHaveLength(0)
    await closeNotice('“Queue at the counter” deleted')
    await waitFor(() => expect(calls).toHaveLength(1))
  })

  test('are the only ones to do so', async () => {
    setup.logbook.doc = documentOf({ createdby: null })
    setup.logbook.open('/docs/3/5')
    await time()
    expect(screen.queryByRole('button', { name: 'More actions for this graph' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'New graph' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Download' })).toBeVisible()
  })
})
