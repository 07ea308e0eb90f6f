import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { createGraph, labelLog } from '#shared/contract/graphs/endpoints'
import type { LogLabel } from '#shared/contract/graphs/label'
import { apiError } from '#shared/errors'
import { withEnglish } from '../../platform/test-page'
import { serve, withServer } from '../../platform/test-server'
import { documentOf, logOf } from '../logs/test-logs'
import { graphOf, listedOf } from './test-graphs'
import { withTestLogbook } from './test-logbook'

// jsdom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({
  Virtualizer: ({ data, children }: { data: unknown[]; children: (row: unknown, index: number) => unknown }) => (
    <>{data.map(children) as never}</>
  ),
}))
withServer()
withEnglish('graphs', 'logs')
const setup = withTestLogbook()

const texts = ['Clear', 'Queue', 'Unattended']
const label = (index: number, text = texts[index] ?? ''): LogLabel => ({ graph_id: 5, label: index, text })
const article = (name: string) => screen.findByRole('article', { name })
const labelsOn = async (name: string) => {
  const list = within(await article(name)).queryByRole('list', { name: 'Labels' })
  return list
    ? within(list)
        .getAllByRole('listitem')
        .map(element => element.textContent)
    : []
}
const openMenu = async (name: string) => {
  await userEvent.click(await within(await article(name)).findByRole('button', { name: 'Set labels' }))
  return screen.findByRole('menu', { name: `Labels of “${name}”` })
}
const option = (name: string) => screen.getByRole('menuitemcheckbox', { name })

describe('Labels of a log [1.6] [D22]', () => {
  test('are shown, and several can be set together, immediately and permanently [9.8c]', async () => {
    setup.logbook.graphs = [listedOf()]
    setup.logbook.logs = [logOf(1, { labels: [label(0)] })]
    const calls = serve(labelLog, ({ body }) => (body.labels as number[]).map(index => label(index)))
    setup.logbook.open('/docs/3')
    expect(await labelsOn('Log 1')).toEqual(['Clear'])
    const menu = await openMenu('Log 1')
    expect(within(menu).getByRole('group', { name: 'Queue at the counter' })).toBeVisible()
    expect(option('Clear')).toBeChecked()
    await userEvent.click(option('Queue'))
    await userEvent.click(option('Clear'))
    await waitFor(() => expect(calls.map(call => call.body.labels)).toEqual([[0, 1], [1]]))
    await userEvent.keyboard('{Escape}')
    await waitFor(async () => expect(await labelsOn('Log 1')).toEqual(['Queue']))
  })

  test('are set with the keyboard alone: arrow keys, first letters, Enter', async () => {
    setup.logbook.graphs = [listedOf()]
    setup.logbook.logs = [logOf(1)]
    const calls = serve(labelLog, [label(2)])
    setup.logbook.open('/docs/3')
    const button = await within(await article('Log 1')).findByRole('button', { name: 'Set labels' })
    button.focus()
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(option('Clear')).toHaveFocus())
    await userEvent.keyboard('u')
    await waitFor(() => expect(option('Unattended')).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ log_id: 1, graph_id: 5, labels: [2] }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(button).toHaveFocus())
  })

  test('are restored when the server refuses, and the person is told why', async () => {
    setup.logbook.graphs = [listedOf()]
    setup.logbook.logs = [logOf(1, { labels: [label(0)] })]
    let answer = () => {}
    serve(labelLog, async () => {
      await new Promise<void>(resolve => {
        answer = resolve
      })
      return apiError('label.not_found')
    })
    setup.logbook.open('/docs/3')
    await openMenu('Log 1')
    await userEvent.click(option('Unattended'))
    expect(option('Unattended')).toBeChecked()
    answer()
    await waitFor(() => expect(option('Unattended')).not.toBeChecked())
    const toast = await screen.findByText('The labels of “Log 1” were not changed')
    expect(toast.closest('[data-sonner-toast], [role="alert"], li')).toHaveTextContent('This label is no longer here.')
    expect(await labelsOn('Log 1')).toEqual(['Clear'])
  })

  test('change live with changes by others and with renamed labels', async () => {
    setup.logbook.graphs = [listedOf()]
    setup.logbook.logs = [logOf(1, { labels: [label(0)] })]
    setup.logbook.open('/docs/3')
    expect(await labelsOn('Log 1')).toEqual(['Clear'])
    setup.logbook.emit({ kind: 'log.labelled', doc_id: 3, log_id: 1, labels: [label(0), label(1)] })
    await waitFor(async () => expect(await labelsOn('Log 1')).toEqual(['Clear', 'Queue']))
    setup.logbook.graphs = [listedOf({ labels: { 0: 'All clear', 2: 'Unattended' } })]
    setup.logbook.emit({ kind: 'graph.changed', graph_id: 5, doc_id: 3 })
    await waitFor(async () => expect(await labelsOn('Log 1')).toEqual(['All clear']))
    setup.logbook.graphs = []
    setup.logbook.emit({ kind: 'graph.deleted', graph_id: 5, doc_id: 3 })
    await waitFor(async () => expect(await labelsOn('Log 1')).toEqual([]))
  })

  test('are not offered to people who may not set them', async () => {
    setup.logbook.graphs = [listedOf()]
    setup.logbook.doc = documentOf({ createdby: null })
    const own = { user_id: 7, user_displayname: 'Maya', user_image: null, user_phone: null, user_email: null }
    setup.logbook.logs = [logOf(2, { created_by: own }), logOf(1, { labels: [label(0)] })]
    setup.logbook.open('/docs/3')
    expect(await within(await article('Log 2')).findByRole('button', { name: 'Set labels' })).toBeVisible()
    expect(await labelsOn('Log 1')).toEqual(['Clear'])
    expect(within(await article('Log 1')).queryByRole('button', { name: 'Set labels' })).toBeNull()
  })

  test('are counted for the visible day', async () => {
    setup.logbook.graphs = [listedOf()]
    setup.logbook.logs = [logOf(2, { labels: [label(0), label(1)] }), logOf(1, { labels: [label(0)] })]
    setup.logbook.open('/docs/3')
    const rows = within(await screen.findByRole('region', { name: /^Labels on Friday, November 20/ })).getAllByRole(
      'listitem',
    )
    expect(rows.map(row => row.textContent)).toEqual(['Clear2', 'Queue1'])
  })
})

