import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { createGraph } from '#shared/contract/graphs/endpoints'
import type { LogLabel } from '#shared/contract/graphs/label'
import { answerProposal, listProposals } from '#shared/contract/graphs/proposals'
import { apiError } from '#shared/errors'
import { withEnglish } from '../../../platform/test-page'
import { serve, withServer } from '../../../platform/test-server'
import { logOf } from '../../logs/test-logs'
import { graphOf, listedOf } from '../test-graphs'
import { withTestLogbook } from '../test-logbook'

// jsdom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({
  Virtualizer: ({ data, children }: { data: unknown[]; children: (row: unknown, index: number) => unknown }) => (
    <>{data.map(children) as never}</>
  ),
}))
withServer()
withEnglish('graphs', 'logs')
const setup = withTestLogbook()

const queue: LogLabel = { graph_id: 5, label: 1, text: 'Queue' }
const clear: LogLabel = { graph_id: 5, label: 0, text: 'Clear' }
const proposed = () => screen.findByRole('list', { name: 'Labels that Mate proposes for “Log 1”' })
const take = (name: string) => screen.findByRole('button', { name: `Take the label ${name}` })

function open() {
  setup.logbook.graphs = [listedOf({ mate_labels: 'propose' })]
  setup.logbook.logs = [logOf(1)]
  serve(listProposals, [{ log_id: 1, labels: [queue, clear] }])
  setup.logbook.open('/docs/3')
}

describe('Labels that Mate proposes [D22]', () => {
  test('stand beside the log, are taken with a click, and dismissed with another', async () => {
    open()
    const calls = serve(answerProposal, { labels: [queue], proposed: [clear] })
    expect(within(await proposed()).getAllByRole('listitem')).toHaveLength(2)
    await userEvent.click(await take('Queue'))
    expect(calls[0]?.body).toMatchObject({ doc_id: 3, log_id: 1, graph_id: 5, label: 1, take: true })
    await waitFor(() => expect(screen.getByRole('list', { name: 'Labels' })).toHaveTextContent('Queue'))
    serve(answerProposal, { labels: [queue], proposed: [] })
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss the label Clear' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Take the label/ })).not.toBeInTheDocument())
  })

  test('come back when the server refuses, and the person is told why', async () => {
    open()
    serve(answerProposal, apiError('permission.missing'))
    await userEvent.click(await take('Queue'))
    expect(await screen.findByText('The labels of “Log 1” were not changed')).toBeVisible()
    expect(await take('Queue')).toBeVisible()
  })

  test('appear and disappear live', async () => {
    open()
    await proposed()
    setup.logbook.emit({ kind: 'log.labels_proposed', doc_id: 3, log_id: 1, labels: [clear] })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Take the label Queue' })).not.toBeInTheDocument())
    setup.logbook.emit({ kind: 'log.labels_proposed', doc_id: 3, log_id: 1, labels: [] })
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Take the label/ })).not.toBeInTheDocument())
  })

  test('are chosen with the graph', async () => {
    setup.logbook.open('/docs/3')
    const created = serve(createGraph, graphOf({ mate_labels: 'apply' }))
    await userEvent.click(await screen.findByRole('button', { name: /^Graphs/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'New graph' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Counter')
    await userEvent.type(screen.getByRole('textbox', { name: 'Label 1' }), 'Queue')
    await userEvent.click(screen.getByRole('combobox', { name: 'Labels by Mate' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Added at once' }))
    await userEvent.click(screen.getByRole('button', { name: 'Create graph' }))
    await waitFor(() => expect(created[0]?.body).toMatchObject({ mate_labels: 'apply' }))
  })
})