describe('The graphs of a logbook [3.9a]', () => {
  test('are listed with their number of logs, and a new one is created from there [7.24]', async () => {
    setup.logbook.graphs = [listedOf({ is_pinned: true })]
    const { router } = setup.logbook.open('/docs/3')
    await userEvent.click(await screen.findByRole('button', { name: 'Graphs, 1' }))
    expect(await screen.findByRole('menuitem', { name: /Queue at the counter/ })).toHaveAttribute('href', '#/docs/3/5')
    expect(screen.getByText('used 3 times')).toBeVisible()
    await userEvent.click(screen.getByRole('menuitem', { name: 'New graph' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New graph' }))
    const calls = serve(createGraph, graphOf({ graph_id: 6, name: 'Tills' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Create graph' }))
    expect(dialog.getByText('Give the graph a name.')).toBeVisible()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' Tills ')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Label 1' }), 'Open')
    await userEvent.click(dialog.getByRole('button', { name: 'Add label' }))
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Label 2' })).toHaveFocus())
    await userEvent.keyboard('OPEN ')
    await userEvent.click(dialog.getByRole('button', { name: 'Create graph' }))
    expect(dialog.getByText('Two labels have the same name. Change one of them.')).toBeVisible()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Label 2' }), ' late')
    await userEvent.click(dialog.getByRole('button', { name: 'Create graph' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/docs/3/6'))
    expect(calls[0]?.body).toMatchObject({ logbook_id: 3, name: 'Tills', labels: { 0: 'Open', 1: 'OPEN  late' } })
  })

  test('have one to five labels, each with a colour of its own', async () => {
    setup.logbook.open('/docs/3')
    await userEvent.click(await screen.findByRole('button', { name: 'Graphs' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'New graph' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New graph' }))
    expect(dialog.getByRole('button', { name: 'Remove Label 1' })).toBeDisabled()
    for (let count = 1; count < 5; count += 1) await userEvent.click(dialog.getByRole('button', { name: 'Add label' }))
    expect(dialog.getAllByRole('textbox', { name: /^Label/ })).toHaveLength(5)
    expect(dialog.getByRole('button', { name: 'Add label' })).toBeDisabled()
  })

  test('are not offered if there are none and the person may not create any', async () => {
    setup.logbook.doc = documentOf({ createdby: null })
    setup.logbook.logs = [logOf(1)]
    setup.logbook.open('/docs/3')
    await article('Log 1')
    await screen.findByRole('region', { name: 'Filter' })
    expect(screen.queryByRole('button', { name: /^Graphs/ })).toBeNull()
  })
})
